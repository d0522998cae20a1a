import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { DEFAULT_LIMITS, type Document, type Fault, resolvePointer } from '../../src/document/document.ts';
import { faultMessage } from '../../src/document/fault.ts';
import { decodeYaml } from '../../src/document/yaml.ts';
import { trials } from '../support/trial.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function accept(text: string): Document {
  const decoded = decodeYaml(bytesOf(text));
  if (!decoded.ok) throw new Error(`refused: ${faultMessage(decoded.fault)}`);
  return decoded.document;
}

function refuse(text: string | Uint8Array): Fault {
  const decoded = decodeYaml(typeof text === 'string' ? bytesOf(text) : text);
  if (decoded.ok) throw new Error(`accepted: ${JSON.stringify(decoded.document.value)}`);
  expect(decoded.fault.fatal).toBe(true);
  return decoded.fault;
}

describe('YAML', () => {
  test.each([
    ['dates stay strings', 'date: 2026-09-28', { date: '2026-09-28' }],
    ['no is a word, not false', 'a: no\nb: on\nc: y', { a: 'no', b: 'on', c: 'y' }],
    ['no is a word under %YAML 1.1 too', '%YAML 1.1\n---\na: no', { a: 'no' }],
    ['sexagesimal numbers are text', 'a: 1:30', { a: '1:30' }],
    ['numbers', '[1, -2, +3, 0x1F, 0o17, .5, 1e3]', [1, -2, 3, 31, 15, 0.5, 1000]],
    ['null in all spellings', 'a:\nb: ~\nc: null\nd: ""', { a: null, b: null, c: null, d: '' }],
    ['keys are strings', '1: a\ntrue: b\n2026-01-01: c', { 1: 'a', true: 'b', '2026-01-01': 'c' }],
    [
      'merge keys are keys like any other',
      'a: &a {x: 1}\nb:\n  <<: *a',
      { a: { x: 1 }, b: { '<<': { x: 1 } } },
    ],
    ['aliases are copied', 'a: &a [1]\nb: *a', { a: [1], b: [1] }],
    ['an anchor that is set anew', 'a: &a 1\nb: *a\nc: &a 2\nd: *a', { a: 1, b: 1, c: 2, d: 2 }],
    ['tags of the core schema', 'a: !!str 1\nb: !!int "2"\nc: !!null ""', { a: '1', b: 2, c: null }],
    ['a block of text', 'a: |\n  x\n  y\n', { a: 'x\ny\n' }],
    ['a conflict marker within a block of text', 'a: |\n  =======\n', { a: '=======\n' }],
    ['one explicit document', '--- [1]\n...\n', [1]],
    ['an empty document', '---\n', null],
  ])('%s', (_title, text, value) => {
    expect(accept(text)).toMatchObject({ faults: [] });
    expect(accept(text).value).toEqual(value);
  });

  test('a key that stands twice is named with both places, and the last value wins (K073)', () => {
    const document = accept('é: 1\nscore: 0.4\nb: {c: 1, "c": 2}\nscore: 0.9\n');
    expect(document.value).toEqual({ é: 1, score: 0.9, b: { c: 2 } });
    expect(document.faults).toMatchObject([
      {
        code: 'duplicate-key',
        pointer: '/b/c',
        place: { line: 3, column: 11 },
        data: { firstLine: 3, firstColumn: 5 },
      },
      {
        code: 'duplicate-key',
        pointer: '/score',
        place: { line: 4, column: 1 },
        data: { firstLine: 2, firstColumn: 1 },
      },
    ]);
    expect(document.locate('/score')).toMatchObject({ line: 4, column: 8 });
  });

  test.each(['.nan', '.NaN', '.inf', '-.INF', '1e400'])(
    '%s becomes null and is named (K056, K058)',
    (token) => {
      const document = accept(`a:\n  - 1\n  - ${token}\n`);
      expect(document.value).toEqual({ a: [1, null] });
      expect(document.faults).toMatchObject([
        { code: 'not-finite', pointer: '/a/1', data: { token }, place: { line: 3, column: 5 } },
      ]);
    },
  );

  test('faults that an alias repeats stand in the order of the file', () => {
    const { faults } = accept('a: &a [.nan]\nb: 9007199254740993\nc: *a\n');
    expect(faults.map(({ pointer, place }) => [pointer, place.line])).toEqual([
      ['/a/0', 1],
      ['/c/0', 1],
      ['/b', 2],
    ]);
  });

  test.each(['9007199254740993', '0x20000000000001', '-12345678901234567890'])(
    '%s is an unsafe integer',
    (token) => {
      expect(accept(`a: ${token}`).faults).toMatchObject([
        { code: 'unsafe-integer', pointer: '/a', data: { token } },
      ]);
    },
  );

  test('the key __proto__ is left out and poisons nothing (K166)', () => {
    const document = accept('a: 1\n__proto__: {score: 1}\nconstructor: 2\n');
    expect(Object.entries(document.value ?? {})).toEqual([
      ['a', 1],
      ['constructor', 2],
    ]);
    expect(document.faults).toMatchObject([
      { code: 'reserved-key', pointer: '/__proto__', place: { line: 2 } },
    ]);
    expect(document.locate('/__proto__/score')).toBeNull();
  });

  test('a byte order mark is stripped and said (K074)', () => {
    const document = accept('\ufeffa: 1');
    expect(document).toMatchObject({ value: { a: 1 }, faults: [{ code: 'byte-order-mark' }] });
    expect(document.locate('/a')).toEqual({ offset: 6, line: 1, column: 4 });
  });

  test.each([
    ['a tag of one’s own', 'a: !secret x', 'tag: !secret', 1, 4],
    ['a tag that runs code elsewhere', 'a: !!python/object:os.system x', 'python', 1, 4],
    ['binary', 'a: !!binary aGk=', 'binary', 1, 4],
    ['an alias of nothing', 'a: 1\nb: *x', 'anchor', 2, 4],
    ['two documents', 'a: 1\n---\na: 2\n', 'more than one document', 2, 1],
    ['a tab as indent', 'a:\n\tb: 1', 'ab', 2, 1],
    ['broken indentation', 'a:\n    b: 1\n  c: 2\n', '', 3, 1],
    ['a list as a key', '? [a]\n: 1', 'key', 1, 3],
    ['CRLF and CR as line ends', 'a: 1\r\nb: 2\rc: *x\r\n', 'anchor', 3, 4],
  ])('%s is refused with its place', (_title, text, words, line, column) => {
    const fault = refuse(text);
    expect(fault).toMatchObject({ code: 'syntax', data: { problem: 'yaml' }, place: { line, column } });
    expect(faultMessage(fault)).toContain(words);
  });

  test.each([
    ['{a: [1, 2', 'truncated'],
    ['a: "x\n', 'truncated'],
    ['- {a: 1,\n', 'truncated'],
    ['', 'empty'],
    ['# nothing but a comment\n', 'empty'],
    ['a: 1\n=======\na: 2\n', 'merge-conflict'],
    ['<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n', 'merge-conflict'],
    [`version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 1\n`, 'lfs-pointer'],
  ])('%j is %s (K079, K081)', (text, code) => {
    expect(refuse(text).code).toBe(code);
  });

  test.each([
    ['a: 1\nb: "x\nc: 2\n', 2, 4],
    ["a: 1\nb: 'x\nc: 2\n", 2, 4],
    ['a: 1\nb:\n  c: {d: 1\n', 3, 6],
    ['a: [1, [2, 3\n', 1, 8],
    ['a:\n  - x: "y\n    z\n', 2, 8],
    ['{a: 1, b: [2]\n\n', 1, 1],
  ])('C9: %j is reported where it opens, not where the text ends', (text, line, column) => {
    const fault = refuse(text);
    expect(fault).toMatchObject({ code: 'truncated', place: { line, column } });
    expect(faultMessage(fault)).toContain('that opens here');
  });

  test('UTF-16 and bytes that are no UTF-8 are named (K074)', () => {
    expect(refuse(Uint8Array.from([0xff, 0xfe, 0x61, 0]))).toMatchObject({ data: { encoding: 'UTF-16LE' } });
    expect(refuse(Uint8Array.from([0x61, 0xe9]))).toMatchObject({ code: 'truncated' });
    expect(refuse(Uint8Array.from([0x61, 0xe9, 0x61]))).toMatchObject({
      code: 'encoding',
      place: { offset: 1 },
    });
  });

  test('aliases of aliases are stopped before they fill the memory', () => {
    const lines = Array.from(
      { length: 9 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
    );
    expect(faultMessage(refuse(`a0: &a0 [x]\n${lines.join('\n')}`))).toContain('aliases repeat more than');
    expect(refuse('a: &a [*a]').code).toBe('too-deep');
  });

  test.each(['[', '{a: ', '- ', '? ', '{? ', '[[],'])('a nesting bomb of %j is refused at once', (unit) => {
    expect(refuse(unit.repeat(1_000_000)).code).toBe('too-deep');
  });

  test('200 levels are taken, 201 are not', () => {
    expect(accept('['.repeat(200) + ']'.repeat(200)).faults).toEqual([]);
    expect(refuse('['.repeat(201) + ']'.repeat(201))).toMatchObject({
      code: 'too-deep',
      place: { column: 201 },
    });
    expect(accept('- '.repeat(200)).faults).toEqual([]);
    expect(refuse('- '.repeat(201)).code).toBe('too-deep');
    expect(decodeYaml(bytesOf('[[[]]]'), { ...DEFAULT_LIMITS, depth: 2 })).toMatchObject({ ok: false });
  });

  test('locate finds values through aliases and where none is written', () => {
    const document = accept('a: &a\n  x: [1, 2]\nb: *a\nc:\n');
    expect(document.locate('')).toMatchObject({ line: 1, column: 1 });
    expect(document.locate('/a/x/1')).toMatchObject({ line: 2, column: 10 });
    expect(document.locate('/b')).toMatchObject({ line: 3, column: 4 });
    expect(document.locate('/b/x/0')).toMatchObject({ line: 2, column: 7 });
    expect(document.locate('/c')).toMatchObject({ line: 4 });
    expect(document.locate('/d')).toBeNull();
    expect(document.locate('/a/x/2')).toBeNull();
    expect(document.locate('x')).toBeNull();
  });

  test('what the yaml library writes is read back, and places point at the values', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', ' ', '1', ':', '-'), maxLength: 5 });
    const scalar = fc.oneof(fc.constantFrom(null, true, false), fc.integer(), name);
    const list = fc.array(fc.dictionary(name, scalar, { noNullPrototype: true }), { minLength: 1 });
    fc.assert(
      fc.property(list, (value) => {
        const text = stringify(value, { version: '1.2' });
        const document = accept(text);
        expect(document.value).toEqual(value);
        expect(document.faults).toEqual([]);
        value.forEach((row, index) => {
          for (const [key, cell] of Object.entries(row)) {
            if (typeof cell !== 'number') continue;
            const place = document.locate(`/${index}/${key}`);
            const rest = new TextDecoder().decode(bytesOf(text).subarray(place?.offset));
            expect(Number.parseInt(rest, 10)).toBe(resolvePointer(document.value, `/${index}/${key}`));
          }
        });
      }),
    );
  });

  test('with a byte changed nothing is thrown', () => {
    const text = bytesOf(
      'a: &x [1, .nan, "é"]\nb:\n  - c: *x\n    d: |\n      text\n  - !!str e\n? f\n: {g: 1, g: 2}\n',
    );
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(255), (at, byte) => {
        const bytes = text.slice();
        bytes[at] = byte;
        expect(typeof decodeYaml(bytes).ok).toBe('boolean');
      }),
      { numRuns: trials(2000) },
    );
  });
});
