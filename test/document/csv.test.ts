import { expect, test } from 'vitest';
import { decodeCsv } from '../../src/document/csv.ts';
import { faultMessage } from '../../src/document/fault.ts';

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
  [' a , b\n', [[' a ', ' b']]],
])('%j', (text, table) => {
  const decoded = decodeCsv(bytes(text));
  expect(decoded.ok && decoded.document.value).toEqual(table);
  expect(decoded.ok && decoded.document.faults).toEqual([]);
});

test.each([
  [
    'an unclosed quote',
    'a,b\n1,2\n3,"4\n5,6\n',
    3,
    /^a quoted cell of this line is not closed .*; mend the line/,
  ],
  ['a stray quote', 'a,b\n\n1,2"3\n', 3, /^a quote stands in a cell that does not begin with one: /],
  [
    'text after a closing quote',
    'a,"b\r\nc"\r\n1,"2"3\r\n',
    3,
    /^a quoted cell goes on after its closing quote: /,
  ],
])('K079: %s is refused, with its line', (_, text, line, words) => {
  const decoded = decodeCsv(bytes(text));
  expect(decoded).toMatchObject({ ok: false, fault: { code: 'syntax', place: { line }, fatal: true } });
  expect(decoded.ok ? '' : faultMessage(decoded.fault)).toMatch(words);
});

test.each([
  ['K074: bytes that are not UTF-8', Uint8Array.of(0x61, 0xff, 0x0a), 'encoding'],
  ['an empty file', new Uint8Array(), 'empty'],
  [
    'a pointer to a large file',
    bytes('version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 1\n'),
    'lfs-pointer',
  ],
  [
    'K081: what a merge left behind, where it breaks a quote',
    bytes('a,b\n<<<<<<< x\n1,"2\n=======\n'),
    'merge-conflict',
  ],
])('%s is refused as such', (_, content, code) => {
  expect(decodeCsv(content)).toMatchObject({ ok: false, fault: { code } });
});

test('a file over the limit is not read', () => {
  expect(decodeCsv(bytes('a,b\n'), { bytes: 3, depth: 9 })).toMatchObject({
    ok: false,
    fault: { code: 'too-large' },
  });
});

test('a pointer has the line that it stands in, blank and quoted lines counted', () => {
  const decoded = decodeCsv(bytes('\ufeffa,é\r\n"x\r\ny",2\r\n\r\n3,4'));
  const lines = ['', '/0', '/1/1', '/2', '/3', '/x'].map((at) =>
    decoded.ok ? decoded.document.locate(at)?.line : 0,
  );
  expect(lines).toEqual([1, 1, 2, 5, undefined, undefined]);
});
