import type { Claim, Definition } from '../../core/reading.ts';
import { FEW, type Sampling, type SamplingInterval, UNKNOWN_SAMPLING } from '../../core/verdict.ts';
import { caseEstimate, type Scale } from '../aggregate.ts';
import { normalQuantile, tQuantile } from '../distributions.ts';
import { exactSum } from '../exact-sum.ts';
import {
  CONFIDENCE,
  clusteredError,
  type Interval,
  type QuotientParts,
  scoreInterval,
  wilson,
  wilsonOfShare,
} from '../intervals.ts';
import { caseMeans } from '../means.ts';
import { type Observation, samplesByCase } from '../observation.ts';
import type { Observed } from './observed.ts';
import type { UsablePlan } from './plan.ts';

type Part = readonly [numerator: number, denominator: number];

const UNIT: Scale = { low: 0, high: 1 };

/**
 * How far a recomputed value speaks for more than its cases. Cases that pass or fail once each have Wilson's interval, and
 * other means on a known scale have it for as many as their cases are worth; means on no known scale have Student's t over
 * cases. The repeats of a case are no evidence of their own. Where all cases
 * came out alike they say nothing of how they vary, and only the scale bounds it. A sum or a quantile has no interval.
 */
export function samplingOf(
  plan: UsablePlan,
  observed: Observed,
  all: readonly Observation[],
  value: number | null,
  scaleOfRows: () => Scale | null,
): Sampling {
  const parts = partsOf(plan, observed, all);
  if (parts === null) {
    const n = samplesByCase(all).filter(({ values }) => values.length > 0).length;
    return { n, few: false, interval: null };
  }
  const n = parts.numerators.length;
  const interval =
    value === null || n === 0 ? null : intervalOf(value, parts, () => scaleOf(plan, observed, scaleOfRows));
  return { n, few: n > 0 && n <= FEW, interval };
}

/** How far a claim without rows does: by the counts or the standard error that its file states. */
export function samplingOfClaim(
  claim: Claim,
  definition: Definition | null,
  scale: Scale | null = null,
): Sampling {
  const { value, measured = null, ratio, standard_error: error = null } = claim;
  const counts = ratio !== undefined && isShare(ratio.numerator, ratio.denominator) ? ratio : null;
  const n = measured ?? counts?.denominator ?? null;
  if (value === null || n === 0) return { ...UNKNOWN_SAMPLING, n };
  const few = n !== null && n <= FEW && !WHOLE_RUN.has(definition?.aggregate ?? '');
  if (error !== null && Number.isFinite(error) && error > 0) {
    const half = normalQuantile((1 + CONFIDENCE) / 2) * error;
    return { n, few, interval: stated(cut(value - half, value, value + half, scale), 'standard_error') };
  }
  // Counts of something that the cases have several of (judged claims) are not independent: then nothing is known.
  const ends =
    counts === null || counts.denominator !== n ? null : wilson(counts.numerator, counts.denominator);
  return { n, few, interval: ends === null ? null : stated(ends, 'wilson') };
}

/** Numbers that are about the run itself and estimate nothing beyond it. */
const WHOLE_RUN: ReadonlySet<string> = new Set(['sum', 'count', 'min', 'max', 'median', 'percentile']);

function isShare(numerator: number, denominator: number): boolean {
  return (
    Number.isSafeInteger(numerator) &&
    Number.isSafeInteger(denominator) &&
    numerator >= 0 &&
    numerator <= denominator
  );
}

/** What each case adds to a headline that is a quotient of sums over cases; `null` where it is none. */
function partsOf(plan: UsablePlan, observed: Observed, all: readonly Observation[]): QuotientParts | null {
  if (plan.kind === 'ratio') {
    return partsByCase(observed.rows, (index) => {
      const { numerator, denominator } = observed.ratio![index]!;
      return numerator.value === null || denominator.value === null
        ? null
        : [numerator.value, denominator.value];
    });
  }
  if (plan.kind === 'games') {
    return partsByCase(observed.rows, (index) => gamePart(plan, observed.outcomes![index]!));
  }
  const { how } = plan;
  if (how.aggregate === 'mean' || how.aggregate === 'rate') {
    if (how.over !== 'rows') return { numerators: caseMeans(all), denominators: null };
    const measured = samplesByCase(all).filter(({ values }) => values.length > 0);
    return {
      numerators: measured.map(({ values }) => exactSum(values)),
      denominators: measured.map(({ values }) => values.length),
    };
  }
  const estimate = caseEstimate(how);
  if (estimate === null) return null;
  const numerators: number[] = [];
  for (const { values } of samplesByCase(all)) {
    const own = values.length === 0 ? null : estimate(values);
    if (own !== null) numerators.push(own);
  }
  return { numerators, denominators: null };
}

function gamePart(
  plan: Extract<UsablePlan, { readonly kind: 'games' }>,
  outcome: NonNullable<Observed['outcomes']>[number],
): Part | null {
  if (outcome.kind === 'unmeasured') return null;
  if (plan.how === 'flip_rate') return [outcome.kind === 'flip' ? 1 : 0, 1];
  return outcome.kind === 'win' ? [outcome.arm === plan.arm ? 1 : 0, 1] : null;
}

function partsByCase(rows: Observed['rows'], partOf: (index: number) => Part | null): QuotientParts {
  const byCase = new Map<string, Part>();
  for (const [index, { id }] of rows.entries()) {
    const part = partOf(index);
    if (part === null) continue;
    const [a, b] = byCase.get(id) ?? [0, 0];
    byCase.set(id, [a + part[0], b + part[1]]);
  }
  const parts = [...byCase.values()];
  return { numerators: parts.map(([a]) => a), denominators: parts.map(([, b]) => b) };
}

/** The scale of the headline, where it is known: a ratio has that of a share where no row's part exceeds its whole. */
function scaleOf(plan: UsablePlan, { ratio }: Observed, scaleOfRows: () => Scale | null): Scale | null {
  if (plan.kind === 'games') return UNIT;
  if (plan.kind === 'values') return scaleOfRows();
  const whole = (ratio ?? []).every(
    ({ numerator, denominator }) =>
      numerator.value === null ||
      denominator.value === null ||
      (numerator.value >= 0 && numerator.value <= denominator.value),
  );
  return whole ? UNIT : null;
}

/** Differences that are rounding and no spread, relative to the value. */
const ALIKE = 1e-9;

function intervalOf(
  value: number,
  parts: QuotientParts,
  scaleOf: () => Scale | null,
): SamplingInterval | null {
  const scale = scaleOf();
  const { numerators } = parts;
  const n = numerators.length;
  if (scale !== null && scale.low === 0 && scale.high === 1 && areTrials(parts)) {
    const ends = wilson(exactSum(numerators), n);
    return ends === null ? null : stated(ends, 'wilson');
  }
  const error = n < 2 ? null : clusteredError(parts, value);
  if (error === null || error <= ALIKE * Math.max(1, Math.abs(value))) {
    return scale === null || scale.high <= scale.low ? null : alike(value, n, scale);
  }
  const t = tQuantile((1 + CONFIDENCE) / 2, n - 1);
  if (scale !== null && value > scale.low && value < scale.high) return onScale(value, error, n, t, scale);
  const { low, high } = skewed(value, error, parts, t);
  return stated(cut(low, value, high, scale), 't');
}

/** Cases of the largest spread that are added to the estimate of the spread: few cases seldom show their rare ones. */
const ADDED_CASES = 2;

/**
 * The score interval of a mean on a known scale, for as many cases that pass or fail as its own are worth by their spread
 * (the effective sample size of Korn and Graubard, "Analysis of Health Surveys", 1999, section 3.2), never fewer than there
 * are. Student's t alone is short, on the flattering side, where most cases are near an end of the scale.
 */
function onScale(value: number, error: number, n: number, t: number, { low, high }: Scale): SamplingInterval {
  const range = high - low;
  const share = (value - low) / range;
  const spread = (n * (error / range) ** 2) / (share * (1 - share));
  const shrunk = Math.min(1, (spread * (n - 1) + ADDED_CASES) / (n - 1 + ADDED_CASES));
  const ends = scoreInterval(share, n / shrunk, t);
  return stated({ low: low + ends.low * range, high: low + ends.high * range }, 'wilson');
}

/**
 * Student's t interval, widened where the cases are skewed by that of Hall, "On the Removal of Skewness by Transformation",
 * 1992: a long tail that few cases show is missed on the side of the tail.
 */
function skewed(
  value: number,
  error: number,
  { numerators, denominators }: QuotientParts,
  t: number,
): Interval {
  const apart = numerators.map((part, index) => part - value * (denominators?.[index] ?? 1));
  const n = apart.length;
  // In parts of the largest, whose cube could leave the range.
  const largest = apart.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const residuals = apart.map((each) => each / largest);
  const root = Math.sqrt(n);
  const squares = exactSum(residuals.map((each) => each ** 2)) / n;
  const skewness = exactSum(residuals.map((each) => each ** 3)) / n / squares ** 1.5;
  const [a, b] = [skewness / (3 * root), skewness / (6 * root)];
  const back = (q: number) => (Math.abs(a) < 1e-9 ? q - b : (Math.cbrt(1 + 3 * a * (q - b)) - 1) / a);
  const plain = { low: value - t * error, high: value + t * error };
  if (!Number.isFinite(skewness)) return plain;
  return {
    low: Math.min(plain.low, value - back(t) * error),
    high: Math.max(plain.high, value - back(-t) * error),
  };
}

/** Whether each case is one trial that passed or failed. */
function areTrials({ numerators, denominators }: QuotientParts): boolean {
  return (
    numerators.every((part) => part === 0 || part === 1) &&
    (denominators?.every((part) => part === 1) ?? true)
  );
}

/** The interval of a value that all cases came to: as wide as the scale allows for that many. */
function alike(value: number, n: number, { low, high }: Scale): SamplingInterval | null {
  const share = (value - low) / (high - low);
  if (!(share >= 0 && share <= 1)) return null;
  const ends = wilsonOfShare(share, n);
  return stated({ low: low + ends.low * (high - low), high: low + ends.high * (high - low) }, 'wilson');
}

/** An interval without what lies beyond the ends of the scale; the value itself always stays in it. */
function cut(low: number, value: number, high: number, scale: Scale | null): Interval {
  if (scale === null) return { low, high };
  return {
    low: Math.max(low, Math.min(scale.low, value)),
    high: Math.min(high, Math.max(scale.high, value)),
  };
}

function stated({ low, high }: Interval, method: SamplingInterval['method']): SamplingInterval {
  return { low, high, level: CONFIDENCE, method };
}
