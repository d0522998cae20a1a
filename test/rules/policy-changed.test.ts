import { describe, expect, it } from 'vitest';
import { applyRule } from '../../src/core/rule.ts';
import { policyChanged } from '../../src/rules/policy-changed.ts';
import type { PolicySubject } from '../../src/rules/subject.ts';

const UNCHANGED: PolicySubject = {
  path: 'evalguard.yaml',
  changed: false,
  loosenings: [],
  unusable: null,
  touchesLedger: false,
};
const LOOSENING = { setting: 'exempt', before: null, after: '**' };

describe('policy/changed', () => {
  it('says nothing where the policy is untouched', () => {
    expect(applyRule(policyChanged, { ...UNCHANGED, touchesLedger: true })).toEqual([]);
  });

  it('K052 warns of every change, once, at the policy', () => {
    expect(applyRule(policyChanged, { ...UNCHANGED, changed: true })).toEqual([
      { rule: 'policy/changed', severity: 'warning', path: 'evalguard.yaml', data: { loosened: 0 } },
    ]);
  });

  it('says which policy judged the change, and whether anything is given up', () => {
    const [found] = applyRule(policyChanged, { ...UNCHANGED, changed: true });
    expect(policyChanged.message(found!.data, found!)).toBe(
      'The policy was changed. This change was judged by the policy of the base branch; the new one counts once it has landed, and everything that was guarded stays guarded.',
    );
    const [loosened] = applyRule(policyChanged, { ...UNCHANGED, changed: true, loosenings: [LOOSENING] });
    expect(policyChanged.message(loosened!.data, loosened!)).not.toContain('stays guarded');
    expect(policyChanged.remedy(found!.data, found!)).toContain('CODEOWNERS');
  });
});
