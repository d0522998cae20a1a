import type { Comparison, MetricComparison } from '../../src/core/comparison.ts';
import type { OfferedResult, RequirementFacts } from '../../src/policy/requirement.ts';

export function aComparison(verdict: MetricComparison['verdict'], name = 'recall'): Comparison {
  const nothing = {
    difference: null,
    interval: null,
    test: null,
    p: null,
    p_adjusted: null,
    cases: 10,
    untied: 8,
  } as const;
  const rest = {
    b: null,
    c: null,
    mde: null,
    lost: 0,
    low: null,
    high: null,
    direction: 'higher',
    reason: null,
    newly_failing: null,
    newly_passing: null,
    against: null,
    pairs: null,
    decides: true,
  } as const;
  return {
    base: { path: 'results/old.json', arm: null, date: null },
    head: { path: 'results/new.json', arm: null, date: null },
    age_days: null,
    newest: null,
    comparable: verdict !== 'incomparable',
    reasons: verdict === 'incomparable' ? [{ key: 'metrics_version', base: 1, head: 2 }] : [],
    allowed: [],
    changed: [],
    attribution: null,
    metrics: [{ name, base: 0.5, head: 0.6, ...nothing, ...rest, verdict }],
    splits: [],
    newly_failing: [],
    newly_passing: [],
    trend: null,
    seed: null,
  };
}

export function offered(parts: Partial<OfferedResult> = {}): OfferedResult {
  return {
    path: 'results/new.json',
    freshness: { kind: 'fresh' },
    comparison: aComparison('no_difference'),
    unmeasured: null,
    ...parts,
  };
}

export function requirement(parts: Partial<RequirementFacts> = {}): RequirementFacts {
  return {
    id: 'retrieval',
    series: 'retrieval',
    enforce: true,
    touched: ['src/retrieval/a.ts'],
    offered: [offered()],
    metrics: [],
    ...parts,
  };
}
