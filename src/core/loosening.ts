import { comparePaths } from './change.ts';
import { isBelow } from './path.ts';
import { DEFAULT_POLICY, type Policy, type Requirement } from './policy.ts';
import { type Loosening, lessCoverage, lostItems } from './relaxed.ts';
import { keepsClaims, seriesLoosenings } from './series-loosening.ts';

export type { Loosening } from './relaxed.ts';

/**
 * What `after` is not provably as strict in as `before`: whatever `before` would block and `after` might let pass.
 * `null` stands for the defaults. Sorted by setting; empty where every record is guarded at least as well as before.
 */
export function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[] {
  const was = before ?? DEFAULT_POLICY;
  const is = after ?? DEFAULT_POLICY;
  return [
    ...ledgerLoosenings(was, is),
    ...lostItems('exempt', is.exempt, was.exempt).map(({ setting, before: added }) => ({
      setting,
      before: null,
      after: added,
    })),
    ...seriesLoosenings(was, is),
    ...judgeLoosenings(was, is),
    ...requirementLoosenings(was.require, is.require),
    ...limitLoosenings(was, is),
    ...lostItems('citations', was.citations, is.citations),
  ].sort((a, b) => comparePaths(sortKey(a), sortKey(b)));
}

function sortKey({ setting, before, after }: Loosening): string {
  return JSON.stringify([setting, before, after]);
}

function* ledgerLoosenings(was: Policy, is: Policy): Generator<Loosening> {
  let covered = true;
  for (const directory of was.ledger) {
    if (is.ledger.some((kept) => kept === directory || isBelow(directory, kept))) continue;
    covered = false;
    yield { setting: 'ledger', before: directory, after: null };
  }
  if (covered && !keepsClaims(was, is)) yield { setting: 'ledger', before: was.ledger, after: is.ledger };
}

function* judgeLoosenings({ judge: was }: Policy, { judge: is }: Policy): Generator<Loosening> {
  if (was.required && !is.required) yield { setting: 'judge.required', before: true, after: false };
  if (was.family === 'same' && is.family === 'distinct') {
    yield { setting: 'judge.family', before: 'same', after: 'distinct' };
  }
  yield* lostItems('judge.aliases', was.aliases, is.aliases);
  // A new route can make an unknown judge independent, and a lost one can hide that judge and model are the same.
  for (const route of new Set([...Object.keys(was.routes), ...Object.keys(is.routes)])) {
    const before = routeTarget(was.routes, route);
    const after = routeTarget(is.routes, route);
    if (before !== after) yield { setting: `judge.routes.${route}`, before, after };
  }
}

function routeTarget(routes: Readonly<Record<string, string>>, route: string): string | null {
  return Object.hasOwn(routes, route) ? (routes[route] ?? null) : null;
}

function* requirementLoosenings(
  was: readonly Requirement[],
  is: readonly Requirement[],
): Generator<Loosening> {
  const now = new Map(is.map((requirement) => [requirement.id, requirement]));
  for (const before of was) {
    const setting = `require.${before.id}`;
    const after = now.get(before.id);
    if (after === undefined) {
      yield { setting, before: before.paths, after: null };
      continue;
    }
    yield* lostItems(`${setting}.paths`, before.paths, after.paths);
    if (before.series !== after.series) {
      yield { setting: `${setting}.series`, before: before.series, after: after.series };
    }
    if (before.enforce && !after.enforce) yield { setting: `${setting}.enforce`, before: true, after: false };
  }
}

function* limitLoosenings(was: Policy, is: Policy): Generator<Loosening> {
  if (lessCoverage(was.min_coverage, is.min_coverage)) {
    yield { setting: 'min_coverage', before: was.min_coverage, after: is.min_coverage };
  }
  // Neither way is stricter: a higher limit lets in records that were refused for their size, and a lower one leaves
  // records that no series claims unread, with a note where there was a verdict.
  if (was.max_bytes !== is.max_bytes) {
    yield { setting: 'max_bytes', before: was.max_bytes, after: is.max_bytes };
  }
}
