import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type Document, type Fault } from '../../src/document/document.ts';
import { faultMessage } from '../../src/document/fault.ts';
import { decodeJson } from '../../src/document/json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function accept(text: string | Uint8Array): Document {
  const decoded = decodeJson(typeof text === 'string' ? bytesOf(text) : text);
  if (!decoded.ok) throw new Error(`refused: ${faultMessage(decoded.fault)}`);
  return decoded.document;
}

function refuse(text: string | Uint8Array): Fault {
  const decoded = decodeJson(typeof text === 'string' ? bytesOf(text) : text);
  if (decoded.ok) throw new Error('accepted');
  expect(decoded.fault.fatal).toBe(true);
  return decoded.fault;
}

describe('a clean text', () => {
  test.each([
    ['{}', {}],
    [' [ 1 , 2.5e-3 , -0.25 ] ', [1, 0.0025, -0.25]],
    ['"\\u00e9\\ud83d\\ude00"', 'é😀'],
    ['{"a":{"a":{"a":null}},"b":[{"a":1},{"a":2}]}', { a: { a: { a: null } }, b: [{ a: 1 }, { a: 2 }] }],
    ['{"":1," ":2}', { '': 1, ' ': 2 }],
    ['9007199254740992', 9007199254740992],
    ['{"a:b,{":"}]"}', { 'a:b,{': '}]' }],
    ['0', 0],
    ['null', null],
  ])('%s is decoded without a fault', (text, value) => {
    const document = accept(text);
    expect(document.value).toEqual(value);
    expect(document.faults).toEqual([]);
  });

  test('constructor and prototype are keys like any other (K166)', () => {
    const document = accept('{"constructor":{"prototype":{"a":1}},"hasOwnProperty":2}');
    expect(document.faults).toEqual([]);
    expect(document.value).toEqual(JSON.parse('{"constructor":{"prototype":{"a":1}},"hasOwnProperty":2}'));
  });
});

describe('a text that is refused', () => {
  test.each([
    ['a trailing comma in an object', '{\n  "a": 1,\n}', 'trailing-comma', 2, 9],
    ['a trailing comma in an array', '[1,2,]', 'trailing-comma', 1, 5],
    ['single quotes', "{'a': 1}", 'single-quote', 1, 2],
    ['a single-quoted value', '{"a": \'x\'}', 'single-quote', 1, 7],
    ['a line comment', '{\n  // why\n  "a": 1}', 'comment', 2, 3],
    ['a block comment', '{"a": /* why */ 1}', 'comment', 1, 7],
    ['a comment after the value', '{} # why', 'comment', 1, 4],
    ['an unquoted key', '{a: 1}', 'unquoted-key', 1, 2],
    ['a missing comma in an object', '{"a": 1\n "b": 2}', 'missing-comma', 2, 2],
    ['a missing comma in an array', '[1 2]', 'missing-comma', 1, 4],
    ['a missing colon', '{"a" 1}', 'missing-colon', 1, 6],
    ['a missing value', '{"a": , "b": 1}', 'missing-value', 1, 7],
    ['two commas', '[1,,2]', 'missing-value', 1, 4],
    ['text after the value', '{"a":1}\n{"a":2}', 'trailing-text', 2, 1],
    ['a bracket too many', '[1]]', 'trailing-text', 1, 4],
    ['the wrong bracket', '{"a": [1, 2}', 'wrong-bracket', 1, 12],
    ['the True of Python', '{"a": True}', 'foreign-word', 1, 7],
    ['undefined', '[undefined]', 'foreign-word', 1, 2],
    ['a leading zero', '[01]', 'bad-number', 1, 2],
    ['a leading plus', '[+1]', 'bad-number', 1, 2],
    ['a leading point', '[.5]', 'bad-number', 1, 2],
    ['a number that ends in a point', '[1.]', 'bad-number', 1, 2],
    ['a hexadecimal number', '[0x10]', 'bad-number', 1, 2],
    ['a lone minus', '[-]', 'bad-number', 1, 2],
    ['an unknown escape', '["\\x41"]', 'bad-escape', 1, 3],
    ['an escape cut short', '["\\u00g0"]', 'bad-escape', 1, 3],
    ['a line break in a string', '["a\nb"]', 'line-break-in-string', 1, 4],
    ['a tab in a string', '["a\tb"]', 'control-character', 1, 4],
    ['HTML', '<html></html>', 'unexpected', 1, 1],
    ['a column after characters beyond the BMP', '{"é😀": 01}', 'bad-number', 1, 8],
    ['CRLF and CR as line ends', '{\r\n"a":\r1,\n}', 'trailing-comma', 3, 2],
  ])('%s has its line, its column and its name', (_title, text, problem, line, column) => {
    const fault = refuse(text);
    expect(fault).toMatchObject({ code: 'syntax', data: { problem }, place: { line, column } });
    expect(faultMessage(fault)).toContain(
      `found ${fault.data['found']} where ${fault.data['expected']} was expected`,
    );
  });

  test('the sentence says what to do', () => {
    expect(faultMessage(refuse('{"a":1,}'))).toBe(
      'found "}" where another key in double quotes was expected: JSON allows no comma after the last value; delete the comma',
    );
  });

  test('text cut at any byte is truncated there, never a value (K079)', () => {
    const bytes = bytesOf('{"a": [1.5e3, -2, true, null, "x\\n\\u00e9é😀"], "b": {"c": false}}');
    for (let length = 1; length < bytes.length; length++) {
      const fault = refuse(bytes.slice(0, length));
      expect(fault).toMatchObject({ code: 'truncated', data: { bytes: length } });
    }
  });

  test('a file cut at 60 % says so (K079)', () => {
    const whole = JSON.stringify({
      results: Array.from({ length: 50 }, (_, id) => ({ id, score: id / 50 })),
    });
    const length = Math.floor(whole.length * 0.6);
    const fault = refuse(whole.slice(0, length));
    expect(faultMessage(fault)).toContain(`truncated at byte ${length}`);
  });

  test.each([
    ['0 bytes', ''],
    ['white space', ' \r\n\t\n'],
    ['NUL bytes after a crash', '\0'.repeat(4096)],
    ['a byte order mark alone', '\ufeff'],
  ])('%s is empty (K079)', (_title, text) => {
    expect(refuse(text)).toMatchObject({
      code: 'empty',
      pointer: '',
      place: { offset: 0, line: 1, column: 1 },
    });
  });

  test.each([
    ['a bare ======= with both sides left', '{\n"score": 0.4,\n=======\n"score": 0.9\n}', '=======', 3],
    [
      'both sides and a CRLF',
      '{\r\n<<<<<<< HEAD\r\n"a": 1\r\n=======\r\n"a": 2\r\n>>>>>>> other\r\n}',
      '<<<<<<<',
      2,
    ],
    ['CR as line end', '{"a": 1,\r=======\r"a": 2}', '=======', 2],
    ['the end marker alone', '{"a": 1}\n>>>>>>> other\n', '>>>>>>>', 2],
    ['a marker at the start', '<<<<<<< HEAD\n{}\n', '<<<<<<<', 1],
  ])('%s looks like an unresolved merge (K081)', (_title, text, marker, line) => {
    const fault = refuse(text);
    expect(fault).toMatchObject({ code: 'merge-conflict', data: { marker }, place: { line, column: 1 } });
    expect(faultMessage(fault)).toContain('looks like an unresolved merge');
  });

  test('a conflict marker inside a string is text', () => {
    expect(accept('{"output": "=======\\n<<<<<<< HEAD"}').faults).toEqual([]);
    expect(refuse('{"output": "======="').code).toBe('truncated');
  });

  test.each([
    ['UTF-16LE', [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
    ['UTF-16BE', [0xfe, 0xff, 0, 0x7b, 0, 0x7d]],
    ['UTF-16LE', [0x7b, 0, 0x7d, 0]],
    ['UTF-16BE', [0, 0x7b, 0, 0x7d]],
    ['UTF-32LE', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]],
    ['UTF-32BE', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]],
    ['UTF-32LE', [0x7b, 0, 0, 0, 0x7d, 0, 0, 0]],
    ['UTF-32BE', [0, 0, 0, 0x7b, 0, 0, 0, 0x7d]],
  ])('%s is named (K074): %j', (encoding, bytes) => {
    const fault = refuse(Uint8Array.from(bytes));
    expect(fault).toMatchObject({ code: 'encoding', data: { encoding } });
    expect(faultMessage(fault)).toContain(encoding);
  });

  test.each([
    ['Latin-1', [0xe9, 0x22], 0],
    ['an overlong form', [0xc0, 0xaf], 0],
    ['a surrogate', [0xed, 0xa0, 0x80], 0],
    ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
    ['a stray continuation after a whole character', [0xc3, 0xa9, 0x80], 2],
  ])('%s is not UTF-8, and the first bad byte has its place', (_title, bad, shift) => {
    const bytes = Uint8Array.from([...bytesOf('{\n"é":"'), ...bad, ...bytesOf('"}')]);
    const fault = refuse(bytes);
    expect(fault.code).toBe('encoding');
    expect(fault.place.offset).toBe(bytesOf('{\n"é":"').length + shift);
    expect(fault.place).toMatchObject({ line: 2, column: 6 + shift / 2 });
  });

  test('a Git LFS pointer is no result', () => {
    const text = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    expect(refuse(text)).toMatchObject({ code: 'lfs-pointer', data: { size: 12345 } });
  });

  test('a file over the limit is not read', () => {
    const decoded = decodeJson(bytesOf('[1,2,3]'), { ...DEFAULT_LIMITS, bytes: 6 });
    expect(decoded).toMatchObject({ ok: false, fault: { code: 'too-large', data: { bytes: 7, limit: 6 } } });
  });

  test('200 levels are taken, 201 are not', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(accept(nested(200)).faults).toEqual([]);
    expect(refuse(nested(201))).toMatchObject({
      code: 'too-deep',
      data: { depth: 200 },
      place: { column: 201 },
    });
    expect(refuse('{"a":'.repeat(201))).toMatchObject({ code: 'too-deep' });
  });

  test.each([
    ['[', 1_000_000],
    ['{"a":', 1_000_000],
    ['[[],', 1_000_000],
  ])('a nesting bomb of %s is refused, not overflowed', (unit, count) => {
    expect(refuse(unit.repeat(count)).code).toBe('too-deep');
    const lenient = decodeJson(bytesOf(unit.repeat(count)), { bytes: 1e9, depth: 2_000_000 });
    expect(lenient).toMatchObject({ ok: false, fault: { code: 'truncated' } });
  });
});

describe('a text that is taken with faults', () => {
  test('a key that stands twice is named with both places, and the last value wins (K073)', () => {
    const document = accept('{"score":0.4,\n "score":0.9, "\\u0073core": 1}');
    expect(document.value).toEqual({ score: 1 });
    expect(document.faults).toMatchObject([
      {
        code: 'duplicate-key',
        pointer: '/score',
        fatal: false,
        place: { line: 2, column: 2, offset: 15 },
        data: { key: 'score', first: 1, firstLine: 1, firstColumn: 2 },
      },
      { code: 'duplicate-key', place: { line: 2, column: 15 }, data: { firstLine: 1 } },
    ]);
    expect(faultMessage(document.faults[0]!)).toContain(
      'first at line 1, column 2 and again at line 2, column 2',
    );
    expect(document.locate('/score')).toMatchObject({ line: 2, column: 29 });
  });

  test('a key twice in an object of thousands is found (K073)', () => {
    const members = Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`);
    expect(accept(`{${members.join()}}`).faults).toEqual([]);
    expect(accept(`{${members.join()},"k7":1}`).faults).toMatchObject([
      { code: 'duplicate-key', pointer: '/k7' },
    ]);
  });

  test.each(['NaN', 'Infinity', '-Infinity', '1e400', '-1e400'])(
    '%s becomes null and is named (K056, K058)',
    (token) => {
      const document = accept(`{"metrics":{"acc":${token},"n":[1,${token}]}}`);
      expect(document.value).toEqual({ metrics: { acc: null, n: [1, null] } });
      expect(document.faults).toMatchObject([
        {
          code: 'not-finite',
          pointer: '/metrics/acc',
          data: { token },
          place: { line: 1, column: 19 },
          fatal: false,
        },
        { code: 'not-finite', pointer: '/metrics/n/1', data: { token } },
      ]);
      expect(faultMessage(document.faults[0]!)).toContain('write null and a reason under unmeasured');
    },
  );

  test('the words for NaN (K056)', () => {
    expect(faultMessage(accept('[NaN]').faults[0]!)).toBe(
      'NaN is not JSON; write null and a reason under unmeasured',
    );
  });

  test.each([
    ['9007199254740993', true],
    ['-9007199254740993', true],
    ['12345678901234567890', true],
    ['9007199254740992', false],
    ['9007199254740994', false],
    ['47585129085997530', false],
    ['47585129085997531', true],
    ['9007199254740993.0', false],
    ['0.12345678901234567890', false],
    ['1e22', false],
  ])('whether a double holds %s', (token, faulty) => {
    const document = accept(`{"id": ${token}}`);
    expect(document.value).toEqual({ id: Number(token) });
    expect(document.faults.map(({ code, data }) => [code, data['token']])).toEqual(
      faulty ? [['unsafe-integer', token]] : [],
    );
  });

  test('an integer too long for a double is not finite', () => {
    expect(accept(`[${'9'.repeat(400)}]`)).toMatchObject({ value: [null], faults: [{ code: 'not-finite' }] });
  });

  test.each(['__proto__', '\\u005f_proto__'])('the key %s is left out and poisons nothing (K166)', (key) => {
    const document = accept(`{"a":1,"${key}":{"score":1},"b":{"${key}":null}}`);
    expect(document.value).toEqual({ a: 1, b: {} });
    expect(Object.getPrototypeOf(document.value)).toBe(Object.prototype);
    expect(document.faults).toMatchObject([
      { code: 'reserved-key', pointer: '/__proto__', fatal: false, place: { column: 8 } },
      { code: 'reserved-key', pointer: '/b/__proto__' },
    ]);
    expect(document.locate('/__proto__')).toBeNull();
    expect('score' in {}).toBe(false);
  });

  test('a byte order mark is stripped and said (K074)', () => {
    const document = accept('\ufeff{"a": 1}');
    expect(document.value).toEqual({ a: 1 });
    expect(document.faults).toMatchObject([
      { code: 'byte-order-mark', place: { offset: 0, line: 1, column: 1 } },
    ]);
    expect(document.locate('/a')).toEqual({ offset: 9, line: 1, column: 7 });
  });

  test('faults stand in the order of the file', () => {
    const codes = accept('\ufeff[NaN,{"a":1,"a":9007199254740993},{"__proto__":1e999}]').faults.map(
      ({ code }) => code,
    );
    const expected = [
      'byte-order-mark',
      'not-finite',
      'duplicate-key',
      'unsafe-integer',
      'reserved-key',
      'not-finite',
    ];
    expect(codes).toEqual(expected);
  });

  test('of very many faults 1,000 are listed and the rest counted', () => {
    const { faults } = accept(`[${'NaN,'.repeat(4999)}NaN]`);
    expect(faults).toHaveLength(1000);
    expect(faults.at(-1)?.data['more']).toBe(4000);
    expect(faultMessage(faults.at(-1)!)).toContain('4000 more');
  });
});

describe('locate', () => {
  const document = accept('{\r\n  "a/b": [10, {"~": "x"}],\r  "é": {"": []}\n}');
  test.each([
    ['', 1, 1],
    ['/a~1b', 2, 10],
    ['/a~1b/0', 2, 11],
    ['/a~1b/1', 2, 15],
    ['/a~1b/1/~0', 2, 21],
    ['/é', 3, 8],
    ['/é/', 3, 13],
  ])('"%s" is at line %i, column %i', (pointer, line, column) => {
    expect(document.locate(pointer)).toMatchObject({ line, column });
  });

  test.each(['/x', '/a~1b/2', '/a~1b/00', '/a~1b/-', '/a~1b/0/0', 'a', '/~2', '/é/length'])(
    '"%s" is nowhere',
    (pointer) => {
      expect(document.locate(pointer)).toBeNull();
    },
  );
});
