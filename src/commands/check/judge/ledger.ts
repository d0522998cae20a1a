import { applyRules } from '../../../core/rule.ts';
import { policyRules, type RuleFinding, rangeRules } from '../../../rules/registry.ts';
import type { PolicySubject, RangeSubject } from '../../../rules/subject.ts';

/** What a range does to the policy's file; `null` where it leaves it alone. */
type PolicyChange = Pick<PolicySubject, 'path' | 'loosenings' | 'unusable'> | null;

/** Judges what a range does to the ledger and to its policy, whatever the records say. */
export function judgeLedger(facts: RangeSubject, policy: PolicyChange): readonly RuleFinding[] {
  return [...applyRules(rangeRules, facts), ...applyRules(policyRules, policySubject(policy, facts))];
}

function policySubject(change: PolicyChange, { changes }: RangeSubject): PolicySubject {
  const touchesLedger = changes.length > 0;
  return change === null
    ? { path: '', changed: false, loosenings: [], unusable: null, touchesLedger }
    : { ...change, changed: true, touchesLedger };
}
