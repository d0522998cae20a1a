import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, ListedSnapshot, ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { RawChange } from '../../../adapters/git/trees.ts';
import {
  effectiveLines,
  linesReachingRecords,
  type Macros,
  macrosIn,
  newlyEffectiveLines,
  overlongLine,
  type PathLine,
  pathLines,
} from '../../../core/attributes.ts';
import { EvalguardError } from '../../../core/error.ts';
import { isFile, type Ledger } from '../../../core/ledger.ts';
import { placeOf } from '../../../core/ledger-entry.ts';
import { comparePaths, lineFileOf, type Path } from '../../../core/path.ts';
import { isRecord, type LedgerScope } from '../../../policy/series.ts';
import type { CheckContext } from './context.ts';
import { equalsTip } from './tree-differences.ts';

const ROOT_FILE = '.gitattributes';
/** Such files are short. */
const LONGEST_FILE = 1 << 20;
/** Bytes of a record that are looked at for line ends. */
const LONGEST_RECORD = 1 << 20;
/** Records whose line ends are looked at: a warning is all that hangs on it. */
const MOST_RECORDS = 500;

/**
 * The lines of attribute and ignore files that reach records and that a range adds, changes, or lets count again by taking
 * away what switched them off.
 */
export async function readAddedLines(context: CheckContext): Promise<readonly PathLine[]> {
  const { repository, range, scope } = context;
  const source = range.frozen[0] ?? range.policyAt;
  if (source === null || source === undefined) return [];
  const raw = await changedFiles(context, source);
  const own = new Map<Path, RawChange>();
  for (const one of raw) if (!(await equalsTip(range, source, one))) own.set(one.path, one);
  if (own.size === 0) return [];
  const taken = new Set(raw.map(({ path }) => path).filter((path) => !own.has(path)));
  const before = await LineFiles.of(repository, source);
  const after = await LineFiles.of(repository, range.head);
  const ledger = await ledgerOf(range.head, scope.directories, repository.unread);
  const [was, is]: [PathLine[], PathLine[]] = [[], []];
  for (const path of await placesOf(range.head, scope, ledger, own.keys())) {
    const lines = await after.lines(path);
    is.push(...lines);
    // What the base branch did meanwhile counts as if it had always stood.
    was.push(...(taken.has(path) ? lines : await before.lines(path)));
  }
  const found = newlyEffectiveLines(was, is, scope.directories);
  return inRecords(context, ledger, found);
}

/** The lines of every attribute and ignore file of a snapshot that reach records. */
export async function readStandingLines(context: CheckContext, ledger: Ledger): Promise<readonly PathLine[]> {
  const { repository, range, scope } = context;
  const files = await LineFiles.of(repository, range.head);
  const lines: PathLine[] = [];
  for (const path of await placesOf(range.head, scope, ledger, [])) lines.push(...(await files.lines(path)));
  return inRecords(context, ledger, effectiveLines(lines, scope.directories));
}

/** Files whose lines git asks about records: at the root, on the way to the ledger and in it, and those that changed. */
async function placesOf(
  snapshot: Snapshot,
  { directories }: LedgerScope,
  ledger: Ledger,
  changed: Iterable<Path>,
): Promise<readonly Path[]> {
  const places = new Set<Path>([
    ...changed,
    ...[...ledger.keys()].filter((path) => lineFileOf(path) !== null),
  ]);
  for (const directory of new Set(['', ...directories.map(placeOf).flatMap(parentsOf)])) {
    for (const { name } of (await snapshot.children(directory)).lines)
      if (lineFileOf(name) !== null) places.add(directory === '' ? name : `${directory}/${name}`);
  }
  return [...places].sort(comparePaths);
}

function parentsOf(directory: Path): readonly Path[] {
  if (directory === '.') return [];
  const parts = directory.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

async function changedFiles(
  { repository: { unread }, range: { frozen, head }, scope, differences }: CheckContext,
  source: Snapshot,
): Promise<readonly RawChange[]> {
  if (differences !== null && frozen.length > 0)
    return ((await differences)[0] ?? []).filter(({ path }) => lineFileOf(path) !== null);
  const raw: RawChange[] = [];
  const names = head instanceof ListedSnapshot ? head.files.keys() : [];
  const held = await placesOf(source, scope, await ledgerOf(source, scope.directories, unread), []);
  for (const path of new Set([...held, ...names])) {
    if (lineFileOf(path) === null) continue;
    const [before, after] = [await entryAt(source, path), await entryAt(head, path)];
    if (before?.oid !== after?.oid || before?.kind !== after?.kind) raw.push({ path, before, after });
  }
  return raw;
}

/** The attribute and ignore files of one snapshot. */
class LineFiles {
  private constructor(
    private readonly repository: Repository,
    private readonly snapshot: Snapshot,
    private readonly macros: Macros,
  ) {}

  static async of(repository: Repository, snapshot: Snapshot): Promise<LineFiles> {
    const files = new LineFiles(repository, snapshot, new Map());
    return new LineFiles(repository, snapshot, macrosIn(await files.#text(ROOT_FILE)));
  }

  async lines(path: Path): Promise<readonly PathLine[]> {
    return pathLines(path, await this.#text(path), this.macros);
  }

  async #text(path: Path): Promise<string> {
    const entry = await entryAt(this.snapshot, path);
    // git follows no link here.
    if (entry === null || !isFile(entry.kind)) return '';
    const commit = this.snapshot.id;
    const object = await this.repository.content({ path, oid: entry.oid, commit }, LONGEST_FILE);
    if (object === null) return '';
    const text = object.bytes?.toString();
    const line = text === undefined ? null : overlongLine(path, text);
    if (text !== undefined && line === null) return text;
    throw new EvalguardError(
      'incomplete',
      line === null
        ? `${path} has more than ${LONGEST_FILE} bytes and was not read, so it is not known whether its lines reach records.`
        : `Line ${line} of ${path} has 2,048 bytes or more: some versions of git pass over it, so it is not known which lines reach records.`,
      'Shorten it: a few patterns say as much.',
      {},
      path,
    );
  }
}

async function inRecords(
  context: CheckContext,
  ledger: Ledger,
  lines: readonly PathLine[],
): Promise<readonly PathLine[]> {
  if (lines.length === 0) return [];
  const { scope } = context;
  const { directories, exempt } = scope;
  const records = [...ledger.keys()].filter((path) => isRecord(path, scope, true));
  const found = linesReachingRecords(lines, { directories, records, exempt });
  const anyReturn =
    found.some(({ does }) => does === 'line-ends') && (await anyCarriageReturn(context, ledger, records));
  return found.filter(({ does }) => does !== 'line-ends' || anyReturn);
}

/** Whether a record holds a carriage return: git takes it away where a line says that the file is text. */
async function anyCarriageReturn(
  { repository, range }: CheckContext,
  ledger: Ledger,
  records: readonly Path[],
): Promise<boolean> {
  const files = records.slice(-MOST_RECORDS).flatMap((path) => {
    const entry = ledger.get(path);
    return entry !== undefined && isFile(entry.kind) ? [{ path, oid: entry.oid, commit: range.head.id }] : [];
  });
  for await (const object of repository.contents(files, LONGEST_RECORD))
    if (object?.bytes?.includes(13) === true) return true;
  return false;
}
