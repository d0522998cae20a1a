import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/core/reading.ts';
import { type JsonValue, resolvePointer } from '../../src/document/document.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { CSV_FIXTURES, fixture, JSON_FIXTURES, textOf } from '../support/fixture.ts';
import { fileOf } from '../support/reading.ts';
import { trials } from '../support/trial.ts';

/** Fixtures that hold a 0, and those of a format whose nulls need no reason. */
const LEFT_OUT = /^(?:native|research-engine\/selection|lm-eval\/samples_|promptfoo\/rows)/;
/** Fixtures without a 0 in them: whatever 0 a reading has after a change, the reader made. */
const WITHOUT_ZERO = JSON_FIXTURES.filter((name) => !LEFT_OUT.test(name));

type Path = readonly (string | number)[];

const detecting = (file: ResultFile) => formats.filter((format) => format.detect(file));

describe('any file', () => {
  it('of JSON is detected by at most one reader, without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('a.json', 'x_trace.json'), (value, path) => {
        const found = detecting(fileOf(path, JSON.stringify(value)));
        for (const format of found) format.read(fileOf(path, JSON.stringify(value)));
        expect(found.length).toBeLessThan(2);
      }),
    );
  });

  it('of bytes is detected without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(detecting({ path: 'a.csv', bytes, document: null }).length).toBeLessThan(2);
      }),
    );
  });

  it('that begins with the head of a table is read without an error, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CSV_FIXTURES),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (name, rest) => {
          const head = new TextDecoder().decode(fixture(name).bytes).split('\n')[0]!;
          const file = fileOf(name, `${head.trim()}\n${rest}`);
          for (const format of detecting(file)) expect(format.read(file).length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('a file of which keys are missing or wrong', () => {
  it.each(WITHOUT_ZERO)('%s is read without an error, and nothing becomes a 0', (name) => {
    const whole = fixture(name).document!.value;
    const paths = pathsOf(whole);
    const change = fc.record({
      path: fc.constantFrom(...paths),
      to: fc.constantFrom<JsonValue | undefined>(undefined, undefined, null, 'text', {}, true),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const value = changes.reduce((tree, { path, to }) => replaced(tree, path, to), whole);
        const file = fileOf(name, textOf(name, value));
        for (const format of detecting(file))
          for (const reading of format.read(file)) holdsNoMadeZero(reading, value);
      }),
      { numRuns: trials(400) },
    );
  });

  it.each(CSV_FIXTURES)('%s is read without an error, and no blank cell becomes a 0', (name) => {
    const lines = new TextDecoder().decode(fixture(name).bytes).replaceAll('\r\n', '\n').trim();
    const [head, ...rows] = lines.replaceAll(/"[^"]*(?:""[^"]*)*"/g, 'quoted').split('\n');
    const cells = rows.flatMap((row, at) => row.split(',').map((_, column) => [at, column] as const));
    const change = fc.record({ cell: fc.constantFrom(...cells), to: fc.constantFrom('', '', 'nan', 'text') });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const table = rows.map((row) => row.split(','));
        for (const { cell, to } of changes) table[cell[0]]![cell[1]] = to;
        const file = fileOf(name, [head, ...table.map((row) => row.join(','))].join('\n'));
        for (const format of detecting(file))
          for (const reading of format.read(file)) holdsNoMadeZero(reading, null);
      }),
      { numRuns: trials(300) },
    );
  });
});

function holdsNoMadeZero(reading: Reading, value: JsonValue): void {
  for (const { name, value: claimed, reason, pointer, measured } of reading.claims) {
    if (claimed === null) expect([name, typeof reason]).toEqual([name, 'string']);
    if (claimed !== 0) continue;
    // A count of a list that stands there, or a rate that rows which were measured come to, may be 0.
    const stated = pointer === null ? undefined : resolvePointer(value, pointer);
    expect([name, Array.isArray(stated) || (pointer === null && Number(measured) > 0)]).toEqual([name, true]);
  }
  for (const { id, scores, unmeasured } of reading.rows ?? []) {
    for (const [name, score] of scores) {
      if (score === null) expect([id, name, unmeasured.has(name)]).toEqual([id, name, true]);
      // A run that the file says was left out counts as 0 in the sum over the plan, by the tool's definition.
      const left = name === 'planned_score' && unmeasured.get('score') === 'stopped_early';
      // What calls and rulings come to is computed from them, also where an argument or a mark is gone.
      const computed = name === 'tool_call_match' || name === 'judge_passed';
      if (score === 0 && !left && !computed) expect([id, name, score]).toEqual([id, name, 'no 0']);
    }
  }
}

function pathsOf(value: JsonValue, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== 'object') return [path];
  const below = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function replaced(value: JsonValue, [key, ...rest]: Path, to: JsonValue | undefined): JsonValue {
  if (key === undefined || value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    if (name !== String(key)) return [[name, each]];
    if (rest.length > 0) return [[name, replaced(each, rest, to)]];
    return to === undefined ? [] : [[name, to]];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
