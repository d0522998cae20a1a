import type { Difference, MetricComparison } from '../../core/comparison.ts';
import { holm } from '../holm.ts';

/** A metric of two sides before Holm's correction, which needs to know all that are tested together. */
export interface Draft {
  readonly name: string;
  /** Whatever differs, and what of it no `--allow` overrides. */
  readonly against: readonly Difference[];
  readonly forbidden: readonly Difference[];
  /** `null` where nothing is tested. */
  readonly test: Test | null;
  readonly seed: number | null;
  readonly finish: (adjusted: number | null) => MetricComparison;
}

export interface Test {
  readonly p: number;
  /** Of what: two metrics over the very same evidence are one test. */
  readonly of: string;
  /** Whether it could find a difference: what can get no verdict is no second chance for a false alarm. */
  readonly concludes: boolean;
}

/**
 * The metrics with their verdicts. Holm's correction is for the tests that can find a difference, each counted once; what
 * none can be found in keeps its own p. Where some metrics decide (those that a requirement asks for) they are corrected
 * among themselves, so that no metric beside them hides what they find.
 */
export function finished(
  drafts: readonly Draft[],
  deciding: ReadonlySet<string> | null = null,
): readonly MetricComparison[] {
  const all = corrected(drafts);
  const own = deciding === null ? null : corrected(drafts.filter(({ name }) => deciding.has(name)));
  return drafts.map(({ name, test, finish }) => {
    if (test === null) return finish(null);
    const adjusted = deciding?.has(name) === true ? own : all;
    return finish(test.concludes ? (adjusted?.get(test.of) ?? test.p) : test.p);
  });
}

function corrected(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const tests = new Map(
    drafts.flatMap(({ test }) => (test?.concludes === true ? [[test.of, test.p] as const] : [])),
  );
  const adjusted = holm([...tests.values()]);
  return new Map([...tests].map(([of, p], index) => [of, adjusted[index] ?? p]));
}
