import { expect, it } from 'vitest';
import { requirementRegressed } from '../../src/rules/requirement-regressed.ts';
import { found } from '../support/range.ts';
import { aComparison, offered, requirement } from '../support/requirement.ts';

const regressed = offered({ comparison: aComparison('regressed') });

it('finds a regression, an error where enforced, whatever other results say', () => {
  const results = [offered({ comparison: aComparison('improved') }), regressed];
  const [enforced] = found(requirementRegressed, [requirement({ offered: results })]);
  expect(enforced).toMatch(
    /^error results\/new\.json: This result regressed .*: recall 0\.5 -> 0\.6\. The policy enforces/,
  );
  const [told] = found(requirementRegressed, [requirement({ offered: results, enforce: false })]);
  expect(told).toMatch(/^warning /);
});

it('is silent otherwise, and does not count a result of older code', () => {
  const stale = { ...regressed, freshness: { kind: 'stale', paths: ['a'] } } as const;
  expect(found(requirementRegressed, [requirement(), requirement({ offered: [stale] })])).toEqual([]);
});
