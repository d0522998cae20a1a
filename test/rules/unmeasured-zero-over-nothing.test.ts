import { describe, expect, it } from 'vitest';
import { EMPTY_READING } from '../../src/core/reading.ts';
import { evidenceMismatch } from '../../src/rules/evidence-mismatch.ts';
import { unmeasuredZeroOverNothing } from '../../src/rules/unmeasured-zero-over-nothing.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(unmeasuredZeroOverNothing, aRecord(aResult({ ...parts })));
const rate = { m: { aggregate: 'rate', score: 'ok' } };

describe('unmeasured/zero-over-nothing', () => {
  it.each([
    ['K061: a pass rate of 1 over no case', 1, []],
    ['a pass rate of 0 over no case', 0, []],
    [
      'a 0 over rows that all failed',
      0,
      [{ id: 'a', error: { kind: 'target_quota' }, scores: { ok: null } }],
    ],
    [
      'a number over what does not apply',
      1,
      [{ id: 'a', scores: { ok: null }, unmeasured: { ok: 'not_applicable' } }],
    ],
  ])('%s', (_, m, results) => {
    const [finding, ...others] = found({ metrics: rate, aggregate: { m }, results });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', pointer: '/aggregate/m', data: { claimed: m } });
    expect(finding?.message).toMatch(/It is n\/a \(unmeasured\), neither 0 nor 1\.$/);
  });

  it('finds a claim that itself counts nothing', () => {
    const claim = { name: 'm', value: 0, reason: null, pointer: '/m' };
    const counts = [{ measured: 0, expected: 10 }, { ratio: { numerator: 0, denominator: 0 } }];
    for (const count of counts) {
      const record = aRecord('{}', { readings: [{ ...EMPTY_READING, claims: [{ ...claim, ...count }] }] });
      expect(findingsOf(unmeasuredZeroOverNothing, record)).toHaveLength(1);
    }
  });

  it('leaves a claim over cases whose rows are not there to evidence/mismatch', () => {
    const reading = {
      ...EMPTY_READING,
      claims: [{ name: 'm', value: 1, reason: null, pointer: '/m', expected: 2 }],
      definitions: new Map([['m', { aggregate: 'mean', where: { category: 'x' } }]]),
      rows: [],
    };
    const record = aRecord('{}', { readings: [reading] });
    expect(findingsOf(unmeasuredZeroOverNothing, record)).toEqual([]);
    expect(findingsOf(evidenceMismatch, record)).toHaveLength(1);
  });

  it('lets a true 0 pass, and a count of nothing measured', () => {
    const results = [{ id: 'a', scores: { ok: false } }];
    expect(found({ metrics: rate, aggregate: { m: 0 }, results })).toEqual([]);
    const failed = [{ id: 'a', error: { kind: 'target_quota' }, scores: { ok: null } }];
    const count = { m: { aggregate: 'count', score: 'ok' } };
    expect(found({ metrics: count, aggregate: { m: 0 }, results: failed })).toEqual([]);
  });
});
