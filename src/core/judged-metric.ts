import type { MetricReport } from './report.ts';
import type { Sampling } from './sampling.ts';

/** A metric as it is judged: the reported values, and where the file states it. */
export interface JudgedMetric extends MetricReport {
  readonly pointer: string | null;
  readonly ratio?: { readonly numerator: number; readonly denominator: number } | undefined;
  readonly sampling: Sampling;
}
