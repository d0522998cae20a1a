import { expect, it } from 'vitest';
import { resultDuplicateEvidence } from '../../src/rules/result-duplicate-evidence.ts';
import type { Duplicate } from '../../src/rules/subject.ts';
import { findingsOf, sideBySide } from '../support/record.ts';

const duplicate = {
  path: 'results/b.json',
  other: 'results/a.json',
  by: 'bytes',
  count: 1,
  scripted: false,
} as const;
const found = (parts: Partial<Duplicate> = {}) =>
  findingsOf(resultDuplicateEvidence, sideBySide([], { duplicates: [{ ...duplicate, ...parts }] }))[0];

it('names the older record and how it is the same; a note for scripted runs (A8)', () => {
  expect(found()).toMatchObject({
    severity: 'warning',
    path: 'results/b.json',
    message:
      'This result is byte for byte the same as results/a.json. One run must not pass for two measurements.',
  });
  expect(found({ by: 'content', count: 3 })?.message).toContain(
    'holds the same evidence as results/a.json. The same is true of 2 other results.',
  );
  expect(found({ by: 'source' })?.message).toContain('the very file that was recorded as results/a.json');
  expect(found({ scripted: true })).toMatchObject({ severity: 'note', remedy: 'Nothing has to be done.' });
  expect(findingsOf(resultDuplicateEvidence, sideBySide([]))).toEqual([]);
});
