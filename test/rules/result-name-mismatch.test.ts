import { describe, expect, it } from 'vitest';
import { resultNameMismatch } from '../../src/rules/result-name-mismatch.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf, NAME } from '../support/record.ts';

const identity = { suite: 'eval', date: '2026-09-28', routing: 'corpus', run: 1 };
const found = (parts: object, path = NAME) =>
  findingsOf(resultNameMismatch, aRecord(aResult({ ...parts }), { path }));

describe('result/name-mismatch', () => {
  it.each([
    ['says nothing', {}],
    ['says the same', identity],
    ['says the same, and that there is no variant', { ...identity, variant: null }],
    ['says a part of it', { run: 1 }],
  ])('passes a result whose content %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });

  it.each([
    ['another run', { ...identity, run: 2 }, 'eval-2026-09-28-corpus-run2.json'],
    ['another day', { ...identity, date: '2026-09-27' }, 'eval-2026-09-27-corpus-run1.json'],
    ['another suite', { ...identity, suite: 'memory' }, 'memory-2026-09-28-corpus-run1.json'],
    [
      'a variant that the name lacks',
      { ...identity, variant: 'big' },
      'eval-2026-09-28-corpus-big-run1.json',
    ],
    ['another run and nothing else', { run: 2 }, null],
  ])('finds content that says %s, and the name that it would have', (_, parts, expected) => {
    const findings = found(parts);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'error', path: NAME, data: { expected } });
    if (expected !== null) {
      expect(findings[0]?.message).toContain(expected);
      expect(findings[0]?.remedy).toContain(expected);
    } else expect(findings[0]?.message).toContain('the content says run 2');
  });

  it('takes "variant": null at its word, and a missing variant for anything', () => {
    const path = 'results/eval-2026-09-28-corpus-big-run1.json';
    expect(found({ ...identity, variant: null }, path)).toHaveLength(1);
    expect(found(identity, path)).toEqual([]);
  });

  it('leaves a name that fits no pattern to result/name', () => {
    expect(found({ run: 2 }, 'results/x.json')).toEqual([]);
  });

  it('says so once for a result of two arms', () => {
    expect(found({ run: 2, candidate: { results: [] } })).toHaveLength(1);
  });

  const mapping = { metrics: '/m', generated_at: '/at' };
  const late = { m: {}, at: '2026-07-24T04:20:07+00:00', day: '2026-07-24' };
  it.each([
    ['K086: does not hold the day of generated_at against a name', mapping, 0],
    ['holds a date that the file states against the name', { ...mapping, date: '/day' }, 1],
  ])('%s', (_, mapping, count) => {
    const series = aSeries({ name: 'eval-{date}.json', format: { mapping } });
    const record = aRecord(late, { path: 'results/eval-2026-07-23.json', series });
    expect(findingsOf(resultNameMismatch, record)).toHaveLength(count);
  });
});
