import { compareToBound } from './quantity.ts';
import type { MetricReport } from './report.ts';
import type { Bounds, Sampling } from './verdict.ts';

/** What a metric counts as measured or lost: cases that have one sample each, samples of cases, or pairs. */
export type Unit = 'cases' | 'samples' | 'pairs';

/** A metric as it is judged: the reported values, and where the file states it. */
export interface JudgedMetric extends MetricReport {
  readonly pointer: string | null;
  readonly ratio?: { readonly numerator: number; readonly denominator: number } | undefined;
  readonly sampling: Sampling;
  /** What `measured` and `expected` count; cases unless said. */
  readonly unit?: Unit;
  /**
   * The share of the evidence that was measured, where it is not simply measured of expected: where cases weigh alike each
   * counts by the share of its own samples, so that many samples of one case do not make up for cases that were lost.
   */
  readonly coverage?: number;
  /** The cases of which the run lacks samples that the last run has. */
  readonly incompleteCases?: readonly string[];
  /** The cases whose rows state what those of the last run prove. */
  readonly unproven?: readonly string[];
  /** The ends between which it lies, where something declares them. */
  readonly scale?: { readonly low: number; readonly high: number } | null;
}

/** The bound that lies outside the declared scale of a metric: it is always met there, or always missed. `null`: none does. */
export function boundOffScale(
  { scale = null }: Pick<JudgedMetric, 'scale'>,
  { min, max }: Bounds,
): number | null {
  if (scale === null) return null;
  const isOff = (bound: number) =>
    compareToBound({ value: bound }, scale.low) < 0 || compareToBound({ value: bound }, scale.high) > 0;
  return [min, max].find((bound) => bound !== null && isOff(bound)) ?? null;
}

/** The share of what should have been measured that was; `null` where nothing says how much that is. */
export function coverageOf({ measured, expected, coverage }: JudgedMetric): number | null {
  if (measured === null || expected === null) return null;
  return coverage ?? (expected === 0 ? 1 : measured / expected);
}

/** A metric as it is reported. */
export function metricReport({
  pointer: _pointer,
  ratio: _ratio,
  sampling: _sampling,
  unit: _unit,
  coverage: _coverage,
  incompleteCases: _incompleteCases,
  unproven: _unproven,
  scale: _scale,
  ...metric
}: JudgedMetric): MetricReport {
  return metric;
}
