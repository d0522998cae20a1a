import { expect, test } from 'vitest';
import { csvHeader, decodeCsv } from '../../../src/core/document/csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n"x, y","say ""hi"""\n',
    [
      ['a', 'b'],
      ['x, y', 'say "hi"'],
    ],
  ],
  ['a\r\n"two\r\nlines"\r\n', [['a'], ['two\r\nlines']]],
  ['a\r\n"two\nlines"\r\n', [['a'], ['two\nlines']]],
  [
    '\ufeffa,b\n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['a,b\n\n1\n', [['a', 'b'], ['1']]],
  ['', []],
  [' a , b\n', [[' a ', ' b']]],
])('%j', (text, table) => {
  expect(decodeCsv(bytes(text))).toEqual({ ok: true, table });
});

test.each([
  ['an unclosed quote', 'a,b\n1,"2\n3,4\n', /line/],
  ['a stray quote', 'a,b\n1,2"3\n', /line 2/],
  ['text after a closing quote', 'a,b\n1,"2"3\n', /line 2/],
])('%s is refused, with its line', (_, text, words) => {
  expect(decodeCsv(bytes(text))).toEqual({ ok: false, problem: expect.stringMatching(words) });
});

test('K074: bytes that are not UTF-8 are refused', () => {
  expect(decodeCsv(Uint8Array.of(0x61, 0xff, 0x0a))).toEqual({ ok: false, problem: 'it is not UTF-8' });
});

test.each([
  ['a,"b c"\n"cut', ['a', 'b c']],
  ['a,b\r\n', ['a', 'b']],
  ['a,b', ['a', 'b']],
  ['{"a": 1}', null],
  ['[1, 2]', null],
  ['', null],
  ['a,"b\nc"', null],
])('the header of %j is %j', (text, header) => {
  expect(csvHeader(bytes(text))).toEqual(header);
});
