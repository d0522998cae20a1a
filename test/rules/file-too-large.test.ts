import { describe, expect, it } from 'vitest';
import { fileTooLarge } from '../../src/rules/file-too-large.ts';
import type { RecordContent } from '../../src/rules/subject.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const content: RecordContent = { kind: 'too-large', size: 629145600, limit: 20971520 };
const place = { offset: 0, line: 1, column: 1 };
const fault: RecordContent = {
  kind: 'fault',
  fault: { code: 'too-large', pointer: '', place, data: { bytes: 30, limit: 20 }, fatal: true },
};

describe('file/too-large', () => {
  it.each([
    ['K078: an error where a series claims the file', { series: aSeries(), content }, 'error', '629145600'],
    ['an error where the decoder refused it', { series: aSeries(), content: fault }, 'error', '30 bytes'],
    ['a note where nobody reads the JSON', { content }, 'note', '20971520'],
  ])('is %s', (_, parts, severity, words) => {
    expect(findingsOf(fileTooLarge, aRecord('{}', parts))).toEqual([
      expect.objectContaining({
        severity,
        message: expect.stringContaining(words),
        remedy: expect.stringContaining('a file beside it'),
      }),
    ]);
  });

  it.each([
    ['a picture of any size', { path: 'results/plot.png', content }],
    ['a file within the limit', {}],
  ])('passes %s', (_, parts) => {
    expect(findingsOf(fileTooLarge, aRecord('{}', parts))).toEqual([]);
  });
});
