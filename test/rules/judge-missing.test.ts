import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { judgeMissing } from '../../src/rules/judge-missing.ts';
import { aPolicy, aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const policy = aPolicy({ judge: { ...DEFAULT_POLICY.judge, required: true } });
const found = (parts: object, by = policy) =>
  findingsOf(judgeMissing, aRecord(aResult({ ...parts }), { policy: by }));
const metrics = { support: { aggregate: 'mean', judged: true }, other: { aggregate: 'mean' } };
const judgment = { score: 'support', value: true, judged_by: null };
const row = (parts: object) => [{ id: 'r', scores: { support: 1, other: 1 }, ...parts }];

describe('judge/missing', () => {
  it('finds a judged metric without a judge, and names it', () => {
    expect(found({ metrics, aggregate: { support: 1, other: 1 } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        data: { metrics: ['support'], rulings: 0 },
        message: expect.stringContaining('The result has support (judged) and names no judge'),
      }),
    ]);
  });

  it('finds rulings without a judge, in every arm', () => {
    const [finding, ...others] = found({
      results: row({ judgments: [judgment] }),
      candidate: { results: row({ judgments: [judgment, judgment] }) },
    });
    expect(others).toEqual([]);
    expect(finding?.message).toContain('3 rulings and names no judge');
  });

  it.each([
    ['a judge', { metrics, aggregate: { support: 1 }, judge: { route: 'openai:gpt-4o' } }],
    ['a scripted run', { metrics, aggregate: { support: 1 }, mode: 'scripted' }],
    ['no judged metric', { metrics: { other: { aggregate: 'mean' } }, aggregate: { other: 1 } }],
    [
      'a judged metric that nobody measured',
      { metrics, aggregate: { support: null, other: 1 }, unmeasured: { support: 'judge_missing' } },
    ],
    ['rulings that could not be had', { results: row({ judgments: [{ ...judgment, value: null }] }) }],
    [
      'the rulings of a run that is unmeasured',
      { status: 'unmeasured', reason: 'cancelled', results: row({ judgments: [judgment] }) },
    ],
    ['a run that is unmeasured', { metrics, status: 'unmeasured', reason: 'judge_missing: none set up' }],
  ])('passes %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });

  it('asks for a judge only where the policy does', () => {
    expect(found({ metrics, aggregate: { support: 1 } }, aPolicy())).toEqual([]);
  });

  it('counts a file that does not say whether models were called as real', () => {
    const series = aSeries({ format: { mapping: { metrics: '/m' } } });
    const record = aRecord({ m: { support: 1 } }, { series, policy });
    const readings = record.readings.map((reading) => ({
      ...reading,
      definitions: new Map([['support', { aggregate: 'mean', judged: true }]]),
    }));
    expect(readings[0]?.mode).toBeNull();
    expect(findingsOf(judgeMissing, { ...record, readings })).toHaveLength(1);
    const judge = { ...EMPTY_JUDGE, route: null };
    const unnamed = readings.map((reading) => ({ ...reading, judge }));
    expect(findingsOf(judgeMissing, { ...record, readings: unnamed })).toHaveLength(1);
  });
});

const EMPTY_JUDGE = {
  ruled: null,
  unreached: null,
  undisclosed: null,
  served: [],
  answered: null,
  checked_against: [],
  temperature: null,
  prompt_sha256: null,
};
