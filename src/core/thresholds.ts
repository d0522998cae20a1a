import { nearest } from './nearest.ts';
import type { Path } from './path.ts';
import type { Series, Threshold } from './policy.ts';
import type { Reading } from './reading.ts';
import type { MetricReport, ThresholdReport } from './report.ts';
import { judge, type Measured } from './verdict.ts';

/** A metric as it is judged: the reported values, and where the file states it. */
export interface JudgedMetric extends MetricReport {
  readonly pointer: string | null;
  readonly ratio?: { readonly numerator: number; readonly denominator: number } | undefined;
}

/** A threshold with its verdict. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
  readonly unknown: { readonly nearest: string | null } | null;
  readonly pointer: string | null;
}

/**
 * Holds the thresholds of a series against one reading. A scripted run called no model and counts for none. A result
 * outside the series' pins is unmeasured there, as is one whose enforced bar rests on too few of its cases.
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
  return series.thresholds.map((threshold) => {
    const metric = metrics.find(({ name }) => name === threshold.metric);
    const measured =
      pinned === null
        ? measuredValue(metric, threshold, threshold.min_coverage ?? minCoverage)
        : { unmeasured: pinned };
    const verdict = judge(measured, threshold);
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
      unknown:
        metric === undefined
          ? {
              nearest: nearest(
                threshold.metric,
                metrics.map(({ name }) => name),
              ),
            }
          : null,
      pointer: metric?.pointer ?? null,
    };
  });
}

/** Why a result does not count in a series that is pinned to a version or dataset; `null` where it does. */
export function outsidePin(series: Series, reading: Reading): string | null {
  const { metrics_version: version, dataset } = series;
  if (version !== null && reading.metrics_version !== version) {
    return `metrics_version is ${reading.metrics_version ?? 'not stated'}, and the series is pinned to ${version}`;
  }
  const { name, version: edition, fingerprint } = reading.dataset ?? {};
  if (dataset !== null && name !== dataset && edition !== dataset && fingerprint !== dataset) {
    return `the dataset is ${name ?? fingerprint ?? 'not stated'}, and the series is pinned to ${dataset}`;
  }
  return null;
}

function measuredValue(
  metric: JudgedMetric | undefined,
  threshold: Threshold,
  minCoverage: number | null,
): Measured {
  if (metric === undefined) return { unmeasured: 'the result does not state it' };
  if (metric.value === null) return { unmeasured: metric.reason ?? 'no reason is stated' };
  const measured: Measured = { quantity: { value: metric.value, ratio: metric.ratio } };
  return threshold.enforce ? (uncertain(metric, threshold, minCoverage) ?? measured) : measured;
}

/** An enforced bar with cases unmeasured holds only where it would hold whatever they had come to. */
function uncertain(metric: JudgedMetric, threshold: Threshold, minCoverage: number | null): Measured | null {
  const { measured, expected, low, high } = metric;
  if (measured === null || expected === null || measured >= expected) return null;
  if (minCoverage !== null && measured / expected >= minCoverage) return null;
  const bounded = low !== null && high !== null;
  const worst = (value: number) => judge({ quantity: { value } }, threshold).kind;
  // Certain either way: met at both ends, or missed at both.
  if (
    bounded &&
    worst(low) === worst(high) &&
    worst(low) === judge({ quantity: { value: metric.value! } }, threshold).kind
  )
    return null;
  return { unmeasured: `only ${measured} of ${expected} cases were measured` };
}
