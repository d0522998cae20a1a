import type { Entry } from '../../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../../core/path.ts';
import { namesRetraction } from '../../../core/retraction.ts';
import { ledgerDirectory } from '../../../policy/series.ts';
import { isRetracted, namedAsRetraction } from '../../compare/predecessor.ts';
import type { DuplicateSource } from '../judge/duplicates.ts';
import type { CheckContext } from './context.ts';
import { readWithin } from './record.ts';

interface LedgerFile {
  readonly path: Path;
  readonly entry: Entry;
}

/** Lines of trees that are looked through for equal blobs: a ledger of this many records is looked through as a whole. */
const MOST_LINES = 10_000;

/** Reads what the search for duplicates asks of head's ledger. */
export function duplicateSource(context: CheckContext): DuplicateSource {
  const { repository, policy } = context;
  return {
    async readings({ path, entry }) {
      const bytes = await bytesOf(context, { path, entry });
      const record = bytes && (await readWithin(repository, path, entry, { bytes }, policy));
      return record?.readings ?? null;
    },
    isRetracted: (file) => isRetractedBeside(context, file),
    holding: (oids, near) => filesHolding(context, oids, near),
  };
}

async function bytesOf({ repository, range, policy }: CheckContext, { path, entry: { oid } }: LedgerFile) {
  const object = await repository.content({ path, oid, commit: range.head.id }, policy.max_bytes);
  return object?.bytes ?? null;
}

async function isRetractedBeside(context: CheckContext, { path, entry }: LedgerFile): Promise<boolean> {
  const { repository, policy } = context;
  const snapshot = context.range.head;
  const folder = directoryName(path);
  const retractions = (await snapshot.children(folder)).lines
    .map((line) => ({ path: folder === '' ? line.name : `${folder}/${line.name}`, entry: line.entry }))
    .filter((one) => namedAsRetraction(one.path) && namesRetraction(baseName(one.path), path));
  if (retractions.length === 0) return false;
  const bytes = await bytesOf(context, { path, entry });
  const search = { repository, snapshot, excluded: new Set<Path>(), policy };
  return bytes !== null && isRetracted(search, { path, entry, retractions }, bytes);
}

/** Where the ledger holds one of these blobs: in the folders of the paths, then around them, as far as few lines go. */
async function filesHolding(
  { repository, range, policy }: CheckContext,
  oids: ReadonlySet<string>,
  near: readonly Path[],
): Promise<readonly LedgerFile[]> {
  const found: LedgerFile[] = [];
  const visited = new Set<Path>();
  let lines = 0;
  const visit = async (folder: Path): Promise<void> => {
    if (visited.has(folder) || lines > MOST_LINES) return;
    visited.add(folder);
    const directory = await repository.unread.attempt(() => range.head.children(folder), null);
    if (directory === null) return;
    lines += directory.length;
    for (const { name, entry } of [...directory.pick(oids)].reverse()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.kind === 'directory') await visit(path);
      else found.push({ path, entry });
    }
  };
  for (const folder of [...new Set(near.map(directoryName))].sort(comparePaths)) {
    for (let around = folder; around !== '' && ledgerDirectory(`${around}/x`, policy.ledger) !== null; ) {
      await visit(around);
      around = directoryName(around);
    }
  }
  for (const directory of policy.ledger) await visit(directory === '.' ? '' : directory);
  return found;
}
