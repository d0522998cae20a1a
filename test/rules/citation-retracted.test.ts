import { expect, it } from 'vitest';
import { citationRetracted } from '../../src/rules/citation-retracted.ts';
import { judgedCitation } from '../support/citation.ts';
import { found } from '../support/range.ts';

const retraction = {
  path: 'results/run.retraction-1.json',
  of: { path: 'results/run.json', sha256: 'd'.repeat(64) },
  date: '2026-09-29',
  reason: 'the answer key had leaked',
  superseded_by: 'results/run2.json',
};

it('K126 finds a citation of a retracted record, right number or not, and names what replaces it', () => {
  const citations = [
    judgedCitation(),
    judgedCitation({ kind: 'current' }, { retraction }),
    judgedCitation({ kind: 'current' }, { retraction: { ...retraction, superseded_by: null, reason: '' } }),
  ];
  expect(found(citationRetracted, { citations })).toEqual([
    'error README.md: The text cites accuracy (97 %) of results/run.json, which results/run.retraction-1.json retracts: the answer key had leaked. Readers are told a number that nobody stands behind. → Cite results/run2.json, which replaces it, and run `evalguard cite refresh`.',
    expect.stringMatching(
      /run\.retraction-1\.json retracts\. Readers.* → Cite another result; or take the binding away/,
    ),
  ]);
});
