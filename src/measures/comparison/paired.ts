import { definitionText, samplesOf } from '../../core/comparability.ts';
import type { Difference } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import { detectableMean, detectableRate } from '../detectable-effect.ts';
import { exactMean } from '../exact-sum.ts';
import { ALPHA, pairedShares } from '../intervals.ts';
import { type FlipInterval, mcnemar, signFlip, signFlipInterval } from '../significance.ts';
import {
  type CaseValues,
  type ChangedCases,
  caseValues,
  changedCases,
  type ValueRange,
} from './case-values.ts';
import { type Direction, type Effect, LEAST_UNTIED } from './verdict.ts';

/** A metric that each side has a value of, paired by case where its definition says how. */
export interface MetricByCases extends MetricOfBoth {
  readonly kind: 'cases';
  /** `null` where something forbids it, or nothing pairs. */
  readonly paired: Paired | null;
  /** `null` too where a side has no value. */
  readonly effect: Effect | null;
  readonly changed: ChangedCases | null;
  /** What is tested: two metrics over the very same evidence are one test. */
  readonly tested: string;
}

/** A metric as both sides have it; `null` where one does not state it. */
export interface MetricOfBoth {
  readonly name: string;
  readonly base: JudgedMetric | null;
  readonly head: JudgedMetric | null;
  /** Reasons not to compare it, and those of them that no `--allow` overrides. */
  readonly reasons: readonly Difference[];
  readonly forbidding: readonly Difference[];
  readonly direction: Direction | null;
}

/** Pairs a metric of two results by case. */
export function compareByCases(
  base: Reading,
  head: Reading,
  metric: MetricOfBoth,
  margin: number | null,
): MetricByCases {
  const { name, direction, forbidding } = metric;
  const forbidden = forbidding.length > 0;
  const paired = forbidden ? null : pairedOf(base, head, name);
  return {
    ...metric,
    kind: 'cases',
    paired,
    effect: effectByCases(metric, paired, margin),
    changed: forbidden ? null : changedCases(base, head, name, direction),
    tested: testedBy(head, name),
  };
}

function pairedOf(base: Reading, head: Reading, name: string): Paired | null {
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  return one === null || other === null ? null : pairUp(one, other, samplesOf(base) === samplesOf(head));
}

/** What is tested: two metrics of one and the same definition are one test. */
function testedBy({ definitions }: Reading, name: string): string {
  const definition = definitions.get(name);
  const namesScore = definition !== undefined && typeof definition['score'] === 'string';
  return namesScore ? definitionText(definition) : name;
}

function effectByCases(
  { base, head, direction }: MetricOfBoth,
  paired: Paired | null,
  margin: number | null,
): Effect | null {
  if (paired === null || measuredValue(base) === null || measuredValue(head) === null) return null;
  const { untied, difference, interval, lost, unit, bounds, hidden } = paired;
  const hides = direction === 'lower' ? hidden.above : hidden.below;
  const missing =
    lost === 0 ? null : `${lost} ${lost === 1 ? `${unit} was` : `${unit}s were`} measured on one side alone`;
  return { untied, untiedDid: 'differ', difference, interval, direction, margin, missing, bounds, hides };
}

export function measuredValue(metric: JudgedMetric | null): number | null {
  return metric?.value ?? null;
}

/** Two runs paired by case, and what a test says of their differences (head minus base). */
interface Paired {
  readonly cases: number;
  readonly untied: number;
  readonly difference: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly test: 'mcnemar' | 'sign_flip';
  readonly p: number;
  /** Cases that only base passed, and only head; `null` where cases do not simply pass or fail. */
  readonly b: number | null;
  readonly c: number | null;
  readonly mde: number | null;
  /** Samples that one side alone measured (of cases that have one each: cases), and what they are called. */
  readonly lost: number;
  readonly unit: 'case' | 'sample';
  /** The difference with what was lost at its lowest and highest for head; `null` where no end is known. */
  readonly bounds: readonly [low: number, high: number] | null;
  /** Whether the test would find a difference with all that was lost at its lowest for head, and at its highest. */
  readonly hidden: { readonly below: boolean; readonly above: boolean };
  readonly seed: number | null;
}

/** A difference below this is rounding of two equal means. */
const TIE = 1e-12;
/** The cube of a larger one leaves the range of a number, and with it goes every test. */
const LARGEST = 1e100;

/**
 * Pairs two runs by case. Cases, never single samples, are the units: repeats of one case are averaged first, so that
 * they cannot pass for independent evidence. One sample a case that passes or fails is tested by McNemar's exact test,
 * everything else by the sign-flip permutation test; the interval goes with the test. `null` where a
 * difference is too large to be computed with: one absurd number in a file must not end the whole check. `samePlan`: both
 * runs planned as many samples, so that of a case of which one holds fewer the others are lost.
 */
export function pairUp(base: CaseValues, head: CaseValues, samePlan = false): Paired | null {
  const shared = [...base.values.keys()].filter((id) => head.values.has(id)).sort();
  const differences = shared.map((id) => clean(head.values.get(id)! - base.values.get(id)!));
  if (differences.some((difference) => Math.abs(difference) > LARGEST)) return null;
  const binary = base.binary && head.binary;
  const b = differences.filter((difference) => difference < 0).length;
  const c = differences.filter((difference) => difference > 0).length;
  const flip = binary ? null : signFlip(differences);
  const p = flip === null ? mcnemar(b, c) : flip.p;
  const scale = head.scale ?? base.scale;
  const reach = binary ? 1 : scale === null ? null : scale.high - scale.low;
  const interval = differenceInterval(differences, binary ? [b, c] : null, p, reach);
  const lost = lostRanges(base, head, samePlan);
  return {
    cases: shared.length,
    untied: b + c,
    difference: shared.length === 0 ? null : clean(exactMean(differences)),
    interval: interval === null ? null : [interval.low, interval.high],
    test: binary ? 'mcnemar' : 'sign_flip',
    p,
    b: binary ? b : null,
    c: binary ? c : null,
    mde: (binary
      ? detectableRate(shared.length, shared.length === 0 ? 0 : (b + c) / shared.length)
      : detectableMean(differences)
    ).value,
    lost: lost.count,
    unit: lost.unit,
    bounds: lost.bounds,
    hidden: {
      below: isFound(lost.lows, binary) && exactMean(lost.lows) < 0,
      above: isFound(lost.highs, binary) && exactMean(lost.highs) > 0,
    },
    seed: interval?.seed ?? flip?.seed ?? null,
  };
}

/**
 * The 95 % interval of a mean difference. Shares of cases that pass have that of paired shares; other differences are those
 * that the sign-flip test would not reject. Differences that are all alike say nothing of how they vary: a case that differs
 * by all that the scale allows could be as rare as not to be seen among so many. It holds 0 exactly where the test finds
 * nothing, and stays within `reach`, the most that two values can differ by; `null` where nothing bounds it.
 */
export function differenceInterval(
  differences: readonly number[],
  changed: readonly [b: number, c: number] | null,
  p: number,
  reach: number | null,
): FlipInterval | null {
  const n = differences.length;
  if (n === 0) return null;
  const [first = 0] = differences;
  const alike = changed === null && differences.every((difference) => Math.abs(difference - first) < TIE);
  const unseen = reach === null ? Number.POSITIVE_INFINITY : reach * (1 - (ALPHA / 2) ** (1 / n));
  const { seed, ...free } = alike
    ? { low: first - unseen, high: first + unseen, seed: null }
    : changed === null
      ? signFlipInterval(differences)
      : { ...pairedShares(...changed, n), seed: null };
  const most = reach ?? Number.POSITIVE_INFINITY;
  let [low, high] = [Math.max(free.low, -most), Math.min(free.high, most)];
  if (p > ALPHA) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  else if (low < 0 && high > 0) {
    if (exactMean(differences) > 0) low = 0;
    else high = 0;
  }
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high, seed } : null;
}

function clean(difference: number): number {
  return Math.abs(difference) < TIE ? 0 : difference;
}

/**
 * What one side alone measured: whole cases, and samples of cases that both have. What neither measured of a case has no
 * part in it. The bounds are of the mean difference over all cases that either side measured; `lows` and `highs` are the
 * differences of the cases with what was lost at its lowest and highest, empty where nothing was, or no end is known.
 */
function lostRanges(base: CaseValues, head: CaseValues, samePlan: boolean) {
  const ids = [...new Set([...base.values.keys(), ...head.values.keys()])].filter(
    (id) => !isUndecided(base, id) && !isUndecided(head, id),
  );
  const sides = [base, head] as const;
  let [count, most] = [0, 1];
  const ranges = ids.map((id): ValueRange | null => {
    const plan = samePlan ? Math.max(...sides.map((side) => plannedIn(side, id))) : null;
    const [from, to] = sides.map((side, at): ValueRange | null => {
      const { measured, expected, settled } = side.samples.get(id) ?? NO_SAMPLES;
      const own = measured + expected === 0 ? plannedIn(sides[1 - at]!, id) : expected;
      const planned = settled ? expected : Math.max(own, plan ?? 0);
      const value = side.values.get(id);
      const more = Math.max(planned - measured, value === undefined ? 1 : 0);
      count += more;
      most = Math.max(most, planned);
      return more === 0 ? [value!, value!] : side.ends(id, more);
    }) as [ValueRange | null, ValueRange | null];
    return from === null || to === null ? null : [clean(to[0] - from[1]), clean(to[1] - from[0])];
  });
  const known = ranges.flatMap((range) => (range === null ? [] : [range]));
  const bounded = ids.length > 0 && known.length === ids.length;
  const [lows, highs] = [known.map(([low]) => low), known.map(([, high]) => high)];
  // A hair above 0 that is rounding would keep a side that nothing keeps.
  const bounds: ValueRange | null = bounded ? [clean(exactMean(lows)), clean(exactMean(highs))] : null;
  const all = bounded && count > 0 ? { lows, highs } : { lows: [], highs: [] };
  return { count, unit: most > 1 ? ('sample' as const) : ('case' as const), bounds, ...all };
}

function isFound(differences: readonly number[], binary: boolean): boolean {
  const b = differences.filter((difference) => difference < 0).length;
  const c = differences.filter((difference) => difference > 0).length;
  if (b + c < LEAST_UNTIED) return false;
  return (binary ? mcnemar(b, c) : signFlip(differences).p) <= ALPHA;
}

const NO_SAMPLES = { measured: 0, expected: 0, settled: false };

function plannedIn({ samples }: CaseValues, id: string): number {
  return samples.get(id)?.expected ?? 0;
}

/** Cases that were measured and count for neither arm: nothing of them is lost. */
function isUndecided({ values, undecided }: CaseValues, id: string): boolean {
  return !values.has(id) && undecided.has(id);
}
