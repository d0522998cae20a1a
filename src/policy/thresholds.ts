import { boundOffScale, coverageOf, type JudgedMetric } from '../core/judged-metric.ts';
import type { Path } from '../core/path.ts';
import { compareToBound, formatBeside } from '../core/quantity.ts';
import type { Reading, Row } from '../core/reading.ts';
import type { ThresholdReport } from '../core/report.ts';
import { intervalText } from '../core/result-wording.ts';
import { nearest } from '../core/text.ts';
import {
  isWithinNoise,
  judge,
  type MeasuredQuantity,
  type Sampling,
  sameVerdict,
  UNKNOWN_SAMPLING,
} from '../core/verdict.ts';
import { type HardFailOutcome, judgeHardFail, type ScoreOf, whyInconclusive } from './hard-fail.ts';
import { pinRemedy, whyMetricOutsidePin, whyOutsidePin } from './pin.ts';
import { DEFAULT_POLICY, type JudgePolicy, type Series, type Threshold } from './policy.ts';
import {
  casesRemedy,
  demandedReading,
  missingRows,
  missingSamplesText,
  type NotCounted,
  type ReferenceRun,
  unprovenRemedy,
  unprovenText,
  whyLessThanExpected,
  whyNotWhole,
  whyOtherEvidence,
  whyOtherRows,
} from './reference-run.ts';
import { moreCasesRemedy, REMEDY } from './threshold-remedy.ts';

/** A threshold of a series with its verdict on one reading. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
  readonly unknown: { readonly nearest: string | null } | null;
  /** Set for a condition on single rows: `value` is then how many fail the run. */
  readonly failing: { readonly cases: readonly string[]; readonly count: number } | null;
  readonly pointer: string | null;
  /** The bound that was missed, where one was: of a ratio its value alone does not always say which. */
  readonly missed?: 'min' | 'max' | null;
  /** What to do where it is unmeasured and enforced. */
  readonly remedy: string;
}

/**
 * The expectations of an enforced threshold on the evidence: those of the series' reference run, where base holds
 * one.
 */
export interface Expectations {
  readonly reference: ReferenceRun | null;
  readonly judges: JudgePolicy;
  /** What the rows give for a score that a condition on rows names; else what they state. */
  readonly scoreOf?: ScoreOf;
}

const NOTHING_EXPECTED: Expectations = { reference: null, judges: DEFAULT_POLICY.judge };

/**
 * Judges the thresholds of a series on one reading, then its conditions on single rows. They are unmeasured where the
 * run is scripted, a part of the suite, outside the series' pins or undecided; so is an enforced threshold on too few
 * cases or on other evidence than the reference run's.
 */
export function judgeThresholds(
  path: Path,
  series: Series,
  reading: Reading,
  metrics: readonly JudgedMetric[],
  minCoverage: number | null,
  { reference, judges, scoreOf }: Expectations = NOTHING_EXPECTED,
): readonly JudgedThreshold[] {
  const part = whyNotWhole(reading, series);
  const run = whyNoRun(series, reading, part);
  const against = reference === null ? null : { reading, reference, series, judges };
  const other = (metric: string) =>
    against && whyOtherEvidence(metric, against, isRecomputed(metrics, metric));
  const undecided = run === null ? whyInconclusive(series, metrics, other) : null;
  const hollow = isHollow(reading);
  const names = metrics.map(({ name }) => name);
  const judged = series.thresholds.map((threshold): JudgedThreshold => {
    const metric = metrics.find(({ name }) => name === threshold.metric);
    const demands: ThresholdDemands = {
      threshold,
      minCoverage: threshold.min_coverage ?? minCoverage,
      minN: threshold.min_n ?? series.min_n,
      hollow,
    };
    const alone = whyMetricOutsidePin(series, reading, threshold.metric, judges);
    const refused = run ?? (alone === null ? null : { reason: alone, remedy: REMEDY.pin }) ?? undecided;
    const measured: MeasuredQuantity =
      refused === null
        ? enough(metric, measuredValue(metric, demands), threshold, { series, reading, reference, other })
        : { unmeasured: refused.reason, remedy: refused.remedy };
    const verdict = judge(measured, threshold);
    const sampling = refused === null ? (metric?.sampling ?? UNKNOWN_SAMPLING) : UNKNOWN_SAMPLING;
    return {
      path,
      series: series.id,
      arm: reading.arm,
      metric: threshold.metric,
      min: threshold.min,
      max: threshold.max,
      value: verdict.kind === 'unmeasured' ? null : verdict.quantity.value,
      verdict: verdict.kind,
      reason: verdict.kind === 'unmeasured' ? verdict.reason : null,
      missed: verdict.kind === 'missed' ? verdict.bound : null,
      enforced: threshold.enforce && part?.allowed !== true,
      ...sampling,
      within_noise: isWithinNoise(sampling, threshold),
      unknown: metric === undefined && run === null ? { nearest: nearest(threshold.metric, names) } : null,
      failing: null,
      pointer: metric?.pointer ?? null,
      remedy: remedyOf(measured),
    };
  });
  const conditions = series.hard_fail.map((hard) => {
    const lacking = missingRows(hard.where, reading, demandedReading(reference, series));
    const outcome = judgeHardFail(hard, reading, minCoverage, lacking, scoreOf);
    const evidence = against && whyOtherRows(hard.score, against);
    const remedy = casesRemedy(outcome.share, null, reading, lacking > 0 ? reference : null, series);
    return hardFailThreshold(
      path,
      series,
      reading,
      { ...outcome, remedy: outcome.share === null ? REMEDY.unmeasured : remedy },
      run ?? (outcome.count > 0 ? null : evidence),
      part?.allowed !== true,
    );
  });
  return [...judged, ...conditions];
}

/** Why nothing of a run counts: it is outside the pins, no whole run, or has no value at all. */
function whyNoRun(series: Series, reading: Reading, part: NotCounted | null): NotCounted | null {
  const pinned = whyOutsidePin(series, reading);
  if (pinned !== null) return { reason: pinned, remedy: pinRemedy(series, reading) };
  if (part !== null) return part;
  if (reading.status === 'unmeasured')
    return { reason: reading.reason ?? 'the run is unmeasured', remedy: REMEDY.unmeasured };
  return whyLessThanExpected(reading, series);
}

function isRecomputed(metrics: readonly JudgedMetric[], name: string): boolean {
  return (metrics.find((metric) => metric.name === name)?.recomputed ?? null) !== null;
}

/** What a policy demands of a value before it is compared with a threshold. */
interface ThresholdDemands {
  readonly threshold: Threshold;
  readonly minCoverage: number | null;
  readonly minN: number | null;
  /** Whether the file keeps rows in which nothing was measured: then nothing is evidence of what it states. */
  readonly hollow: boolean;
}

/** The value that is compared with a threshold, or why the policy does not let it count, with a remedy. */
function measuredValue(metric: JudgedMetric | undefined, demands: ThresholdDemands): MeasuredQuantity {
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
function offScale(metric: JudgedMetric, threshold: Threshold): MeasuredQuantity | null {
  const bound = boundOffScale(metric, threshold);
  if (bound === null || !metric.scale) return null;
  const { low, high } = metric.scale;
  return {
    unmeasured: `inconclusive: the threshold of ${bound} lies outside the scale of ${low} to ${high}, so it decides nothing`,
    remedy: REMEDY.scale,
  };
}

/** Why a value does not count under a least number of cases; `null` where it does. An unknown number is never enough. */
function tooFew({ n }: Sampling, minN: number | null): MeasuredQuantity | null {
  if (minN === null || (n !== null && n >= minN)) return null;
  return {
    unmeasured:
      n === null
        ? `nothing says on how many cases it was measured, and at least ${minN} are asked (min_n)`
        : `it stands on ${n} ${n === 1 ? 'case' : 'cases'}, and at least ${minN} are asked (min_n)`,
    remedy: moreCasesRemedy(minN),
  };
}

/** Why the interval decides nothing: not the whole of it lies on the side of the bounds where the value does. */
function undecided(
  { value, ratio, sampling: { interval } }: JudgedMetric,
  threshold: Threshold,
): MeasuredQuantity | null {
  if (interval === null) {
    return {
      unmeasured: 'it has no interval, and the policy asks for one (rule: interval)',
      remedy: REMEDY.no_interval,
    };
  }
  const own = judge({ quantity: { value: value ?? Number.NaN, ratio } }, threshold);
  const { low, high } = interval;
  const ends = [low, high].map((end) => judge({ quantity: { value: end } }, threshold));
  if (ends.every((end) => sameVerdict(end, own))) return null;
  return {
    unmeasured: `within noise: not the whole of its interval (${intervalText(interval, [threshold.min, threshold.max])}) is on one side of the bar (rule: interval)`,
    remedy: REMEDY.interval,
  };
}

/**
 * Why an enforced threshold cannot be judged: cases are unmeasured, too few for the policy were measured, and with them the
 * verdict could be another. `null` where it holds whatever they had come to.
 */
function uncertain(
  metric: JudgedMetric,
  threshold: Threshold,
  minCoverage: number | null,
): MeasuredQuantity | null {
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

interface Evidence {
  readonly series: Series;
  readonly reading: Reading;
  readonly reference: ReferenceRun | null;
  readonly other: (metric: string) => NotCounted | null;
}

/** A value that was measured, or why what is known of the last run and expected by the policy does not let it count. */
function enough(
  metric: JudgedMetric | undefined,
  measured: MeasuredQuantity,
  threshold: Threshold,
  { series, reading, reference, other }: Evidence,
): MeasuredQuantity {
  const most = Object.hasOwn(series.expect.max_plausible, threshold.metric)
    ? series.expect.max_plausible[threshold.metric]
    : undefined;
  if ('quantity' in measured && most !== undefined && measured.quantity.value > most) {
    return {
      unmeasured: `inconclusive: ${formatBeside(measured.quantity, most)} is more than anybody would believe (expect.max_plausible ${most})`,
      remedy: REMEDY.implausible,
    };
  }
  // What misses by its own evidence has missed, whatever else could be said of it.
  if (!threshold.enforce || metric === undefined || judge(measured, threshold).kind === 'missed')
    return measured;
  const refused = metric.value === null ? null : other(threshold.metric);
  if (refused !== null) return { unmeasured: refused.reason, remedy: refused.remedy };
  if ('quantity' in measured) return measured;
  const { incompleteCases = [], unproven = [] } = metric;
  const texts =
    reference === null
      ? []
      : [missingSamplesText(incompleteCases, reference), unprovenText(unproven, reference)];
  const short = texts.filter((text) => text !== null);
  const nothing = metric.measured === 0 && short.length > 0;
  if (measured.remedy !== REMEDY.coverage && !nothing) return measured;
  const then = incompleteCases.length > 0 || metric.recomputed === null ? reference : null;
  return {
    unmeasured: [...(nothing ? [] : [measured.unmeasured]), ...short].join('; '),
    remedy:
      unproven.length > 0
        ? unprovenRemedy(series)
        : casesRemedy(coverageOf(metric), threshold.metric, reading, then, series),
  };
}

/** Whether the file keeps rows, and none of them came to anything: there is none, or all ended in an error. */
function isHollow({ rows }: Reading): boolean {
  const measured = ({ scores, judgments }: Row) =>
    [...scores.values()].some((value) => value !== null) || judgments.some(({ value }) => value !== null);
  return rows?.every((row) => row.error !== null && !measured(row)) ?? false;
}

/** A condition on single rows as a threshold that is always enforced: at most 0 rows may fail the run. */
function hardFailThreshold(
  path: Path,
  series: Series,
  { arm }: Reading,
  { condition, cases, count, unmeasured, remedy }: HardFailOutcome & { readonly remedy: string },
  refused: NotCounted | null,
  enforced: boolean,
): JudgedThreshold {
  const why = refused?.reason ?? unmeasured;
  const threshold = { path, series: series.id, arm, metric: condition, min: null, max: 0, enforced };
  const shared = { ...threshold, ...UNKNOWN_SAMPLING, within_noise: false };
  const rest = { unknown: null, pointer: null, remedy: refused?.remedy ?? remedy };
  if (why !== null)
    return { ...shared, value: null, verdict: 'unmeasured', reason: why, failing: null, ...rest };
  const verdict = count === 0 ? 'met' : 'missed';
  return { ...shared, value: count, verdict, reason: null, failing: { cases, count }, ...rest };
}

function remedyOf(measured: MeasuredQuantity): string {
  return ('unmeasured' in measured ? measured.remedy : undefined) ?? REMEDY.unmeasured;
}
