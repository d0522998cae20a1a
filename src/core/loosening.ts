import { comparePaths } from './change.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';
import { loosened } from './policy-settings.ts';
import type { Loosening } from './relaxed.ts';

export type { Loosening } from './relaxed.ts';

/**
 * What `after` is not provably as strict in as `before`: whatever `before` would block and `after` might let pass.
 * `null` stands for the defaults. Sorted by setting; empty where every record is guarded at least as well as before.
 */
export function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[] {
  const found = loosened(before ?? DEFAULT_POLICY, after ?? DEFAULT_POLICY);
  return [...found].sort((a, b) => comparePaths(sortKey(a), sortKey(b)));
}

function sortKey({ setting, before, after }: Loosening): string {
  return JSON.stringify([setting, before, after]);
}
