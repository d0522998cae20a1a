import { describe, expect, it } from 'vitest';
import { resultDate } from '../../src/rules/result-date.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const committed = Date.parse('2026-09-28T12:00:00Z') / 1000;
const free = aSeries({ name: '{suite}.json' });
const found = (parts: object, rest = {}) =>
  findingsOf(resultDate, aRecord(aResult({ ...parts }), { committed, series: free, ...rest }));

describe('result/date', () => {
  it.each([
    ['generated_at', '2026-09-27T10:00:00Z', 0],
    ['generated_at', '2026-09-29T23:59:59Z', 0],
    ['generated_at', '2026-09-30T00:00:00Z', 1],
    ['generated_at', '2026-09-30T05:00:00+09:00', 0],
    ['generated_at', '2026-09-29T20:00:00-05:00', 1],
    ['generated_at', '2099-12-31T23:59:60Z', 1],
    ['generated_at', '2026-09-30t00:00:00z', 1],
    ['date', '2026-09-29', 0],
    ['date', '2026-09-30', 1],
    ['date', '2027-01-01', 1],
  ])('K086: %s %s, committed at noon of 2026-09-28, gives %i', (field, says, count) => {
    const findings = found({ [field]: says });
    expect(findings).toHaveLength(count);
    for (const finding of findings) {
      expect(finding).toMatchObject({ severity: 'error', pointer: `/${field}`, line: expect.any(Number) });
      expect(finding.message).toContain(`${field} says ${says}, which is later than 2026-09-29`);
    }
  });

  it('looks at the date in the name, too', () => {
    const [finding] = found({}, { series: null, path: 'results/eval-2026-10-28-corpus-run1.json' });
    expect(finding).toMatchObject({ pointer: null, data: { from: 'name', says: '2026-10-28' } });
  });

  it('says so once, however many dates and arms there are', () => {
    const late = { date: '2026-12-01', generated_at: '2026-12-01T00:00:00Z', candidate: { results: [] } };
    expect(found(late)).toHaveLength(1);
  });

  it('holds nothing against the index, which has no date', () => {
    expect(found({ date: '2099-01-01' }, { committed: null })).toEqual([]);
  });

  it('points into a team’s own JSON where its mapping says', () => {
    const series = aSeries({ format: { mapping: { metrics: '/m', generated_at: '/meta/at' } } });
    const record = aRecord({ m: {}, meta: { at: '2026-12-01T00:00:00Z' } }, { committed, series });
    expect(findingsOf(resultDate, record)).toEqual([expect.objectContaining({ pointer: '/meta/at' })]);
  });
});
