import { comparePaths } from '../core/change.ts';
import type { Path } from '../core/path.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';
import type { Loosening } from './relaxed.ts';
import { isExempt, ledgerDirectory, seriesOf } from './series.ts';
import { loosened } from './settings.ts';

export type { Loosening } from './relaxed.ts';

/**
 * What `after` is not provably as strict in as `before`: whatever `before` would block and `after` might let pass.
 * `null` stands for the defaults. Sorted by setting; empty where every record is guarded at least as well as before.
 */
export function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[] {
  const found = loosened(before ?? DEFAULT_POLICY, after ?? DEFAULT_POLICY);
  return [...found].sort((a, b) => comparePaths(sortKey(a), sortKey(b)));
}

/**
 * What joins a series without having been judged as an addition: files that stood already, outside the ledger or exempt.
 * One of them can be newer than a run that missed.
 */
export function joining(
  before: Policy | null,
  after: Policy | null,
  paths: Iterable<Path>,
): readonly Loosening[] {
  const [was, is] = [before ?? DEFAULT_POLICY, after ?? DEFAULT_POLICY];
  const series = new Map<string, Path[]>(was.series.map(({ id }) => [id, []]));
  for (const path of paths) {
    if (holds(is, path) && !holds(was, path)) series.get(seriesOf(path, is)?.id ?? '')?.push(path);
  }
  return [...series].flatMap(([id, [first, ...more]]) =>
    first === undefined
      ? []
      : [
          {
            setting: `series.${id}.results`,
            before: null,
            after: more.length === 0 ? first : `${first} and ${more.length} more`,
          },
        ],
  );
}

function holds({ ledger, exempt }: Policy, path: Path): boolean {
  return ledgerDirectory(path, ledger) !== null && !isExempt(path, exempt);
}

function sortKey({ setting, before, after }: Loosening): string {
  return JSON.stringify([setting, before, after]);
}
