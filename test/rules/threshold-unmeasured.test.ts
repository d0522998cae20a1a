import { expect, it } from 'vitest';
import { thresholdUnmeasured } from '../../src/rules/threshold-unmeasured.ts';
import { found, threshold } from '../support/range.ts';

it('finds what was not measured, with its reason, and warns where it is enforced (K105)', () => {
  const thresholds = [
    threshold(),
    threshold({ verdict: 'missed', value: 0 }),
    threshold({ verdict: 'unmeasured', value: null, reason: 'target_quota: 429' }),
    threshold({ verdict: 'unmeasured', value: null, enforced: true }),
  ];
  expect(found(thresholdUnmeasured, { thresholds })).toEqual([
    expect.stringMatching(/^note .*completion_rate is n\/a \(unmeasured\): target_quota: 429\./),
    expect.stringMatching(/^warning .*completion_rate is n\/a \(unmeasured\)\. The policy enforces/),
  ]);
});
