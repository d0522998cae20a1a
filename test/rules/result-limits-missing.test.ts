import { describe, expect, it } from 'vitest';
import { resultLimitsMissing } from '../../src/rules/result-limits-missing.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const mapped = aSeries({ format: { mapping: { metrics: '/m' } } });

describe('result/limits-missing', () => {
  it.each([
    ['no method', aResult({ method: undefined }), 1, ''],
    ['a method without limits', aResult({ method: { samples: 2 } }), 1, '/method'],
    ['two arms and no limits', aResult({ method: {}, candidate: { results: [] } }), 1, '/method'],
    ['no limits at all', aResult(), 0, ''],
    ['a limit that was off', aResult({ method: { limits: { tokens: null } } }), 0, ''],
    ['nothing measured', aResult({ method: undefined, status: 'unmeasured', reason: 'cancelled' }), 0, ''],
  ])('a native result with %s', (_, content, count) => {
    const findings = findingsOf(resultLimitsMissing, aRecord(content));
    expect(findings).toHaveLength(count);
    for (const { severity, message, line } of findings) {
      expect(severity).toBe('warning');
      expect(message).toContain('method.limits is missing');
      expect(line).not.toBeNull();
    }
  });

  it('asks no other format for limits', () => {
    expect(findingsOf(resultLimitsMissing, aRecord({ m: {} }, { series: mapped }))).toEqual([]);
  });
});
