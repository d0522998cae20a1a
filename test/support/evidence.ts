import type { JudgedMetric } from '../../src/core/judged-metric.ts';
import type { Reading } from '../../src/core/reading.ts';
import { native } from '../../src/formats/native/native.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { aFile, aResult } from './record.ts';

/** The reading of a native result of these rows and parts. */
export function aReading(results: unknown, parts: { readonly [key: string]: unknown } = {}): Reading {
  return native.read(aFile(aResult({ results, ...parts })))[0]!;
}

/** One metric of such a result, as it is judged. */
export function metricOf(
  definition: { readonly [option: string]: unknown },
  results: unknown,
  parts: { readonly [key: string]: unknown } = {},
): JudgedMetric {
  const metric = judgedMetrics(aReading(results, { metrics: { m: definition }, ...parts })).find(
    ({ name }) => name === 'm',
  );
  if (metric === undefined) throw new Error('the result has no metric m');
  return metric;
}

/** Rows of one score, a case each. */
export function rowsOf(score: string, values: readonly (number | boolean | null)[]): readonly object[] {
  return values.map((value, index) => ({
    id: `c${index + 1}`,
    scores: { [score]: value },
    ...(value === null ? { unmeasured: { [score]: 'judge_timeout: 60 s' } } : {}),
  }));
}
