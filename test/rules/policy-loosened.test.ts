import { describe, expect, it } from 'vitest';
import { applyRule } from '../../src/core/rule.ts';
import { loosenings } from '../../src/policy/policy-change.ts';
import { policyLoosened } from '../../src/rules/policy-loosened.ts';
import type { PolicySubject } from '../../src/rules/subject.ts';
import { aPolicy, aSeries, aThreshold } from '../support/policies.ts';

const strict = aPolicy({ series: [aSeries({ thresholds: [aThreshold({ min: 0.95, enforce: true })] })] });
const lax = aPolicy({
  exempt: ['**/latest.json'],
  series: [aSeries({ thresholds: [aThreshold({ min: 0, enforce: true })] })],
});
const SUBJECT: PolicySubject = {
  path: 'evalguard.yaml',
  changed: true,
  loosenings: loosenings(strict, lax),
  unusable: null,
  touchesLedger: false,
};

describe('policy/loosened', () => {
  it('says nothing of a policy that was changed and not loosened', () => {
    expect(applyRule(policyLoosened, { ...SUBJECT, loosenings: [], touchesLedger: true })).toEqual([]);
  });

  it('warns once of a loosening that stands alone, and lists every setting', () => {
    const found = applyRule(policyLoosened, SUBJECT);
    expect(found).toEqual([
      {
        rule: 'policy/loosened',
        severity: 'warning',
        path: 'evalguard.yaml',
        data: {
          touches_ledger: false,
          loosenings: [
            { setting: 'exempt', before: null, after: '**/latest.json' },
            { setting: 'series.eval.thresholds.accuracy.min', before: 0.95, after: 0 },
          ],
        },
      },
    ]);
    expect(policyLoosened.message(found[0]!.data, found[0]!)).toBe(
      'The policy gives up, or cannot be shown to keep, 2 settings: exempt: not set -> "**/latest.json"; series.eval.thresholds.accuracy.min: 0.95 -> 0.',
    );
    expect(policyLoosened.remedy(found[0]!.data, found[0]!)).toContain('say why');
  });

  it('K052 is an error where the same range touches the ledger', () => {
    const [found] = applyRule(policyLoosened, { ...SUBJECT, touchesLedger: true });
    expect(found?.severity).toBe('error');
    expect(policyLoosened.message(found!.data, found!)).toContain('A loosening lands alone: exempt');
    expect(policyLoosened.remedy(found!.data, found!)).toContain('one of their own');
  });
});
