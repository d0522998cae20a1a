import { describe, expect, it } from 'vitest';
import { unmeasuredNoReason } from '../../src/rules/unmeasured-no-reason.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(unmeasuredNoReason, aRecord(aResult({ ...parts })));
const error = { kind: 'target_quota' };

describe('unmeasured/no-reason', () => {
  it('K170: finds a null metric without a reason, with its place', () => {
    expect(found({ aggregate: { support: null, other: 0 } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer: '/aggregate/support',
        line: expect.any(Number),
        message: expect.stringContaining('support is n/a (unmeasured), and nothing says why'),
        remedy: expect.stringContaining('"unmeasured": { "support"'),
      }),
    ]);
  });

  it.each([
    ['a reason beside it', { aggregate: { a: null }, unmeasured: { a: 'cancelled' } }],
    ['a number', { aggregate: { a: 0 } }],
    [
      'a run that is unmeasured as a whole',
      { status: 'unmeasured', reason: 'cancelled', aggregate: { a: null } },
    ],
    [
      'the rows of a run that is unmeasured as a whole',
      { status: 'unmeasured', reason: 'cancelled', results: [{ id: 'r', scores: { a: null } }] },
    ],
    ['a null score in a row with an error', { results: [{ id: 'r', error, scores: { a: null } }] }],
    [
      'a null score with a reason',
      { results: [{ id: 'r', scores: { a: null }, unmeasured: { a: 'cancelled' } }] },
    ],
    ['a metric that nobody stated', { results: [{ id: 'r', error, scores: {} }] }],
  ])('passes %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });

  it('finds null scores without a reason, all rows of a score in one finding', () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({ id: `r${index}`, scores: { a: null, b: 1 } }));
    const findings = found({ results: rows });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ pointer: '/results/0/scores/a', data: { what: 'score', rows: 8 } });
    expect(findings[0]?.message).toContain('in 8 rows (r0, r1, r2, r3, r4 and 3 more)');
    const [one] = found({ results: rows.slice(0, 1) });
    expect(one?.message).toContain('in 1 row (r0)');
  });

  it('looks into both arms, and says which', () => {
    const [finding, ...others] = found({ candidate: { aggregate: { a: null } } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ pointer: '/candidate/aggregate/a' });
    expect(finding?.message).toContain('a (candidate)');
  });

  it('K059: leaves a NaN, which is read as null, to file/not-finite', () => {
    const text = JSON.stringify(aResult({ aggregate: { a: 1 }, results: [{ id: 'r', scores: { b: 2 } }] }));
    const record = aRecord(text.replace('"a":1', '"a":NaN').replace('"b":2', '"b":NaN'));
    expect(record.readings[0]?.claims[0]?.value).toBeNull();
    expect(findingsOf(unmeasuredNoReason, record)).toEqual([]);
  });

  it('counts the rows that have no number beside those that have a NaN', () => {
    const rows = [1, 2, 3].map((b) => ({ id: `r${b}`, scores: { b: b === 2 ? null : b } }));
    const text = JSON.stringify(aResult({ results: rows })).replace('"b":1', '"b":NaN');
    expect(findingsOf(unmeasuredNoReason, aRecord(text))).toEqual([
      expect.objectContaining({
        pointer: '/results/1/scores/b',
        data: { what: 'score', name: 'b', arm: null, rows: 1, cases: ['r2'] },
      }),
    ]);
  });

  it('asks no other format for reasons', () => {
    const series = aSeries({ format: { mapping: { metrics: '/m' } } });
    expect(findingsOf(unmeasuredNoReason, aRecord({ m: { a: null } }, { series }))).toEqual([]);
  });

  it.each([
    ['no row', { results: [] }, '/results'],
    ['no row and an empty aggregate', { results: [], aggregate: {} }, '/results'],
    ['an empty aggregate alone', { results: undefined, aggregate: {} }, null],
    ['no row of the candidate', { candidate: { results: [] } }, '/candidate/results'],
    ['no row in a scripted run', { results: [], mode: 'scripted' }, '/results'],
  ])('D8: finds a result that measured nothing and does not say so: %s', (_, parts, pointer) => {
    expect(found(parts)).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer,
        message: expect.stringContaining('has no row and states no number'),
        remedy: expect.stringContaining('"status": "unmeasured"'),
      }),
    ]);
  });

  it.each([
    ['says that it is unmeasured', { results: [], status: 'unmeasured', reason: 'budget_stop' }],
    [
      'gives the reasons of its metrics',
      { results: [], aggregate: { a: null }, unmeasured: { a: 'budget_stop' } },
    ],
    ['has rows that all failed', { results: [{ id: 'r', error, scores: { a: null } }] }],
  ])('D8: passes a result that %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });
});
