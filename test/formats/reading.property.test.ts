import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/core/reading.ts';
import { type JsonValue, resolvePointer } from '../../src/document/document.ts';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import { native } from '../../src/formats/native/native.ts';
import { aFile } from '../support/record.ts';
import { trials } from '../support/trial.ts';

const key = fc.oneof(
  fc.constantFrom('aggregate', 'unmeasured', 'results', 'scores', 'id', 'metrics', 'candidate', 'judge'),
  fc.constantFrom('status', 'models', 'thresholds', 'constructor', 'toString', 'a/b', '~', ''),
);
const { tree: anything } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 0.5, -3, 'x', 'unmeasured', 'mean'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));
const object = fc.dictionary(key, anything, { maxKeys: 8, noNullPrototype: true });

/** Every number that a reading claims stands in the file where the claim says, and what stands there as null is null. */
function claimsWhatStandsThere(reading: Reading, value: JsonValue): void {
  expect(new Set(reading.claims.map(({ name }) => name)).size).toBe(reading.claims.length);
  for (const claim of reading.claims) {
    if (claim.value !== null) expect(Number.isFinite(claim.value)).toBe(true);
    if (claim.pointer === null) continue;
    const there = resolvePointer(value, claim.pointer);
    if (claim.value !== null) expect(there).toBe(claim.value);
    else if (reading.status === 'measured') expect(there === null || typeof there === 'string').toBe(true);
  }
}

describe('whatever a file holds', () => {
  it('a native reading claims only numbers that stand in it', () => {
    fc.assert(
      fc.property(object, (content) => {
        const file = aFile({ ...content, schema: 'evalguard.result/v1' });
        const readings = native.read(file);
        expect(readings.length).toBeGreaterThan(0);
        for (const reading of readings) claimsWhatStandsThere(reading, file.document!.value);
      }),
      { numRuns: trials(500) },
    );
  });

  it('a mapped reading claims only numbers that stand in it', () => {
    const pointer = fc.constantFrom('', '/aggregate', '/results/0', '/constructor', '/a~1b', '/~0');
    fc.assert(
      fc.property(object, pointer, pointer, (content, metrics, other) => {
        const file = aFile(content);
        const parts = { models: other, judge: other, rows: other, status: other, thresholds: other };
        const mapped = readMapped(file, { metrics, ...parts });
        if ('unread' in mapped) return;
        for (const reading of mapped.readings) claimsWhatStandsThere(reading, file.document!.value);
      }),
      { numRuns: trials(500) },
    );
  });
});
