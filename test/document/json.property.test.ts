import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPointer, type JsonValue, resolvePointer } from '../../src/document/document.ts';
import { FaultList } from '../../src/document/fault.ts';
import { decodeJson, parseCleanJson, parseFaultyJson } from '../../src/document/json.ts';
import { trials } from '../support/trial.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const key = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('a', 'b', 'constructor', 'toString', '"', '\\', '/', '~', '0', ':', '{'),
);
const scalar = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(
      key.filter((text) => text !== '__proto__'),
      tie('value'),
      { maxKeys: 6, noNullPrototype: true },
    ),
  ),
}));

// toStrictEqual looks at `constructor` to compare types, which is an ordinary key here
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toBe(expected);
}

/** Prints JSON as nobody would: any white space, and any character of a string as an escape. */
function print(json: JsonValue, choose: (below: number) => number): string {
  const space = (): string => ['', '', ' ', '\n', '\r\n', '\t', '\r', '  '][choose(8)]!;
  const pad = (text: string): string => space() + text + space();
  const quoted = (text: string): string =>
    `"${text
      .split('')
      .map((unit) => {
        const code = unit.charCodeAt(0);
        const surrogate = code >= 0xd800 && code <= 0xdfff;
        if (choose(4) === 0 || surrogate) return `\\u${code.toString(16).padStart(4, '0')}`;
        return JSON.stringify(unit).slice(1, -1);
      })
      .join('')}"`;
  if (typeof json === 'string') return pad(quoted(json));
  if (json === null || typeof json !== 'object') return pad(JSON.stringify(json));
  if (Array.isArray(json)) return pad(`[${space()}${json.map((item) => print(item, choose)).join(',')}]`);
  const members = Object.entries(json).map(([name, item]) => `${pad(quoted(name))}:${print(item, choose)}`);
  return pad(`{${space()}${members.join(',')}}`);
}

const printed = fc.tuple(value, fc.infiniteStream(fc.nat(1000))).map(([json, stream]) => {
  const text = print(json, (below) => (stream.next().value ?? 0) % below);
  return { json, text };
});

function pointersOf(json: JsonValue, path: readonly string[] = []): string[] {
  const children = json !== null && typeof json === 'object' ? Object.entries(json) : [];
  return [formatPointer(path), ...children.flatMap(([name, item]) => pointersOf(item, [...path, name]))];
}

describe('for any JSON value', () => {
  test('what JSON.stringify writes is read back, without a fault', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const decoded = decodeJson(bytesOf(text));
        expect(decoded).toMatchObject({ ok: true, document: { faults: [] } });
        same(decoded.ok && decoded.document.value, JSON.parse(text));
      }),
    );
  });

  test('white space and escapes change nothing', () => {
    fc.assert(
      fc.property(printed, ({ json, text }) => {
        const decoded = decodeJson(bytesOf(text));
        same(decoded.ok && decoded.document.value, json);
        expect(decoded.ok && decoded.document.faults).toEqual([]);
      }),
    );
  });

  test('the fast and the careful way agree', () => {
    fc.assert(
      fc.property(printed, ({ text }) => {
        const bytes = bytesOf(text);
        const faults = new FaultList();
        const careful = parseFaultyJson(bytes, 200, faults);
        expect(faults.placed(() => ({ offset: 0, line: 1, column: 1 }))).toEqual([]);
        const clean = parseCleanJson(bytes, 0, bytes.length, 200);
        if (clean !== undefined) same(careful, clean);
      }),
    );
  });

  test('locate points at text that parses to the value at that pointer', () => {
    fc.assert(
      fc.property(printed, ({ json, text }) => {
        const bytes = bytesOf(text);
        const decoded = decodeJson(bytes);
        if (!decoded.ok) throw new Error('refused');
        for (const pointer of pointersOf(json)) {
          const place = decoded.document.locate(pointer)!;
          same(valueAt(bytes, place.offset), resolvePointer(json, pointer));
          expect(lineAndColumn(bytes, place.offset)).toEqual([place.line, place.column]);
        }
      }),
    );
  });
});

test('with a byte changed, added or removed nothing is thrown, and what is accepted clean is what JSON.parse says', () => {
  fc.assert(
    fc.property(
      printed,
      fc.nat(),
      fc.nat(255),
      fc.constantFrom('set', 'add', 'cut'),
      ({ text }, where, byte, how) => {
        const before = bytesOf(text);
        const at = where % (before.length + 1);
        const rest = before.subarray(how === 'add' ? at : at + 1);
        const bytes = Uint8Array.from([...before.subarray(0, at), ...(how === 'cut' ? [] : [byte]), ...rest]);
        const decoded = decodeJson(bytes);
        const strict = strictly(bytes);
        if (decoded.ok && decoded.document.faults.length === 0) same(decoded.document.value, strict);
        if (!decoded.ok) expect(strict).toBeUndefined();
      },
    ),
    { numRuns: trials(2000) },
  );
});

test('a key that stands twice in any object is always found (K073)', () => {
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 40 }), (names) => {
      const own = names.filter((name) => name !== '__proto__');
      const decoded = decodeJson(bytesOf(`[{${own.map((name) => `${JSON.stringify(name)}:1`).join()}}]`));
      const codes = decoded.ok ? decoded.document.faults.map(({ code }) => code) : null;
      expect(codes).toEqual(new Array(own.length - new Set(own).size).fill('duplicate-key'));
    }),
  );
});

function strictly(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The value whose text begins at an offset: the shortest piece that parses and is followed by no more of it. */
function valueAt(bytes: Uint8Array, offset: number): JsonValue | undefined {
  for (let end = offset + 1; end <= bytes.length; end++) {
    const next = bytes[end];
    if (next !== undefined && !',]}: \n\r\t'.includes(String.fromCharCode(next))) continue;
    const parsed = strictly(bytes.subarray(offset, end));
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

function lineAndColumn(bytes: Uint8Array, offset: number): [number, number] {
  const lines = new TextDecoder().decode(bytes.subarray(0, offset)).split(/\r\n|\r|\n/);
  return [lines.length, [...lines.at(-1)!].length + 1];
}
