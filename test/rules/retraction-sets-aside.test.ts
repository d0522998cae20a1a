import { expect, it } from 'vitest';
import { retractionSetsAside } from '../../src/rules/retraction-sets-aside.ts';
import { findingsOf } from '../support/record.ts';
import { aRetraction } from '../support/retraction.ts';

it('warns of a newest run that missed and is retracted, and names the run that is judged instead (A5)', () => {
  const setsAside = { series: 'eval', metrics: ['accuracy', 'cost'], instead: 'results/old.json' };
  expect(findingsOf(retractionSetsAside, aRetraction({ setsAside }))).toEqual([
    expect.objectContaining({
      severity: 'warning',
      path: 'results/a.retraction-1.json',
      pointer: '/of/path',
      message: expect.stringMatching(
        /results\/a\.json, the newest run of the series eval, which does not meet accuracy, cost\. .*results\/old\.json/,
      ),
    }),
  ]);
  const alone = aRetraction({ setsAside: { ...setsAside, instead: null } });
  expect(findingsOf(retractionSetsAside, alone)[0]?.message).toContain('No run of the series is left');
  expect(findingsOf(retractionSetsAside, aRetraction())).toEqual([]);
});
