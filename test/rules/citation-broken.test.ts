import { expect, it } from 'vitest';
import type { CitationProblem } from '../../src/core/citation/citation.ts';
import { citationBroken } from '../../src/rules/citation-broken.ts';
import { brokenBy, judgedCitation } from '../support/citation.ts';
import { found } from '../support/range.ts';

it.each<[CitationProblem, RegExp]>([
  [
    { kind: 'syntax', why: 'it names no metric' },
    /cannot be understood: it names no metric\. .*→ Write it as `<!-- evalguard:/,
  ],
  [{ kind: 'unclosed' }, /not closed: no <!-- \/evalguard --> follows/],
  [{ kind: 'unopened' }, /closes no citation/],
  [
    { kind: 'no-number', text: '97 % of all' },
    /"97 % of all", which is not one number.* → Leave only the number/,
  ],
  [{ kind: 'unreadable-page', why: 'it is larger than 1 MiB' }, /not read: it is larger/],
  [
    { kind: 'no-record', nearest: null, removed: false },
    /there is no such file.* → Add the record that proves/,
  ],
  [
    { kind: 'no-record', nearest: 'results/runs.json', removed: false },
    /→ Did you mean results\/runs\.json\?/,
  ],
  [{ kind: 'no-record', nearest: null, removed: true }, /this change takes the record away/],
  [{ kind: 'no-file', found: 'symlink' }, /which is a symlink and no record/],
  [{ kind: 'outside-ledger' }, /not in the ledger, so that anybody may change it/],
  [{ kind: 'unreadable', why: 'it is empty' }, /cannot be read: it is empty/],
  [
    { kind: 'no-metric', nearest: 'accuracy_rate', known: ['accuracy_rate'] },
    /no metric of that name.* → Did you mean accuracy_rate\?/,
  ],
  [{ kind: 'no-metric', nearest: null, known: ['a', 'b'] }, /→ It has a, b\./],
  [{ kind: 'no-metric', nearest: null, known: [] }, /→ It has no metrics; cite a JSON Pointer/],
  [{ kind: 'no-pointer' }, /holds nothing at that pointer/],
  [{ kind: 'no-value', found: 'a text' }, /where a text stands and no number/],
  [{ kind: 'no-arm', known: ['x', 'y'] }, /no such arm.* → Its arms are x, y\./],
  [{ kind: 'no-arm', known: [] }, /→ Leave the arm out/],
  [{ kind: 'which-arm', known: ['x', 'y'] }, /in several arms \(x, y\).* → Say which: `accuracy of x`/],
  [{ kind: 'no-counts' }, /as a fraction, but the record does not say how many of how many/],
])('%j is told in words', (problem, words) => {
  expect(found(citationBroken, { citations: [brokenBy(problem)] })).toEqual([expect.stringMatching(words)]);
});

it('says nothing of a citation that holds', () => {
  expect(found(citationBroken, { citations: [judgedCitation()] })).toEqual([]);
});

it('cuts a long list of metrics', () => {
  const known = Array.from({ length: 40 }, (_, index) => `m${index}`);
  const [text] = found(citationBroken, {
    citations: [brokenBy({ kind: 'no-metric', nearest: null, known })],
  });
  expect(text).toContain('m11 and 28 more.');
});
