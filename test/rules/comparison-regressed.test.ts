import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../src/core/comparison.ts';
import { comparisonRegressed } from '../../src/rules/comparison-regressed.ts';
import type { RegressionFacts } from '../../src/rules/subject.ts';
import { found } from '../support/range.ts';
import { aComparison } from '../support/requirement.ts';

const compared = (
  metric: Partial<MetricComparison> = {},
  facts: Partial<RegressionFacts> = {},
  parts: Partial<Comparison> = {},
): RegressionFacts => {
  const whole = aComparison('regressed');
  const metrics = whole.metrics.map((one) => ({ ...one, base: 0.95, head: 0.6, p: 1e-9, ...metric }));
  return { comparison: { ...whole, metrics, ...parts }, severity: 'note', reported: new Set(), ...facts };
};

describe('comparison/regressed (C1)', () => {
  it('names the metric, both values, the chance, the cases that fail now, and the run before', () => {
    const cases = Array.from({ length: 35 }, (_, at) => `case-${at + 61}`);
    expect(found(comparisonRegressed, [compared({ newly_failing: cases })])).toEqual([
      expect.stringMatching(
        /^note results\/new\.json: This result is worse than results\/old\.json, .*: recall 0\.95 -> 0\.6 \(p < 0\.0001; newly failing: case-61, case-62, case-63, case-64, case-65 and 30 more\)\. → /,
      ),
    ]);
  });

  it.each(['note', 'warning', 'error'] as const)('weighs as the series says: %s', (severity) => {
    expect(found(comparisonRegressed, [compared({}, { severity })])[0]).toMatch(new RegExp(`^${severity} `));
  });

  it.each(['improved', 'no_difference', 'insufficient', 'incomparable', 'unmeasured'] as const)(
    'is silent on %s',
    (verdict) => expect(found(comparisonRegressed, [compared({ verdict })])).toEqual([]),
  );

  it('is silent on what another finding says already, and on what is no metric of the two sides', () => {
    expect(found(comparisonRegressed, [compared({}, { reported: new Set(['recall']) })])).toEqual([]);
    expect(found(comparisonRegressed, [compared({}, { reported: new Set(['other']) })])).toHaveLength(1);
    expect(found(comparisonRegressed, [compared({ decides: false })])).toEqual([]);
  });

  it('says which arm of one file is worse, and what a win rate is compared with', () => {
    const side = (arm: string) => ({ path: 'results/new.json', arm, date: null });
    const arms = { base: side('old-prompt'), head: side('new-prompt') };
    const rate = { base: null, head: 0.3, against: 0.5, p: 0.0123 };
    expect(found(comparisonRegressed, [compared(rate, {}, arms)])[0]).toContain(
      'In this result new-prompt is worse than old-prompt: recall 0.3 against 0.5 (p 0.012).',
    );
  });
});
