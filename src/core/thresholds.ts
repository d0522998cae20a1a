import { type Gate, judgeHardFail, whyInconclusive } from './gates.ts';
import type { JudgedMetric } from './judged-metric.ts';
import { nearest } from './nearest.ts';
import type { Path } from './path.ts';
import { outsidePin, outsidePinAlone } from './pin.ts';
import type { Series, Threshold } from './policy.ts';
import type { Reading } from './reading.ts';
import type { ThresholdReport } from './report.ts';
import { intervalText } from './result-wording.ts';
import { isWithinNoise, type Sampling, UNKNOWN_SAMPLING } from './sampling.ts';
import { moreCases, REMEDY } from './threshold-remedy.ts';
import { judge, type Measured, type Verdict } from './verdict.ts';

/** A threshold with its verdict. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
  readonly unknown: { readonly nearest: string | null } | null;
  /** Set for a condition on single rows: `value` is then how many fail the run. */
  readonly gate: { readonly cases: readonly string[]; readonly count: number } | null;
  readonly pointer: string | null;
  /** What to do where it is unmeasured and enforced. */
  readonly remedy: string;
}

/**
 * Holds the thresholds of a series against one reading, then its conditions on single rows. A scripted run called no
 * model and counts for none. A result outside the series' pins is unmeasured there, as is one whose enforced bar rests
 * on too few of its cases, or whose run decides nothing.
 */
export function judgeThresholds(
  path: Path,
  series: Series,
  reading: Reading,
  metrics: readonly JudgedMetric[],
  minCoverage: number | null,
): readonly JudgedThreshold[] {
  if (reading.mode === 'scripted') return [];
  const pinned = outsidePin(series, reading);
  const nothing = pinned ?? whyInconclusive(series, metrics);
  const gates = series.hard_fail.map((hard) =>
    judgedGate(path, series, reading, judgeHardFail(hard, reading, minCoverage), pinned),
  );
  const judged = series.thresholds.map((threshold): JudgedThreshold => {
    const metric = metrics.find(({ name }) => name === threshold.metric);
    const demands: Demands = {
      threshold,
      minCoverage: threshold.min_coverage ?? minCoverage,
      minN: threshold.min_n ?? series.min_n,
    };
    const outside = pinned ?? outsidePinAlone(series, reading, threshold.metric);
    const barred = outside ?? nothing;
    const measured: Measured =
      barred === null
        ? measuredValue(metric, demands)
        : { unmeasured: barred, remedy: outside === null ? REMEDY.unmeasured : REMEDY.pin };
    const verdict = judge(measured, threshold);
    const sampling = barred === null ? (metric?.sampling ?? UNKNOWN_SAMPLING) : UNKNOWN_SAMPLING;
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
      enforced: threshold.enforce,
      ...sampling,
      within_noise: isWithinNoise(sampling, threshold),
      unknown:
        metric === undefined
          ? {
              nearest: nearest(
                threshold.metric,
                metrics.map(({ name }) => name),
              ),
            }
          : null,
      gate: null,
      pointer: metric?.pointer ?? null,
      remedy: remedyOf(measured),
    };
  });
  return [...judged, ...gates];
}

/** A condition on single rows as a threshold that is always enforced: at most 0 rows may fail the run. */
function judgedGate(
  path: Path,
  series: Series,
  { arm, status, reason }: Reading,
  { condition, cases, count, unmeasured }: Gate,
  pinned: string | null,
): JudgedThreshold {
  const run = status === 'unmeasured' ? (reason ?? 'the run is unmeasured') : null;
  const why = pinned ?? run ?? unmeasured;
  const bar = { path, series: series.id, arm, metric: condition, min: null, max: 0, enforced: true };
  const shared = { ...bar, ...UNKNOWN_SAMPLING, within_noise: false };
  const rest = { unknown: null, pointer: null, remedy: pinned === null ? REMEDY.unmeasured : REMEDY.pin };
  return why === null
    ? {
        ...shared,
        value: count,
        verdict: count === 0 ? 'met' : 'missed',
        reason: null,
        gate: { cases, count },
        ...rest,
      }
    : { ...shared, value: null, verdict: 'unmeasured', reason: why, gate: null, ...rest };
}

function remedyOf(measured: Measured): string {
  return ('unmeasured' in measured ? measured.remedy : undefined) ?? REMEDY.unmeasured;
}

/** What a policy demands of a value before it is held against a bar. */
interface Demands {
  readonly threshold: Threshold;
  readonly minCoverage: number | null;
  readonly minN: number | null;
}

function measuredValue(metric: JudgedMetric | undefined, demands: Demands): Measured {
  const { threshold, minCoverage, minN } = demands;
  if (metric === undefined) return { unmeasured: 'the result does not state it', remedy: REMEDY.absent };
  if (metric.value === null) return { unmeasured: metric.reason ?? 'no reason is stated' };
  const open =
    tooFew(metric.sampling, minN) ??
    (threshold.enforce ? uncertain(metric, threshold, minCoverage) : null) ??
    (threshold.rule === 'interval' ? undecided(metric, threshold) : null);
  return open ?? { quantity: { value: metric.value, ratio: metric.ratio } };
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
  const counted = measured !== null && expected !== null;
  const whole = !counted || measured >= expected;
  if (whole && (low === null || high === null || low === high)) return null;
  if (minCoverage !== null && counted && measured / expected >= minCoverage) return null;
  if (value !== null && low !== null && high !== null) {
    const ends = [low, high].map((end) => judge({ quantity: { value: end } }, threshold));
    const own = judge({ quantity: { value, ratio } }, threshold);
    if (ends.every((end) => sameVerdict(end, own))) return null;
  }
  return {
    unmeasured: counted
      ? `only ${measured} of ${expected} cases were measured whole, and the others could decide`
      : 'some cases were not measured, and they could decide',
    remedy: REMEDY.coverage,
  };
}

/** A miss below the least and one above the most are two: between them lies what would have met the bar. */
function sameVerdict(a: Verdict, b: Verdict): boolean {
  return a.kind === b.kind && (a.kind !== 'missed' || b.kind !== 'missed' || a.bound === b.bound);
}
