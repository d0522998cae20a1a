import { type FileHandle, link, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../core/digest.ts';
import { foldPath } from '../../core/path.ts';
import { type Destination, namesOnDisk, notWritten, systemCode } from './destination.ts';

/** A name, and the bytes that are to appear under it. */
export interface NamedContent {
  readonly name: string;
  readonly text: string | Uint8Array;
}

/** How a whole file appears under a new name; replaced in tests of systems that this one is not. */
export interface PublishSteps {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

const SYSTEM: PublishSteps = { link, rename };

/** A claim older than this was left by a recorder that died: a live one holds it for milliseconds. */
const STALE_MS = 10 * 60 * 1000;

/**
 * Makes a record appear under the first free name that `choose` gives, and gives what was chosen. `choose` sees the folded
 * names that are taken and is asked again whenever somebody was faster.
 *
 * The staged file is a claim too: its own name is a digest of the folded final name, so of two recorders whose names
 * differ by case alone one waits its turn. While the claim is held the directory is read again, then the whole and
 * flushed file appears in one step that fails where the name exists:
 *
 * - `link`: killed at any point, the ledger holds the whole record or nothing.
 * - Where there are no hard links: an empty file is created exclusively and the staged one renamed over it. Killed
 *   between the two, an empty file is left, which `check` refuses.
 * - Where the staging directory lies on another file system too: the exclusively created file is written in place.
 *   Killed while it is written, a cut file is left, which `check` refuses: a cut record is no JSON.
 *
 * None of the three ever overwrites a file.
 */
export async function publish<Chosen extends NamedContent>(
  destination: Destination,
  choose: (taken: ReadonlySet<string>) => Chosen,
  steps: PublishSteps = SYSTEM,
): Promise<Chosen> {
  await sweep(destination.staging);
  const passed = new Set<string>();
  for (;;) {
    const taken = new Set([...(await namesOnDisk(destination)), ...passed]);
    const chosen = choose(taken);
    const { name, text } = chosen;
    const target = join(destination.directory, name);
    try {
      const claim = await stage(destination, name, text);
      if (claim === null) {
        passed.add(foldPath(name));
        continue;
      }
      try {
        const free = !(await namesOnDisk(destination)).has(foldPath(name));
        if (free && (await appear(claim, target, text, steps))) {
          await flushDirectory(destination.directory);
          return chosen;
        }
      } finally {
        await rm(claim, { force: true });
      }
    } catch (cause) {
      throw notWritten(target, cause);
    }
  }
}

/** Writes the bytes where nobody looks for records; `null` where somebody else is about to take that name. */
async function stage(
  { directory, staging }: Destination,
  name: string,
  text: string | Uint8Array,
): Promise<string | null> {
  const key = sha256(`${directory}\0${foldPath(name)}`);
  const file = join(staging, `.evalguard-${key}.json`);
  const handle = await exclusively(file);
  if (handle === null) return null;
  try {
    await fill(handle, text);
    return file;
  } catch (cause) {
    await rm(file, { force: true });
    throw cause;
  }
}

/** `false` where the name was taken meanwhile. */
async function appear(
  claim: string,
  target: string,
  text: string | Uint8Array,
  steps: PublishSteps,
): Promise<boolean> {
  let code = '';
  try {
    await steps.link(claim, target);
    return true;
  } catch (cause) {
    code = systemCode(cause);
    if (code === 'EEXIST') return false;
    // Should it be the directory that EPERM or EACCES is about, the next step fails for the same reason.
    if (!NO_LINKS.has(code)) throw cause;
  }
  const handle = await exclusively(target);
  if (handle === null) return false;
  try {
    if (code === 'EXDEV') await fill(handle, text);
    else {
      await handle.close();
      await steps.rename(claim, target);
    }
    return true;
  } catch (cause) {
    await unlink(target);
    throw cause;
  }
}

const NO_LINKS = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/** A new file to write to, never through a link; `null` where the name exists. */
async function exclusively(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'wx', 0o666);
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return null;
    throw cause;
  }
}

async function fill(handle: FileHandle, text: string | Uint8Array): Promise<void> {
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** After a loss of power the name is there as well as the bytes. Systems that cannot flush a directory say so; they need not. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Takes away what recorders left that were killed long ago. */
async function sweep(staging: string): Promise<void> {
  for (const name of await readdir(staging).catch(() => [])) {
    if (!/^\.evalguard-[0-9a-f]{64}\.json$/.test(name)) continue;
    const file = join(staging, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(file, { force: true });
  }
}
