import { expect, it } from 'vitest';
import { ledgerAddedToFolder } from '../../src/rules/ledger-added-to-folder.ts';
import { AFTER, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

it('finds what is added to a folder that has landed, and in one that may grow only another headline', () => {
  const added = (path: string) => ({ kind: 'added', path, after: AFTER }) as const;
  const headline = 'results/a/benchmark.json';
  const subject = range([
    ...EVERY_CHANGE,
    facts(added('results/a/eval-9/grading.json'), { folder: { headline, grows: false } }),
    facts(added('results/a/eval-9/benchmark.json'), { folder: { headline, grows: true } }),
    facts(added('results/b/benchmark.json')),
  ]);
  expect(found(ledgerAddedToFolder, subject)).toEqual([
    expect.stringMatching(
      /^error results\/a\/eval-9\/grading\.json: The folder results\/a has landed as one result \(results\/a\/benchmark\.json\)/,
    ),
    expect.stringMatching(
      /^error results\/a\/eval-9\/benchmark\.json: .*may grow, but this file would be the headline/,
    ),
  ]);
});
