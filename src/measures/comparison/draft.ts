import type { Difference, MetricComparison } from '../../core/comparison.ts';
import { holm } from '../holm.ts';

/** A metric of two sides before Holm's correction, which needs to know all that are tested together. */
export interface Draft {
  readonly name: string;
  /** Whatever differs, and what of it no `--allow` overrides. */
  readonly against: readonly Difference[];
  readonly forbidden: readonly Difference[];
  /** Its p-value, and of what: two metrics over the very same evidence are one test. `null` where nothing is tested. */
  readonly test: { readonly p: number; readonly of: string } | null;
  readonly seed: number | null;
  readonly finish: (adjusted: number | null) => MetricComparison;
}

/** The metrics with their verdicts, each test counted once in the correction. */
export function finished(drafts: readonly Draft[]): readonly MetricComparison[] {
  const tests = new Map(drafts.flatMap(({ test }) => (test === null ? [] : [[test.of, test.p] as const])));
  const adjusted = holm([...tests.values()]);
  const after = new Map([...tests.keys()].map((of, index) => [of, adjusted[index] ?? null]));
  return drafts.map(({ test, finish }) => finish(test === null ? null : (after.get(test.of) ?? null)));
}
