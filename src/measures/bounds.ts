import { type Aggregation, headline } from './aggregate.ts';
import type { Interval } from './interval.ts';
import type { Observation } from './observation.ts';

/** The ends between which a score can lie. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/**
 * What the headline would be if everything unmeasured had come out at the bad end, and at the good end: the worst-case
 * bounds of Manski, "Partial Identification of Probability Distributions", 2003, chapter 1. Every aggregation here
 * rises with each of its values, so the two ends bound it. For a rate this is x/N to (x + m)/N. Null where the rows
 * would not make a headline even if all were measured (no case at all, fewer samples than k).
 */
export function bounds(
  how: Aggregation,
  observations: readonly Observation[],
  scale: Scale = { low: 0, high: 1 },
): Interval | null {
  if (how.aggregate === 'count') return countBounds(observations);
  const low = headline(how, filled(observations, scale.low)).value;
  const high = headline(how, filled(observations, scale.high)).value;
  return low === null || high === null ? null : { low, high };
}

function filled(observations: readonly Observation[], value: number): readonly Observation[] {
  return observations.map((observation) =>
    observation.value === null && observation.reason !== 'not_applicable'
      ? { case: observation.case, value }
      : observation,
  );
}

/** A row that is measured counts, whatever its value: the scale has no say. */
function countBounds(observations: readonly Observation[]): Interval | null {
  const low = headline({ aggregate: 'count' }, observations).value;
  const high = headline({ aggregate: 'count' }, filled(observations, 0)).value;
  return low === null || high === null ? null : { low, high };
}
