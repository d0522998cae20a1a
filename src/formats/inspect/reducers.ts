import { groupBy } from '../../core/maps.ts';
import type { Definition, Row } from '../../core/reading.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { countEach, type Measured } from '../../measures/observation.ts';
import { median } from '../../measures/totals.ts';

/** How the epochs of a sample become one value; `null` where the values leave it open. */
type Reduce = (values: readonly number[]) => number | null;

/** A reducer of inspect_ai: one that a metric's definition can name, or one that is carried out here. */
type Reducer =
  | { readonly kind: 'defined'; readonly definition: Definition; readonly counts: true }
  /** `counts`: whether it counts what is correct. */
  | { readonly kind: 'own'; readonly reduce: Reduce; readonly counts: boolean };

/** A score counts as correct from 1 on unless a reducer has an option, which its name in the log does not say. */
const CORRECT = 1;

/** The reducer of that name, as inspect_ai defines it; `null` for any other. The mean needs none. */
export function reducerOf(name: string, score: string): Reducer | null {
  const [, kind, digits] = /^(at_least|pass_at|pass_k)_(\d{1,4})$/.exec(name) ?? [];
  const k = Number(digits ?? 0);
  switch (kind ?? name) {
    case 'median':
      return {
        kind: 'own',
        counts: false,
        reduce: (values) => median(values.map((value) => ({ value }))).value,
      };
    case 'mode':
      return { kind: 'own', counts: false, reduce: mode };
    case 'max':
      return { kind: 'own', counts: false, reduce: (values) => Math.max(...values) };
    case 'at_least':
      return {
        kind: 'own',
        counts: true,
        reduce: (values) => (values.filter((value) => value >= CORRECT).length >= k ? 1 : 0),
      };
    case 'pass_at':
      return k === 0 ? null : passes('pass_at_k', k, score);
    case 'pass_k':
      return k === 0 ? null : passes('pass_hat_k', k, score);
    default:
      return null;
  }
}

function passes(name: string, k: number, score: string): Reducer {
  return {
    kind: 'defined',
    definition: { aggregate: name, k, pass_if: { [score]: { min: CORRECT } } },
    counts: true,
  };
}

/** The commonest value. Of two that are equally common inspect_ai takes the one that came first, and the order is lost. */
function mode(values: readonly number[]): number | null {
  const [first, second] = [...countEach(values)].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

/** The mean over samples of what a reducer makes of each; `null` where one of them is left open. */
export function reducedMean(rows: readonly Row[], score: string, reduce: Reduce): Measured | null {
  const scored = rows.flatMap(({ id, scores }) => {
    const value = scores.get(score) ?? null;
    return typeof value === 'string' || value === null ? [] : [{ id, value: Number(value) }];
  });
  const reduced = Array.from(
    groupBy(scored, ({ id }) => id),
    ([id, mine]) => ({ case: id, value: reduce(mine.map(({ value }) => value)) }),
  );
  const known = reduced.flatMap(({ case: id, value }) => (value === null ? [] : [{ case: id, value }]));
  return known.length < reduced.length ? null : aggregate({ aggregate: 'mean' }, known);
}
