import { describe, expect, it } from 'vitest';
import { fileEncoding } from '../../src/rules/file-encoding.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const series = aSeries();
const mark = Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]);
const utf16 = Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]);
const latin1 = Uint8Array.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);

describe('file/encoding', () => {
  it.each([
    ['K074: refuses UTF-16 and names it', utf16, { series }, 'error', /UTF-16/],
    ['refuses bytes that are not UTF-8 and names the first', latin1, { series }, 'error', /0xe9/],
    [
      'K074: warns of a byte order mark, for the file is read all the same',
      mark,
      { series },
      'warning',
      /order mark/,
    ],
    ['notes a byte order mark in JSON that nobody reads', mark, {}, 'note', /order mark/],
    ['notes another encoding in JSON that nobody reads', utf16, {}, 'note', /UTF-16/],
  ])('%s', (_, bytes, parts, severity, words) => {
    expect(findingsOf(fileEncoding, aRecord(bytes, parts))).toEqual([
      expect.objectContaining({
        severity,
        message: expect.stringMatching(words),
        remedy: expect.stringMatching(/^Save the file/),
      }),
    ]);
  });

  it.each([
    ['plain UTF-8', '{"é": "日本"}', { series }],
    ['what is no JSON by name', utf16, { path: 'results/notes.txt' }],
  ])('passes %s', (_, content, parts) => {
    expect(findingsOf(fileEncoding, aRecord(content, parts))).toEqual([]);
  });
});
