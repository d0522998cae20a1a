import { type NamePattern, renderName } from '../name.ts';
import { foldPath } from '../path.ts';
import type { RunIdentity } from '../reading.ts';

/** A run that has no number yet. */
export type Unnumbered = Omit<RunIdentity, 'run'>;

/** A number and the file name that it gives. */
export interface NumberedName {
  readonly run: number;
  readonly name: string;
}

/**
 * The next free number of a run: one more than the highest that is taken, so that the number of a lost record is not
 * given again. `taken` holds names as {@link foldPath} folds them: no two names may differ by case alone. `null` where
 * the pattern cannot name the run, or has no number and the one name that it gives is taken.
 */
export function nextName(
  pattern: NamePattern,
  identity: Unnumbered,
  taken: ReadonlySet<string>,
): NumberedName | null {
  const name = (run: number) => renderName(pattern, { ...identity, run });
  if (name(1) === null) return null;
  for (let run = highest(pattern, identity, taken) + 1; ; run += 1) {
    const candidate = name(run)!;
    if (!taken.has(foldPath(candidate))) return { run, name: candidate };
    if (candidate === name(run + 1)) return null;
  }
}

/** The names of the runs before the next one, the newest first, at most `most` of them. */
export function namesBefore(
  pattern: NamePattern,
  identity: Unnumbered,
  taken: ReadonlySet<string>,
  most: number,
): readonly string[] {
  const newest = highest(pattern, identity, taken);
  const runs = Array.from({ length: Math.min(newest, most) }, (_, back) => newest - back);
  return runs
    .map((run) => renderName(pattern, { ...identity, run }))
    .filter((name): name is string => name !== null && taken.has(foldPath(name)));
}

/** The highest number among the taken names of this run, 0 where there is none. */
function highest(pattern: NamePattern, identity: Unnumbered, taken: ReadonlySet<string>): number {
  const [before, after] = aroundNumber(pattern, identity);
  if (after === undefined || before === undefined) return 0;
  const numbers = Array.from(taken, (name) => {
    if (name.length <= before.length + after.length || !name.startsWith(before) || !name.endsWith(after))
      return 0;
    const digits = name.slice(before.length, name.length - after.length);
    return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0;
  });
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

const MARK = 987_654_321_987;

/** What stands before and after the number in a folded name. */
function aroundNumber(pattern: NamePattern, identity: Unnumbered): readonly (string | undefined)[] {
  const marked = renderName(pattern, { ...identity, run: MARK });
  return marked === null ? [] : foldPath(marked).split(String(MARK));
}
