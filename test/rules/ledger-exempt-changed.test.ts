import { expect, it } from 'vitest';
import { ledgerExemptChanged } from '../../src/rules/ledger-exempt-changed.ts';
import { found, range } from '../support/range.ts';

const changed = (...paths: string[]) => found(ledgerExemptChanged, range([], [], [], paths));

it('says once which exempt files changed (A5)', () => {
  expect(changed()).toEqual([]);
  expect(changed('results/latest.json')).toEqual([
    expect.stringMatching(
      /^note results\/latest\.json: One file .* from write-once: results\/latest\.json\. →/,
    ),
  ]);
  const many = Array.from({ length: 10 }, (_, index) => `results/${index}.json`);
  expect(changed(...many)).toEqual([
    expect.stringMatching(/^note .*: 10 files .*results\/7\.json and 2 more\./),
  ]);
});
