import { describe, expect, it } from 'vitest';
import { requirementUnmeasured } from '../../src/rules/requirement-unmeasured.ts';
import { found } from '../support/range.ts';
import { aComparison, offered, requirement } from '../support/requirement.ts';

it('is silent where a fresh result compares', () => {
  for (const verdict of ['improved', 'no_difference', 'regressed'] as const) {
    expect(
      found(requirementUnmeasured, [
        requirement({ offered: [offered({ comparison: aComparison(verdict) })] }),
      ]),
    ).toEqual([]);
  }
});

it.each([
  ['no result', [], 'it adds no result of the series retrieval'],
  ['older code', [offered({ freshness: { kind: 'stale', paths: ['a'] } })], 'was measured on other code'],
  [
    'code that is gone',
    [offered({ freshness: { kind: 'unknown', why: 'its tree is gone' } })],
    'its tree is gone',
  ],
  ['no predecessor', [offered({ comparison: null })], 'base holds no earlier result'],
  [
    'an incomparable one',
    [offered({ comparison: aComparison('incomparable') })],
    'not comparable to results/old.json: metrics_version',
  ],
  ['too few cases that differ', [offered({ comparison: aComparison('insufficient') })], 'too few cases'],
  [
    'a run that measured nothing',
    [offered({ unmeasured: 'target_quota' })],
    'was not measured: target_quota',
  ],
])('finds a change with %s, and says why', (_, results, why) => {
  expect(found(requirementUnmeasured, [requirement({ offered: results })])).toEqual([
    expect.stringMatching(/^warning src\/retrieval\/a\.ts: .*require\.retrieval.*The policy enforces this/),
  ]);
  expect(found(requirementUnmeasured, [requirement({ offered: results })])[0]).toContain(why);
});

describe('a metric that is not told beside one that is', () => {
  const both = (verdict: 'incomparable' | 'unmeasured' | 'insufficient', parts: object = {}) => {
    const told = aComparison('no_difference');
    const open = aComparison(verdict, 'precision').metrics.map((metric) => ({ ...metric, ...parts }));
    return offered({ comparison: { ...told, metrics: [...told.metrics, ...open] } });
  };
  const says = (one: ReturnType<typeof both>, ...others: readonly ReturnType<typeof both>[]) =>
    found(requirementUnmeasured, [requirement({ offered: [one, ...others], metrics: [] })]);

  it.each(['incomparable', 'unmeasured'] as const)('leaves it open where it is %s', (verdict) => {
    expect(says(both(verdict, { reason: 'head: target_quota' }))).toEqual([
      expect.stringContaining('new.json does not tell of precision (head: target_quota)'),
    ]);
  });

  it.each([
    ['too few cases differ', both('insufficient')],
    ['base had none of it', both('unmeasured', { base: null })],
    ['neither way is better', both('unmeasured', { direction: null })],
    ['it is no metric of the two sides', both('incomparable', { decides: false })],
  ])('does not where %s', (_, one) => {
    expect(says(one)).toEqual([]);
  });

  it('does not where another result of the change tells of all', () => {
    expect(says(both('unmeasured'), offered())).toEqual([]);
  });
});

it('lets the metrics with a threshold decide', () => {
  const facts = requirement({
    offered: [offered({ comparison: aComparison('improved', 'latency') })],
    metrics: ['recall'],
  });
  expect(found(requirementUnmeasured, [facts]).length).toBe(1);
});
