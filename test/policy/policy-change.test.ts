import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type Policy } from '../../src/policy/policy.ts';
import { effectivePolicy, loosenings } from '../../src/policy/policy-change.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../src/policy/series.ts';
import { aPolicy, aSeries, aThreshold, PATHS, policies } from '../support/policies.ts';

const BASE = aPolicy({
  ledger: ['evals'],
  exempt: ['**/latest.json'],
  series: [
    aSeries({ thresholds: [aThreshold({ enforce: true })] }),
    aSeries({ id: 'rest', files: '*.json' }),
  ],
});

function judgedBy(base: Policy | null, head: Policy | null) {
  return effectivePolicy({ base, head, trusted: null });
}

describe('effectivePolicy', () => {
  it('counts the policy of base where head leaves it alone', () => {
    expect(judgedBy(BASE, BASE)).toEqual({ policy: BASE, source: 'base', exemptIfNew: [], named: ['evals'] });
  });

  it.each<[string, Policy | null]>([
    ['adds an exemption in the same change', { ...BASE, exempt: ['**'] }],
    ['deletes the policy', null],
    ['changes the order of its series', { ...BASE, series: BASE.series.toReversed() }],
    ['widens files', { ...BASE, series: [aSeries({ files: '**' })] }],
    ['narrows files', { ...BASE, series: [aSeries({ files: 'none' })] }],
    ['changes the format', { ...BASE, series: [aSeries({ format: { reader: 'native' } })] }],
    ['drops enforce', { ...BASE, series: [aSeries({ thresholds: [aThreshold()] })] }],
    ['requires no judge', { ...BASE, judge: { ...BASE.judge, family: 'distinct' } }],
    ['shrinks the size limit', { ...BASE, max_bytes: 1 }],
  ])('K052 is unmoved by a head that %s', (_, head) => {
    expect(judgedBy(BASE, head)).toEqual(judgedBy(BASE, BASE));
  });

  it('K052 guards the directories of both sides where head renames the ledger', () => {
    const { policy, named } = judgedBy(BASE, { ...BASE, ledger: ['archive'] });
    expect(policy.ledger).toEqual(['evals', 'archive']);
    expect(named).toEqual(['evals', 'archive']);
  });

  it('K052 lets a policy that head brings add to the defaults and free nothing that base holds', () => {
    const head = aPolicy({
      ...BASE,
      max_bytes: 1,
      judge: { required: true, aliases: ['acme/*'], family: 'distinct', routes: { 'gw:a': 'openai:a' } },
    });
    expect(judgedBy(null, head)).toEqual({
      policy: {
        ...head,
        ledger: ['results', 'evals'],
        exempt: [],
        judge: { required: true, aliases: ['acme/*'], family: 'same', routes: {} },
        max_bytes: DEFAULT_POLICY.max_bytes,
      },
      source: 'defaults',
      exemptIfNew: ['**/latest.json'],
      named: ['evals'],
    });
  });

  it('lets nothing that base holds grow where base has no policy', () => {
    const board = aSeries({ grows: 'rows', key: ['model'], ignore: ['rank'], rows: '/entries' });
    expect(judgedBy(null, aPolicy({ series: [board] })).policy.series).toEqual([aSeries()]);
    expect(judgedBy(aPolicy({ series: [board] }), null).policy.series).toEqual([board]);
  });

  it('works without any policy, and then names no directory that could be misspelt', () => {
    expect(judgedBy(null, null)).toEqual({
      policy: DEFAULT_POLICY,
      source: 'defaults',
      exemptIfNew: [],
      named: [],
    });
  });

  it('takes a trusted file as given, whatever base and head say', () => {
    const trusted = aPolicy({ ledger: ['elsewhere'] });
    expect(effectivePolicy({ base: BASE, head: null, trusted })).toEqual({
      policy: trusted,
      source: 'file',
      exemptIfNew: [],
      named: ['elsewhere'],
    });
  });

  it('is never looser than the policy of base, or than the defaults, whatever head says', () => {
    fc.assert(
      fc.property(fc.option(policies), fc.option(policies), (base, head) => {
        expect(loosenings(base, judgedBy(base, head).policy)).toEqual([]);
      }),
    );
  });

  it('leaves every path that base guards guarded, and claimed by the same series', () => {
    fc.assert(
      fc.property(policies, fc.option(policies), fc.constantFrom(...PATHS), (base, head, path) => {
        fc.pre(ledgerDirectory(path, base.ledger) !== null);
        const { policy, exemptIfNew } = judgedBy(base, head);
        expect(ledgerDirectory(path, policy.ledger)).not.toBeNull();
        expect(isExempt(path, [...policy.exempt, ...exemptIfNew])).toBe(isExempt(path, base.exempt));
        expect(seriesOf(path, policy)).toEqual(seriesOf(path, base));
      }),
    );
  });
});
