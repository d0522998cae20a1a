import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNative } from '../../../src/core/record/native.ts';
import { type JsonValue, resolvePointer } from '../../../src/document/document.ts';
import { readMapped } from '../../../src/formats/mapping/mapping.ts';
import { evidenceOf } from '../../../src/measures/evidence/recompute.ts';
import type { Mapping } from '../../../src/policy/policy.ts';
import { mappingProblems } from '../../../src/policy/written-mapping.ts';
import { aFile } from '../../support/record.ts';
import { trials } from '../../support/trial.ts';
import { validateNow } from '../../support/validate.ts';

/** Names that mean something, and names that every object inherits. */
const KEYS = ['a', 'b', 'id', 'passed', 'total', 'scores', 'checks', 'error', 'mean', 'std', 'n'] as const;
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'] as const;
const key = fc.constantFrom(...KEYS, ...INHERITED);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 0.5, 3, 1e308, -1, '', 'PASS', 'fail', 'a', 'boom'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((members) => Object.fromEntries(members)),
  ),
}));

const token = fc.oneof(key, fc.constantFrom('0', '1'));
const pointer = fc.array(token, { maxLength: 3 }).map((tokens) => tokens.map((each) => `/${each}`).join(''));
const pattern = fc
  .array(fc.oneof(token, fc.constantFrom('*', 'c*', '*s')), { minLength: 1, maxLength: 3 })
  .map((tokens) => tokens.map((each) => `/${each}`).join(''));
const places = fc.oneof(pointer, fc.array(pointer, { minLength: 1, maxLength: 3 }));
const part = fc.oneof(pointer, fc.record({ is: value }));
const mapping = fc.record(
  {
    metrics: pointer,
    percent: fc.boolean(),
    arms: pattern.filter((text) => text.includes('*')),
    part: pointer,
    definitions: fc.dictionary(
      key,
      fc.oneof(
        fc.record({ rate: key }),
        fc.record({ at: pointer, percent: fc.boolean() }),
        fc.record({ aggregate: fc.constantFrom('mean', 'sum', 'max'), score: key, at: pointer }),
      ),
      { maxKeys: 3 },
    ),
    rows: fc.oneof(
      pattern,
      fc.record(
        {
          ...{ at: fc.oneof(pointer, pattern), id: places, pass: places, trials: places, error: places },
          ...{ scores: fc.oneof(pointer, fc.dictionary(key, places, { maxKeys: 2 })), reason: places },
          ...{ checks: fc.record({ at: places }), sample: places, arm: places, input: places, judge: places },
        },
        { requiredKeys: ['at', 'pass'] },
      ),
    ),
    ...{ models: fc.oneof(part, fc.dictionary(key, part, { maxKeys: 2 })), judge: part, dataset: part },
    ...{ metrics_version: part, limits: part, status: part, reason: part, thresholds: part, mode: part },
    ...{ generated_at: part, date: part },
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Mapping>;

/** What JSON can hold, and a policy in YAML: own members alone. */
const asWritten = <T>(given: T): T => JSON.parse(JSON.stringify(given));

describe('any mapping over any value', () => {
  it('is read without an error; each claim stands where it says, and nothing inherited is read', () => {
    let [read, rows] = [0, 0];
    fc.assert(
      fc.property(value, mapping, (content, given) => {
        const file = aFile(JSON.stringify(content));
        const written = asWritten(given);
        const mapped = readMapped(file, written);
        if ('unread' in mapped) {
          expect(mapped.unread).not.toBe('');
          return;
        }
        read += 1;
        rows += mapped.readings.flatMap((each) => each.rows ?? []).length;
        for (const reading of mapped.readings) {
          expect(new Set(reading.claims.map(({ name }) => name)).size).toBe(reading.claims.length);
          for (const claim of reading.claims) {
            expect(claim.value === null || Number.isFinite(claim.value)).toBe(true);
            expect(claim.value === null ? claim.reason : '').not.toBeNull();
            if (claim.pointer === null) continue;
            expect(resolvePointer(file.document!.value, claim.pointer)).toBeDefined();
          }
          for (const row of reading.rows ?? []) {
            expect(resolvePointer(file.document!.value, row.pointer)).toBeDefined();
            for (const [score, stated] of row.scores)
              expect([score, stated === null ? row.unmeasured.get(score) : '']).not.toContain(undefined);
          }
          // A text of JavaScript's own would show that a member of a prototype was read.
          const seen = JSON.stringify([...reading.models, ...reading.losses, reading.part, reading.judge]);
          expect(seen).not.toMatch(/native code|\[object /);
          evidenceOf(reading);
        }
      }),
      { numRuns: trials(3000) },
    );
    expect([read > 20, rows > 20]).toEqual([true, true]);
  });

  it('can be recorded, and keeps its values', () => {
    let recorded = 0;
    fc.assert(
      fc.property(value, mapping, (content, given) => {
        const mapped = readMapped(aFile(JSON.stringify(content)), asWritten(given));
        for (const reading of 'unread' in mapped ? [] : mapped.readings) {
          const source = { format: reading.format, file: 'a.json', sha256: '0'.repeat(64) };
          const named = { suite: 'suite', variant: null };
          const record = { ...toNative([reading], source, { metrics_version: 1 }), ...named };
          const written = JSON.parse(JSON.stringify(record)) as JsonValue;
          expect(validateNow('result', written)).toEqual([]);
          recorded += 1;
        }
      }),
      { numRuns: trials(1000) },
    );
    expect(recorded).toBeGreaterThan(10);
  });

  it('gives the same whatever the order of the members of the mapping', () => {
    fc.assert(
      fc.property(value, mapping, (content, given) => {
        const written = asWritten(given);
        const turned = Object.fromEntries(Object.entries(written).reverse()) as Mapping;
        expect(readMapped(aFile(JSON.stringify(content)), turned)).toEqual(
          readMapped(aFile(JSON.stringify(content)), written),
        );
      }),
      { numRuns: trials(300) },
    );
  });

  it('that the schema and the policy accept is such a mapping', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mapping, (given) => {
        const policy = {
          version: 1,
          series: { e: { files: 'a', format: asWritten(given) } },
        } as unknown as JsonValue;
        const found = [...validateNow('policy', policy), ...mappingProblems(policy)];
        accepted += found.length === 0 ? 1 : 0;
        for (const { message } of found) expect(message).toMatch(/nowhere|__proto__/);
      }),
      { numRuns: trials(500) },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
