import {
  type AlikePath,
  Directory,
  entryAt,
  pathsAlike,
  type Snapshot,
} from '../../../adapters/git/snapshot.ts';
import { matchesGlobInAnyCase } from '../../../core/glob.ts';
import { isHeldBy, isPattern, placeOf } from '../../../core/ledger-entry.ts';
import {
  comparePaths,
  encodePath,
  foldPath,
  isBelow,
  type Path,
  type PortabilityProblem,
  portabilityProblem,
  readsAsDirectory,
} from '../../../core/path.ts';
import { ledgerDirectory } from '../../../policy/series.ts';
import type { NameFacts } from '../../../rules/subject.ts';
import type { CheckContext } from './context.ts';
import type { Range } from './range.ts';

/** The longest path that a system can hold, in bytes. */
const LONGEST_PATH = 4095;
/** Others of one name that are listed. */
const MOST_LISTED = 20;

/** What is to be said of the names that a range adds; of what several have in common, such as a directory, once. */
export async function readArrivingNames(
  context: CheckContext,
  arrivals: readonly Path[],
): Promise<readonly NameFacts[]> {
  const { repository, range, scope } = context;
  const facts = new Map<string, NameFacts>();
  const note = (one: NameFacts) => {
    const key = JSON.stringify([one.of, one.misfit]);
    if (!facts.has(key)) facts.set(key, one);
  };
  const look = async (path: Path): Promise<void> => {
    const inside = ledgerDirectory(path, scope.directories);
    const alike = await alikePaths(context, path);
    for (const of of new Set(alike.map((one) => one.of))) {
      const others = alike.filter((one) => one.of === of).map((one) => one.path);
      note({ path, of, alike: listed(others), misfit: null });
    }
    if (inside === null) return;
    for (const { of, misfit } of portabilityProblems(path, inside)) {
      if (await isNew(range, of)) note({ path, of, alike: [], misfit });
    }
  };
  for (const path of arrivals) await repository.unread.attempt(() => look(path), undefined);
  return [...facts.values()];
}

/** Paths of head, and of what it lands on, that some system takes for an added one or for a new directory on its way. */
async function alikePaths(context: CheckContext, path: Path): Promise<readonly AlikePath[]> {
  const { repository, range, scope, judging } = context;
  const found = [...(await pathsAlike(range.head, path))];
  const known = new Set(range.frozen.map(({ id }) => id));
  for (const tip of range.tips) {
    if (known.has(tip.id)) continue;
    for (const one of await repository.unread.attempt(() => pathsAlike(tip, path), [])) {
      // What base held and head does not is deleted by this change.
      const stays = (await isNew(range, one.path)) && (await entryAt(range.head, one.path)) === null;
      if (stays) found.push(one);
    }
  }
  // A directory that the policy names is one although nothing stands there yet.
  const missing = judging.named.map(placeOf).filter((directory) => readsAsDirectory(path, [directory]));
  if (found.length === 0) found.push(...missing.map((directory) => ({ path: directory, of: path })));
  const outside = ledgerDirectory(path, scope.directories) === null;
  const falls = scope.directories.filter((entry) =>
    isPattern(entry)
      ? isHeldBy(foldPath(path), entry, matchesGlobInAnyCase)
      : isBelow(foldPath(path), foldPath(entry)),
  );
  const enters = falls.length > 0 && outside;
  // Nor has a file to stand there that a pattern would hold: this one is it, and no series judges it.
  if (found.length === 0 && outside)
    found.push(...falls.filter(isPattern).map((pattern) => ({ path: pattern, of: path })));
  const kept: AlikePath[] = [];
  for (const one of found) if (enters || one.of === path || (await isNew(range, one.of))) kept.push(one);
  return kept;
}

/** Whether no base holds the path. */
async function isNew(range: Range, path: Path): Promise<boolean> {
  for (const base of range.frozen) if ((await entryAt(base, path)) !== null) return false;
  return true;
}

function* portabilityProblems(
  path: Path,
  directory: Path,
): Generator<{ readonly of: Path; readonly misfit: PortabilityProblem }> {
  if (encodePath(path).length > LONGEST_PATH) yield { of: path, misfit: 'length' };
  const start = directory === '.' ? 0 : directory.length + 1;
  for (let at = start; at <= path.length; ) {
    const slash = path.indexOf('/', at);
    const end = slash < 0 ? path.length : slash;
    const misfit = portabilityProblem(path.slice(at, end));
    if (misfit !== null) yield { of: path.slice(0, end), misfit };
    at = end + 1;
  }
}

/** The same of every name that stands in the ledger. */
export async function readStandingNames({
  repository: { unread },
  range: { head },
  scope: { directories },
}: CheckContext): Promise<readonly NameFacts[]> {
  const facts: NameFacts[] = [];
  for (const directory of directories.map(placeOf)) {
    if (directory === '.') continue;
    for (const { path, of } of await unread.attempt(() => pathsAlike(head, directory), [])) {
      facts.push({ path: of, of, alike: [path], misfit: null });
    }
    for (const path of await unread.attempt(() => enteringByBackslash(head, directory), [])) {
      facts.push({ path, of: path, alike: [directory], misfit: null });
    }
  }
  const inTree = (directory: Path) => (directory === '.' ? '' : directory);
  const whole = new Set(directories.filter((entry) => !isPattern(entry)).map(inTree));
  const flat = new Set(directories.filter(isPattern).map((entry) => inTree(placeOf(entry))));
  for (const directory of both(whole, flat)) {
    const children = await unread.attempt(() => head.children(directory), Directory.EMPTY);
    for (const { name, entry } of children.lines) {
      const path = joined(directory, name);
      if (!whole.has(directory) && ledgerDirectory(path, directories) === null) continue;
      if (entry.kind === 'directory' && whole.has(directory)) whole.add(path);
      const others = name.includes('\\')
        ? (await unread.attempt(() => pathsAlike(head, path), [])).map((other) => other.path)
        : children.alike(name).flatMap((line) => (line.name === name ? [] : [joined(directory, line.name)]));
      if (others.length > 0) facts.push({ path, of: path, alike: listed(others), misfit: null });
      const misfit = encodePath(path).length > LONGEST_PATH ? 'length' : portabilityProblem(name);
      if (misfit !== null) facts.push({ path, of: path, alike: [], misfit });
    }
  }
  return facts;
}

/** Both sets, with what is added to the first meanwhile. */
function* both<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): Generator<T> {
  yield* first;
  for (const one of second) if (!first.has(one)) yield one;
}

/** Files on the way to a directory whose names are paths into it on Windows. */
async function enteringByBackslash(head: Snapshot, directory: Path): Promise<readonly Path[]> {
  const found: Path[] = [];
  for (let at = 0; directory !== '.' && at >= 0; at = directory.indexOf('/', at + 1)) {
    const parent = directory.slice(0, at);
    for (const { name } of (await head.children(parent)).paths) {
      const path = joined(parent, name);
      if (readsAsDirectory(path, [directory])) found.push(path);
    }
  }
  return found;
}

function joined(directory: Path, name: Path): Path {
  return directory === '' ? name : `${directory}/${name}`;
}

function listed(paths: readonly Path[]): readonly Path[] {
  return [...new Set(paths)].sort(comparePaths).slice(0, MOST_LISTED);
}
