import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WorkTree } from '../../adapters/git/nearby.ts';
import { isFile } from '../../core/ledger.ts';
import { RETRACTION_SCHEMA } from '../../core/native.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { type Retraction, readRetraction } from '../../core/retraction.ts';
import { decodeJson } from '../../document/json.ts';
import type { Located } from './locate.ts';

/** A retraction is a few lines; what is larger need not be opened. */
const LARGEST = 64 * 1024;

/** The retraction of a file that stands in the same directory, whatever its name; `null` where there is none. */
export async function retractionBeside(
  workTree: WorkTree | null,
  located: Located,
): Promise<Retraction | null> {
  const digests = digestsOf(located.bytes);
  for await (const { path, bytes } of neighbours(workTree, located)) {
    const found = retractionIn(path, bytes);
    if (found === null || !digests.includes(found.of.sha256)) continue;
    if (
      found.of.path === located.path ||
      (workTree === null && baseName(found.of.path) === baseName(located.path))
    )
      return found;
  }
  return null;
}

/** Of the bytes, and of what git holds where the work tree has CRLF. */
function digestsOf(bytes: Uint8Array): readonly string[] {
  const unix = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return [bytes, unix].map((each) => createHash('sha256').update(each).digest('hex'));
}

function retractionIn(path: Path, bytes: Uint8Array): Retraction | null {
  if (!Buffer.from(bytes).includes(RETRACTION_SCHEMA)) return null;
  const decoded = decodeJson(bytes);
  return decoded.ok ? readRetraction(path, decoded.document.value) : null;
}

interface Neighbour {
  readonly path: Path;
  readonly bytes: Uint8Array;
}

async function* neighbours(
  workTree: WorkTree | null,
  { path, file, snapshot }: Located,
): AsyncGenerator<Neighbour> {
  const directory = directoryName(path);
  const pathOf = (name: string) => (directory === '' ? name : `${directory}/${name}`);
  const isWanted = (name: string) => /\.json$/i.test(name) && name !== baseName(path);
  if (file !== null) {
    for (const name of (await readdir(dirname(file)).catch(() => [])).filter(isWanted).sort()) {
      const bytes = await readFile(join(dirname(file), name)).catch(() => null);
      if (bytes !== null && bytes.length <= LARGEST) yield { path: pathOf(name), bytes };
    }
  } else if (snapshot !== null && workTree !== null) {
    const { lines } = await snapshot.children(directory);
    const files = lines.filter(({ name, entry }) => isFile(entry.kind) && isWanted(name));
    const oids = files.map(({ entry }) => entry.oid);
    let at = 0;
    for await (const object of workTree.objects.readAll(oids, LARGEST)) {
      const { name } = files[at++]!;
      if (typeof object !== 'string' && object.bytes !== null)
        yield { path: pathOf(name), bytes: object.bytes };
    }
  }
}
