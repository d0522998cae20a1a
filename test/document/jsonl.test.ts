import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Document, Fault } from '../../src/document/document.ts';
import { faultMessage } from '../../src/document/fault.ts';
import { decodeJsonLines } from '../../src/document/json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function accept(text: string): Document {
  const decoded = decodeJsonLines(bytesOf(text));
  if (!decoded.ok) throw new Error(`refused: ${faultMessage(decoded.fault)}`);
  return decoded.document;
}

function refuse(text: string): Fault {
  const decoded = decodeJsonLines(bytesOf(text));
  if (decoded.ok) throw new Error('accepted');
  return decoded.fault;
}

describe('JSON Lines', () => {
  test.each([
    ['LF', '{"a":1}\n{"a":2}\n'],
    ['no end of the last line', '{"a":1}\n{"a":2}'],
    ['CRLF and a blank line', '{"a":1}\r\n\r\n  \r\n{"a":2}\r\n'],
    ['CR alone', '{"a":1}\r{"a":2}\r'],
  ])('%s: the value is the list of the lines', (_title, text) => {
    expect(accept(text)).toMatchObject({ value: [{ a: 1 }, { a: 2 }], faults: [] });
  });

  test('pointers count values and places count lines of the file', () => {
    const document = accept('{"a":1}\n\n {"a":{"b":NaN}}\r\n{"a":3,"a":4}\n');
    expect(document.value).toEqual([{ a: 1 }, { a: { b: null } }, { a: 4 }]);
    expect(document.faults).toMatchObject([
      { code: 'not-finite', pointer: '/1/a/b', place: { line: 3, column: 12 } },
      {
        code: 'duplicate-key',
        pointer: '/2/a',
        place: { line: 4, column: 8 },
        data: { firstLine: 4, firstColumn: 2 },
      },
    ]);
    expect(document.locate('/1/a/b')).toMatchObject({ line: 3, column: 12 });
    expect(document.locate('/2/a')).toMatchObject({ line: 4, column: 12 });
    expect(document.locate('/1')).toMatchObject({ line: 3, column: 2 });
    expect(document.locate('')).toMatchObject({ line: 1, column: 1 });
    expect(document.locate('/3')).toBeNull();
  });

  test('a byte order mark is stripped and said (K074)', () => {
    expect(accept('\ufeff{"a":1}\n')).toMatchObject({
      value: [{ a: 1 }],
      faults: [{ code: 'byte-order-mark' }],
    });
  });

  test('a last line that breaks off is truncated (K079)', () => {
    const text = '{"a":1}\n{"a":2,"b"';
    expect(refuse(text)).toMatchObject({
      code: 'truncated',
      pointer: '/1/b',
      data: { bytes: text.length },
      place: { line: 2 },
    });
    expect(refuse('').code).toBe('empty');
    expect(refuse('\n \r\n').code).toBe('empty');
  });

  test('an object spread over lines is named as such', () => {
    const fault = refuse('{\n  "a": 1\n}\n');
    expect(fault).toMatchObject({
      code: 'syntax',
      data: { problem: 'unfinished-line' },
      place: { line: 1, column: 2 },
    });
    expect(faultMessage(fault)).toContain('each line holds one whole value');
  });

  test.each([
    ['two values on a line', '{}\n{} {}\n', 'trailing-text', 2, 4],
    ['a list with commas', '{},\n{}\n', 'trailing-text', 1, 3],
  ])('%s is a fault of syntax', (_title, text, problem, line, column) => {
    expect(refuse(text)).toMatchObject({ code: 'syntax', data: { problem }, place: { line, column } });
  });

  test('a bare ======= looks like an unresolved merge (K081)', () => {
    expect(refuse('{"a":1}\n=======\n{"a":2}\n')).toMatchObject({
      code: 'merge-conflict',
      place: { line: 2 },
    });
  });

  test('depth is counted within a line', () => {
    expect(accept(`${'['.repeat(200)}${']'.repeat(200)}\n1\n`).faults).toEqual([]);
    expect(refuse(`1\n${'['.repeat(1_000_000)}\n`)).toMatchObject({
      code: 'too-deep',
      place: { line: 2, column: 201 },
    });
  });

  test('any values, one a line, are read back', () => {
    const values = fc.array(fc.jsonValue({ noUnicodeString: false }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.constantFrom('\n', '\r\n', '\r'), (list, end) => {
        const lines = list.map((value) => JSON.stringify(value));
        fc.pre(!lines.some((line) => line.includes('__proto__')));
        const document = accept(lines.join(end));
        expect(document.value).toEqual(lines.map((line) => JSON.parse(line)));
        lines.forEach((_line, index) => {
          expect(document.locate(`/${index}`)).toMatchObject({ line: index + 1, column: 1 });
        });
      }),
    );
  });
});
