import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { Series } from '../../policy/policy.ts';
import { demandedReading, type ReferenceRun } from '../../policy/reference-run.ts';
import { readingNamed } from '../comparison/arms.ts';
import { demandedMetrics, judgedMetrics } from './metrics.ts';

/** A record as the reference run of another's arm: its arm of that name, else its only one, or its first. */
export function referenceRunFrom(
  path: Path,
  readings: readonly Reading[],
  arm: string | null,
): ReferenceRun | null {
  const reading = readingNamed(readings, arm) ?? readings[0];
  if (reading === undefined) return null;
  const recomputed = (name: string) =>
    judgedMetrics(reading).find((metric) => metric.name === name)?.recomputed ?? null;
  return { path, reading, hasRowsFor: (name) => recomputed(name) !== null };
}

/** The metrics of a reading as its series demands them: with the samples that its reference run has and the policy expects. */
export function metricsFor(
  series: Series,
  reading: Reading,
  reference: ReferenceRun | null,
): readonly JudgedMetric[] {
  const { expect } = series;
  const then = demandedReading(reference, series);
  const stated = then?.rows === null ? (then.dataset?.cases ?? 0) : 0;
  const cases = Math.max(expect.cases ?? 0, stated);
  const demand = {
    ...{ reference: then, cases: cases === 0 ? null : cases, samples: expect.samples },
    stated: series.evidence === 'stated',
  };
  const names = new Set([...series.thresholds, ...series.inconclusive_when].map(({ metric }) => metric));
  return demandedMetrics(reading, demand, names);
}
