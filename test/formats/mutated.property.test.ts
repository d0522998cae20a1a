import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/core/reading.ts';
import { toNative } from '../../src/core/record/native.ts';
import { type JsonValue, resolvePointer } from '../../src/document/document.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { native } from '../../src/formats/native/native.ts';
import { formats } from '../../src/formats/registry.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import { fixture, JSON_FIXTURES, textOf } from '../support/fixture.ts';
import { fileOf } from '../support/reading.ts';
import { aFile } from '../support/record.ts';
import { trials } from '../support/trial.ts';
import { validateNow } from '../support/validate.ts';

/**
 * Readers that keep the headlines which a file states, whatever its rows come to. Of all others, a new one too, what a
 * claim says must be what the rows come to.
 */
const STATED: ReadonlySet<string> = new Set(['native', 'research-engine', 'duckhaven', 'couchbase']);
/** The reader whose changed file may make a record that the schema refuses: what the file states is kept as it stands. */
const MAY_BREAK_THE_SCHEMA: ReadonlySet<string> = new Set(['native']);

type Path = readonly (string | number)[];
type Mutation =
  | { readonly kind: 'delete' | 'repeat'; readonly at: Path }
  | { readonly kind: 'retype'; readonly at: Path; readonly to: JsonValue }
  | { readonly kind: 'rename'; readonly at: Path; readonly to: string };

const STRANGE: readonly JsonValue[] = [
  null,
  'text',
  '',
  '0.75',
  0.25,
  -1,
  1e308,
  true,
  [],
  {},
  [null],
  { a: [] },
];
/** Names that every object inherits, and names that mean something elsewhere. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b~c', 'score', 'passed'];

function mutations(document: JsonValue): fc.Arbitrary<Mutation> {
  const at = fc.constantFrom(...pathsOf(document));
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('delete' as const, 'repeat' as const), at }),
    fc.record({ kind: fc.constant('retype' as const), at, to: fc.constantFrom(...STRANGE) }),
    // A name of an item or a member, as a value and as a key.
    fc.record({ kind: fc.constant('retype' as const), at, to: fc.constantFrom<JsonValue>(...NAMES) }),
    fc.record({ kind: fc.constant('rename' as const), at, to: fc.constantFrom(...NAMES) }),
  );
}

describe('a document of which members are deleted, retyped, repeated or renamed', () => {
  it.each(JSON_FIXTURES)('%s is read without an error, and claims nothing whose evidence is gone', (name) => {
    const whole = fixture(name).document!.value;
    fc.assert(
      fc.property(fc.array(mutations(whole), { minLength: 1, maxLength: 5 }), (changes) => {
        const value = changes.reduce(mutated, whole);
        const file = fileOf(name, textOf(name, value));
        const found = formats.filter((format) => format.detect(file));
        expect(found.length).toBeLessThan(2);
        for (const format of found) {
          expect(typeof (format.refuse?.(file) ?? '')).toBe('string');
          const readings = format.read(file);
          holdsTogether(readings);
          for (const reading of readings) claimsOnlyEvidence(reading, file);
        }
      }),
      { numRuns: trials(400) },
    );
  });
});

describe('a document of another tool that is changed, recorded and read again', () => {
  const tools = JSON_FIXTURES.filter((name) => !MAY_BREAK_THE_SCHEMA.has(name.split('/')[0]!));

  it.each(tools)('%s satisfies the schema, and has the same values', (name) => {
    const whole = fixture(name).document!.value;
    fc.assert(
      fc.property(fc.array(mutations(whole), { maxLength: 5 }), (changes) => {
        const file = fileOf(name, textOf(name, changes.reduce(mutated, whole)));
        const readings = formats
          .filter((format) => format.detect(file))
          .flatMap((format) => format.read(file));
        for (const reading of readings) {
          const source = { format: reading.format, file: name, sha256: '0'.repeat(64) };
          // The command makes a suite and a variant that are fit for the names of files.
          const named = { suite: 'suite', variant: null };
          const record = { ...toNative([reading], source, { metrics_version: 1 }), ...named };
          const again = aFile(JSON.parse(JSON.stringify(record)));
          expect(validateNow('result', again.document!.value)).toEqual([]);
          const kept = new Map(native.read(again)[0]!.claims.map(({ name, value }) => [name, value]));
          for (const { name, value } of reading.claims)
            expect([name, kept.get(name)]).toEqual([name, reading.status === 'measured' ? value : null]);
        }
      }),
      { numRuns: trials(150) },
    );
  });
});

describe('a document that is cut off', () => {
  it.each(JSON_FIXTURES)('%s has no reader, and is no error', (name) => {
    const bytes = fixture(name).bytes;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 3 }), (length) => {
        const file = fileOf(name, bytes.subarray(0, length));
        const found = formats.filter((format) => format.detect(file)).map(({ id }) => id);
        // Lines that are whole are a log of their own.
        expect(found.length).toBeLessThan(name.endsWith('.jsonl') ? 2 : 1);
      }),
      { numRuns: trials(50) },
    );
  });
});

/** Readings of one file, and metrics and rows of one reading, have names that tell them apart. */
function holdsTogether(readings: readonly Reading[]): void {
  const arms = readings.map(({ arm }) => arm);
  expect(arms).toEqual([...new Set(arms)]);
  for (const { format, claims, rows } of readings) {
    const names = claims.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    // The schema of a native result demands its reasons, and what it refuses is not read.
    if (format === 'native') continue;
    for (const { id, scores, unmeasured } of rows ?? [])
      for (const [score, value] of scores)
        if (value === null) expect([id, score, unmeasured.has(score)]).toEqual([id, score, true]);
  }
}

function claimsOnlyEvidence(reading: Reading, { document }: ResultFile): void {
  for (const { name, value, reason, pointer, measured } of reading.claims) {
    if (value === null) {
      if (reading.format !== 'native') expect([name, typeof reason]).toEqual([name, 'string']);
      continue;
    }
    expect([name, Number.isFinite(value)]).toEqual([name, true]);
    if (!STATED.has(reading.format)) expect([name, value, measured === 0]).toEqual([name, value, false]);
    if (pointer === null) continue;
    const there = resolvePointer(document!.value, pointer);
    if (!Array.isArray(there)) expect([name, there]).toEqual([name, value]);
  }
  if (STATED.has(reading.format)) return;
  for (const { name, claim, basis } of evidenceOf(reading)) {
    // A number that stands in the file may differ from its rows: that is told, and the claim is kept.
    if (basis.kind !== 'rows' || claim === null || claim.pointer !== null) continue;
    expect([name, claim.value]).toEqual([name, basis.value.value]);
  }
}

function pathsOf(value: JsonValue, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== 'object') return [path];
  const below = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? below : [path, ...below];
}

function mutated(value: JsonValue, change: Mutation): JsonValue {
  return changedAt(value, change.at, change);
}

function changedAt(value: JsonValue, [key, ...rest]: Path, change: Mutation): JsonValue {
  if (key === undefined || value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    if (name !== String(key)) return [[name, each]];
    if (rest.length > 0) return [[name, changedAt(each, rest, change)]];
    return changedEntry(name, each, change);
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

function changedEntry(name: string, each: JsonValue, change: Mutation): [string, JsonValue][] {
  if (change.kind === 'retype') return [[name, change.to]];
  if (change.kind === 'rename') return [[change.to, each]];
  const again: [string, JsonValue][] = [
    [name, each],
    [`${name} again`, each],
  ];
  return change.kind === 'repeat' ? again : [];
}
