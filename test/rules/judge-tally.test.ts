import { describe, expect, it } from 'vitest';
import { judgeTally } from '../../src/rules/judge-tally.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const SERVED = 'anthropic:claude-sonnet-4.5-20250929';
const rows = [
  {
    id: 'a',
    scores: { s: 0.5 },
    judgments: [
      { score: 's', value: true, judged_by: SERVED },
      { score: 's', value: false, judged_by: null },
      { score: 's', value: null },
    ],
  },
];
const right = { ruled: 2, unreached: 1, undisclosed: 1, served: [SERVED] };
const found = (tally: object, results: object[] = rows) =>
  findingsOf(
    judgeTally,
    aRecord(
      aResult({
        metrics: { m: { aggregate: 'mean', score: 's', judged: true } },
        judge: { route: 'anthropic:claude-sonnet-4.5', baseline: tally },
        results,
      }),
    ),
  );

describe('judge/tally', () => {
  it('lets the counts of the rows’ judgments pass', () => {
    expect(found(right)).toEqual([]);
    expect(found({})).toEqual([]);
  });

  it.each([
    ['ruled', { ruled: 3 }, 'The judge states ruled 3; the rows hold 2 judgments with a value.'],
    ['unreached', { unreached: 0 }, 'The judge states unreached 0; the rows hold 1 judgments without one.'],
    [
      'undisclosed',
      { undisclosed: 0 },
      'The judge states undisclosed 0; the rows hold 1 rulings of which no model is named.',
    ],
    [
      'served',
      { served: ['openai:gpt-5.5'] },
      `The judge is said to be served by openai:gpt-5.5; the judgments name ${SERVED}.`,
    ],
  ])('finds another count of %s', (count, parts, message) => {
    expect(found({ ...right, ...parts })).toMatchObject([
      { severity: 'error', pointer: '/judge/baseline', data: { count }, message },
    ]);
  });

  it('takes the counts for claims where no row holds judgments, and for the least where only some do', () => {
    const silent = { id: 'b', scores: { s: 1 } };
    expect(found({ ruled: 97 }, [silent])).toEqual([]);
    expect(found({ ...right, ruled: 9 }, [...rows, silent])).toEqual([]);
    expect(found({ ...right, ruled: 1 }, [...rows, silent])).toHaveLength(1);
  });
});
