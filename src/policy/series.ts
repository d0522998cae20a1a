import { isOfPaths, matchesGlob, matchesGlobInAnyCase } from '../core/glob.ts';
import { baseName, foldPath, isBelow, type Path } from '../core/path.ts';
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

/** The ledger directory that holds a path, or `null`. The longest one wins where directories are nested. */
export function ledgerDirectory(path: Path, directories: readonly string[]): string | null {
  let found: string | null = null;
  for (const directory of directories) {
    if (isBelow(path, directory) && (found === null || directory.length > found.length)) found = directory;
  }
  return found;
}

/** The first series whose `files` match the path, or `null`. */
export function seriesOf(path: Path, policy: Policy): Series | null {
  return policy.series.find((series) => claims(series.files, path, policy.ledger)) ?? null;
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
  return ledger.map((directory) => [directory, ...plain].filter((part) => part !== '.').join('/') || '.');
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
  const directories = policy.ledger.map(foldPath);
  const folded = foldPath(path);
  return (
    policy.series.find((series) => claims(series.files, folded, directories, matchesGlobInAnyCase)) ?? null
  );
}

function claims(glob: string, path: Path, directories: readonly string[], matches = matchesGlob): boolean {
  // The first directory listed, not the nearest: appending one to the ledger cannot change what claims an old path.
  const directory = directories.find((candidate) => isBelow(path, candidate));
  if (directory === undefined) return false;
  if (!isOfPaths(glob)) return matches(glob, baseName(path));
  return matches(glob, directory === '.' ? path : path.slice(directory.length + 1));
}

/** Which paths the ledger holds. */
export interface LedgerScope {
  readonly directories: readonly Path[];
  readonly exempt: readonly string[];
  /** Exemptions that free only paths at which no record stands yet. */
  readonly exemptIfNew: readonly string[];
}

/** Whether a path is a record: in the ledger and not exempt. */
export function isRecord(path: Path, scope: LedgerScope, stands: boolean): boolean {
  if (ledgerDirectory(path, scope.directories) === null) return false;
  return !isExempt(path, stands ? scope.exempt : [...scope.exempt, ...scope.exemptIfNew]);
}
