import { expect, it } from 'vitest';
import { citationStale } from '../../src/rules/citation-stale.ts';
import { judgedCitation } from '../support/citation.ts';
import { found } from '../support/range.ts';

const stale = { kind: 'stale', says: '97 %', should: '95 %', exact: '0.9512', reason: null } as const;

it('says what the text says, what the record says, and how to mend it', () => {
  const citations = [judgedCitation(), judgedCitation(stale, { page: 'docs/a b.md' })];
  expect(found(citationStale, { citations })).toEqual([
    "error docs/a b.md: The text says 97 %, but accuracy in results/run.json is 95 %, in full 0.9512. Readers are told what the record does not say. → `evalguard cite refresh 'docs/a b.md'` writes 95 %. If the old number is the true one, find out who changed the record (`evalguard audit`), or cite the record that holds it.",
  ]);
});

it('says why a value was not measured, and that a binding is still empty', () => {
  const unmeasured = {
    ...stale,
    says: '',
    should: 'n/a (unmeasured)',
    exact: null,
    reason: 'target_quota: 429',
  };
  const target = {
    record: 'results/run.json',
    selector: { pointer: '/aggregate/x' },
    arm: 'candidate',
    format: null,
    places: null,
  };
  const citations = [judgedCitation(unmeasured, { citation: { text: '', target } })];
  expect(found(citationStale, { citations })).toEqual([
    expect.stringContaining(
      'The text gives no number yet, but /aggregate/x of candidate in results/run.json is n/a (unmeasured) (target_quota: 429).',
    ),
  ]);
});

it('sends nobody to rewrite the text where this very change altered the record', () => {
  const [told] = found(citationStale, { citations: [judgedCitation(stale, { changed: true })] });
  expect(told).toContain('is 95 %, in full 0.9512, since this change alters that record.');
  expect(told).toContain('→ Put the record back first');
  expect(told).not.toContain('refresh');
});
