import { expect, it } from 'vitest';
import { policyChanged } from '../../src/rules/policy-changed.ts';
import { policyRepaired } from '../../src/rules/policy-repaired.ts';
import type { PolicySubject } from '../../src/rules/subject.ts';
import { found } from '../support/range.ts';

const CHANGED: PolicySubject = {
  path: 'evalguard.yaml',
  changed: true,
  loosenings: [],
  unusable: null,
  touchesLedger: false,
};

it('warns where the change repairs a policy that could not be used, and says why it could not (A2)', () => {
  expect(found(policyRepaired, CHANGED)).toEqual([]);
  const repaired = { ...CHANGED, unusable: 'The policy cannot be used:\n  evalguard.yaml:1:1: wrong.' };
  expect(found(policyRepaired, repaired)).toEqual([
    expect.stringMatching(
      /^warning evalguard\.yaml: The policy cannot be used: evalguard\.yaml:1:1: wrong\. This change repairs it/,
    ),
  ]);
  expect(found(policyChanged, repaired)).toEqual([]);
});
