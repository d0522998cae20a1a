import { isOfPaths, matchesGlob, matchesGlobInAnyCase } from '../core/glob.ts';
import { isHeldBy, isPattern, type LedgerEntry, placeOf } from '../core/ledger-entry.ts';
import {
  baseName,
  comparePaths,
  directoryName,
  foldPath,
  isBelow,
  type Path,
  pathIn,
  readsAsDirectory,
} from '../core/path.ts';
import { namedAsRetraction } from '../core/retraction.ts';
import type { Bounds } from '../core/verdict.ts';
import type { Policy, SecretsPolicy, Series } from './policy.ts';

/** Whether the policy excepts secrets of this kind in this file. */
export function isAllowedSecret({ allow }: SecretsPolicy, path: Path, kind: string): boolean {
  return allow.some(
    ({ files, rule }) => (rule === kind || rule === 'file/secret') && matchesGlob(files, path),
  );
}

/** Names that may change in a ledger whatever the policy says: READMEs, and git's own files. */
const ALWAYS_EXEMPT = /^(?:readme\.md|\.git.*)$/i;

/** Whether the policy exempts a path, so that it may change. */
export function isExempt(path: Path, globs: readonly string[]): boolean {
  return ALWAYS_EXEMPT.test(baseName(path)) || globs.some((glob) => matchesGlob(glob, path));
}

/**
 * The directory of the ledger that holds a path, or `null`; for a path that an entry names as a file, the one that it
 * stands in. The longest entry wins where several hold it.
 */
export function ledgerDirectory(path: Path, entries: readonly LedgerEntry[]): Path | null {
  let found: string | null = null;
  for (const entry of entries) {
    if (isHeldBy(path, entry) && (found === null || entry.length > found.length)) found = entry;
  }
  return found === null ? null : seenFrom(path, found);
}

/** Whether some system takes a path for one in the ledger, or for a directory on the way to it. */
export function entersLedger(path: Path, entries: readonly LedgerEntry[]): boolean {
  if (readsAsDirectory(path, entries.map(placeOf))) return true;
  const patterns = entries.filter(isPattern);
  return patterns.length > 0 && patterns.some((one) => isHeldBy(foldPath(path), one, matchesGlobInAnyCase));
}

/** The directory that a path of an entry is seen from. */
export function seenFrom(path: Path, entry: LedgerEntry): Path {
  return isPattern(entry) || path === entry ? directoryName(path) || '.' : entry;
}

/** The first series whose `files` match the path, or `null`. */
export function seriesOf(path: Path, policy: Policy): Series | null {
  return policy.series.find((series) => claims(series.files, path, policy.ledger)) ?? null;
}

/** Whether any result of the policy is a folder. */
export function hasFolders({ series }: Policy): boolean {
  return series.some(({ folder }) => folder !== null);
}

/** Whether a threshold or a condition on rows of the series blocks. */
export function hasEnforcedThresholds({ thresholds, hard_fail }: Series): boolean {
  return hard_fail.length > 0 || thresholds.some(({ enforce }) => enforce);
}

/** Whether a result of the series can fail the check by what was measured. */
export function canFailCheck(series: Series): boolean {
  return hasEnforcedThresholds(series) || series.regressed === 'error';
}

/**
 * The folders that hold the files of a series, one for each ledger directory: the parts of its glob that are plain.
 */
export function foldersOf({ files }: Series, { ledger }: Policy): readonly Path[] {
  const parts = isOfPaths(files) ? files.split('/').slice(0, -1) : [];
  const open = parts.findIndex((part) => /[*?[{\\]/.test(part));
  const plain = open < 0 ? parts : parts.slice(0, open);
  return ledger.map((entry) => [placeOf(entry), ...plain].filter((part) => part !== '.').join('/') || '.');
}

/** Whether files of the series can lie in the folder of the path, or above it, whatever they are called. */
export function isOfFolder(series: Series, path: Path, policy: Policy): boolean {
  return foldersOf(series, policy).some((folder) => isBelow(foldPath(path), foldPath(folder)));
}

/** The bounds that a series sets on metrics. They say which way is better where a result does not. */
export function boundsOf(series: Series | null): ReadonlyMap<string, Bounds> {
  return new Map((series?.thresholds ?? []).map(({ metric, min, max }) => [metric, { min, max }]));
}

/** The first series that would claim the path on a file system that ignores case and Unicode form, or `null`. */
export function nearSeriesOf(path: Path, policy: Policy): Series | null {
  // What a pattern is compared with is folded already.
  const entries = policy.ledger.map((entry) => (isPattern(entry) ? entry : foldPath(entry)));
  const folded = foldPath(path);
  return policy.series.find((series) => claims(series.files, folded, entries, matchesGlobInAnyCase)) ?? null;
}

function claims(
  glob: string,
  path: Path,
  entries: readonly LedgerEntry[],
  matches: (glob: string, path: Path) => boolean = matchesGlob,
): boolean {
  // The first entry listed, not the nearest: appending one to the ledger cannot change what claims an old path.
  const entry = entries.find((candidate) => isHeldBy(path, candidate, matches));
  if (entry === undefined) return false;
  if (!isOfPaths(glob)) return matches(glob, baseName(path));
  const directory = seenFrom(path, entry);
  return matches(glob, directory === '.' ? path : path.slice(directory.length + 1));
}

/** Which paths the ledger holds. */
export interface LedgerScope {
  readonly directories: readonly LedgerEntry[];
  readonly exempt: readonly string[];
  /** Exemptions that free only paths at which no record stands yet. */
  readonly exemptIfNew: readonly string[];
}

/** Whether a path is a record: in the ledger and not exempt. */
export function isRecord(path: Path, scope: LedgerScope, stands: boolean): boolean {
  if (ledgerDirectory(path, scope.directories) === null) return false;
  return !isExempt(path, stands ? scope.exempt : [...scope.exempt, ...scope.exemptIfNew]);
}

/** The series whose results are folders and that claims the file as the headline of one, or `null`. */
export function folderSeriesOf(path: Path, policy: Policy): Series | null {
  const series = seriesOf(path, policy);
  if (series === null || series.folder === null || namedAsRetraction(path)) return null;
  return isExempt(path, policy.exempt) || ledgerInside(directoryName(path), policy) !== null ? null : series;
}

/** The headline among the files of a directory: the first by name, since a folder is one result. */
export function headlineAmong(directory: Path, names: readonly string[], policy: Policy): Path | null {
  return (
    names
      .map((name) => pathIn(directory, name))
      .filter((path) => folderSeriesOf(path, policy) !== null)
      .sort(comparePaths)[0] ?? null
  );
}

/** The place of the ledger that a folder is or holds, so that it can be no single result; `null` for any other folder. */
export function ledgerInside(directory: Path, { ledger }: Policy): Path | null {
  const places = ledger.map(placeOf);
  return places.find((one) => directory === '' || one === directory || isBelow(one, directory)) ?? null;
}

/** Whether a file of a folder is judged by itself all the same: where a series names it as a result of its own. */
export function standsAlone(path: Path, policy: Policy): boolean {
  const series = seriesOf(path, policy);
  return namedAsRetraction(path) || (series !== null && series.folder === null);
}
