import { type Demands, measuredValue } from './demands.ts';
import { type Gate, judgeHardFail, whyInconclusive } from './gates.ts';
import type { JudgedMetric } from './judged-metric.ts';
import { nearest } from './nearest.ts';
import type { Path } from './path.ts';
import { outsidePin, outsidePinAlone } from './pin.ts';
import type { Series } from './policy.ts';
import type { Reading, Row } from './reading.ts';
import type { ThresholdReport } from './report.ts';
import { isWithinNoise, UNKNOWN_SAMPLING } from './sampling.ts';
import { REMEDY } from './threshold-remedy.ts';
import { judge, type Measured } from './verdict.ts';

/** A threshold with its verdict. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
  readonly unknown: { readonly nearest: string | null } | null;
  /** Set for a condition on single rows: `value` is then how many fail the run. */
  readonly gate: { readonly cases: readonly string[]; readonly count: number } | null;
  readonly pointer: string | null;
  /** The bound that was missed, where one was: of a ratio its value alone does not always say which. */
  readonly missed?: 'min' | 'max' | null;
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
  const run = reading.status === 'unmeasured' ? (reading.reason ?? 'the run is unmeasured') : null;
  const nothing = pinned ?? run ?? whyInconclusive(series, metrics);
  const hollow = isHollow(reading);
  const gates = series.hard_fail.map((hard) =>
    judgedGate(path, series, reading, judgeHardFail(hard, reading, minCoverage), pinned),
  );
  const judged = series.thresholds.map((threshold): JudgedThreshold => {
    const metric = metrics.find(({ name }) => name === threshold.metric);
    const demands: Demands = {
      threshold,
      minCoverage: threshold.min_coverage ?? minCoverage,
      minN: threshold.min_n ?? series.min_n,
      hollow,
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
      missed: verdict.kind === 'missed' ? verdict.bound : null,
      enforced: threshold.enforce,
      ...sampling,
      within_noise: isWithinNoise(sampling, threshold),
      unknown:
        metric === undefined && run === null
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

/** Whether the file keeps rows, and none of them came to anything: there is none, or all ended in an error. */
function isHollow({ rows }: Reading): boolean {
  const measured = ({ scores, judgments }: Row) =>
    [...scores.values()].some((value) => value !== null) || judgments.some(({ value }) => value !== null);
  return rows?.every((row) => row.error !== null && !measured(row)) ?? false;
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
