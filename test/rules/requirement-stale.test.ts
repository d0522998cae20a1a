import { expect, it } from 'vitest';
import { requirementStale } from '../../src/rules/requirement-stale.ts';
import { found } from '../support/range.ts';
import { offered, requirement } from '../support/requirement.ts';

it('names the paths that differ between the measured tree and head', () => {
  const paths = Array.from({ length: 7 }, (_, index) => `src/retrieval/${index}.ts`);
  const results = [
    offered(),
    offered({ freshness: { kind: 'stale', paths } }),
    offered({ freshness: { kind: 'unknown', why: 'x' } }),
  ];
  expect(found(requirementStale, [requirement({ offered: results })])).toEqual([
    expect.stringMatching(/^warning results\/new\.json: .*src\/retrieval\/0\.ts.* and 2 more differ/),
  ]);
});
