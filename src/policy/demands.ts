import { boundOffScale, coverageOf, type JudgedMetric } from '../core/judged-metric.ts';
import { compareToBound } from '../core/quantity.ts';
import { intervalText } from '../core/result-wording.ts';
import type { Sampling } from '../core/sampling.ts';
import { judge, type Measured, sameVerdict } from '../core/verdict.ts';
import type { Threshold } from './policy.ts';
import { moreCases, REMEDY } from './threshold-remedy.ts';

/** What a policy demands of a value before it is held against a bar. */
export interface Demands {
  readonly threshold: Threshold;
  readonly minCoverage: number | null;
  readonly minN: number | null;
  /** Whether the file keeps rows in which nothing was measured: what it claims all the same rests on nothing. */
  readonly hollow: boolean;
}

/** The value that a bar is held against, or why the policy does not let it count, with what to do. */
export function measuredValue(metric: JudgedMetric | undefined, demands: Demands): Measured {
  const { threshold, minCoverage, minN } = demands;
  if (metric === undefined) return { unmeasured: 'the result does not state it', remedy: REMEDY.absent };
  if (metric.value === null) return { unmeasured: metric.reason ?? 'no reason is stated' };
  if (demands.hollow && metric.recomputed === null)
    return { unmeasured: 'no_cases: it is claimed, and nothing was measured in the rows of the file' };
  if (metric.measured === 0 || metric.expected === 0)
    return { unmeasured: 'no_cases: nothing of it was measured' };
  const open =
    (threshold.enforce ? offScale(metric, threshold) : null) ??
    tooFew(metric.sampling, minN) ??
    (threshold.enforce ? uncertain(metric, threshold, minCoverage) : null) ??
    (threshold.rule === 'interval' ? undecided(metric, threshold) : null);
  return open ?? { quantity: { value: metric.value, ratio: metric.ratio } };
}

/** Why a threshold says nothing: on the declared scale it is always met, or always missed. */
function offScale(metric: JudgedMetric, threshold: Threshold): Measured | null {
  const bound = boundOffScale(metric, threshold);
  if (bound === null || !metric.scale) return null;
  const { low, high } = metric.scale;
  return {
    unmeasured: `inconclusive: the threshold of ${bound} lies outside the scale of ${low} to ${high}, so it decides nothing`,
    remedy: REMEDY.scale,
  };
}

/** Why a value does not count under a least number of cases; `null` where it does. An unknown number is never enough. */
function tooFew({ n }: Sampling, minN: number | null): Measured | null {
  if (minN === null || (n !== null && n >= minN)) return null;
  return {
    unmeasured:
      n === null
        ? `nothing says on how many cases it was measured, and at least ${minN} are asked (min_n)`
        : `it stands on ${n} ${n === 1 ? 'case' : 'cases'}, and at least ${minN} are asked (min_n)`,
    remedy: moreCases(minN),
  };
}

/** Why the interval decides nothing: not the whole of it lies on the side of the bounds where the value does. */
function undecided({ value, ratio, sampling: { interval } }: JudgedMetric, bar: Threshold): Measured | null {
  if (interval === null) {
    return {
      unmeasured: 'it has no interval, and the policy asks for one (rule: interval)',
      remedy: REMEDY.no_interval,
    };
  }
  const own = judge({ quantity: { value: value ?? Number.NaN, ratio } }, bar);
  const { low, high } = interval;
  const ends = [low, high].map((end) => judge({ quantity: { value: end } }, bar));
  if (ends.every((end) => sameVerdict(end, own))) return null;
  return {
    unmeasured: `within noise: not the whole of its interval (${intervalText(interval, [bar.min, bar.max])}) is on one side of the bar (rule: interval)`,
    remedy: REMEDY.interval,
  };
}

/**
 * Why an enforced bar cannot be judged: cases are unmeasured, too few for the policy were measured, and with them the
 * verdict could be another. `null` where it holds whatever they had come to.
 */
function uncertain(metric: JudgedMetric, threshold: Threshold, minCoverage: number | null): Measured | null {
  const { measured, expected, low, high, value, ratio } = metric;
  const coverage = coverageOf(metric);
  const whole = coverage === null || coverage >= 1;
  if (whole && (low === null || high === null || low === high)) return null;
  if (!whole && minCoverage !== null && compareToBound({ value: coverage }, minCoverage) >= 0) return null;
  if (value !== null && low !== null && high !== null) {
    const ends = [low, high].map((end) => judge({ quantity: { value: end } }, threshold));
    const own = judge({ quantity: { value, ratio } }, threshold);
    if (ends.every((end) => sameVerdict(end, own))) return null;
  }
  return {
    unmeasured:
      coverage === null || whole
        ? 'not everything was measured, and the rest could decide'
        : `only ${measured} of ${expected} ${metric.unit ?? 'cases'} were measured, and the others could decide`,
    remedy: REMEDY.coverage,
  };
}
