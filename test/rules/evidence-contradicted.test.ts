import { describe, expect, it } from 'vitest';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { judgeThresholds } from '../../src/policy/thresholds.ts';
import { evidenceContradicted } from '../../src/rules/evidence-contradicted.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const ERROR = '[ERROR] 429 Too Many Requests';
const ruling = (value: unknown, reason: unknown, score = 'support') => ({
  score,
  item: 'claim 1',
  value,
  judged_by: null,
  reason,
});
const row = (id: string, judgments: readonly object[], parts: object = {}) => ({
  id,
  scores: { support: 1 },
  judgments,
  ...parts,
});
const sound = Array.from({ length: 9 }, (_, at) => row(`s${at}`, [ruling(1, 'The page says so.')]));
const record = (rows: readonly object[], parts: object = {}) =>
  aRecord(
    aResult({
      results: rows,
      metrics: { support: { aggregate: 'mean', score: 'support', judged: true } },
      judge: { route: 'anthropic:claude-x' },
      rubric: { scale: [0, 1], criteria: { support: {} } },
      ...parts,
    }),
  );
const found = (rows: readonly object[]) => findingsOf(evidenceContradicted, record(rows));

describe('evidence/contradicted', () => {
  it('A10: finds a full score whose reason is an error, and names the rows', () => {
    const rows = [...sound, row('q1', [ruling(1, ERROR)]), row('q2', [ruling(true, ERROR)])];
    expect(found(rows)).toEqual([
      expect.objectContaining({
        severity: 'warning',
        pointer: '/results/9',
        message: expect.stringMatching(
          /score support of q1 is 1, and its reason is the text of an error: \[ERROR\] 429 Too Many Requests\. The same is true of 1 more: q2/,
        ),
      }),
    ]);
  });

  it('A10: finds a score that has a reason why it was not measured', () => {
    const doubted = { id: 'a', scores: { done: true }, unmeasured: { done: 'target_quota: 429' } };
    expect(findingsOf(evidenceContradicted, aRecord(aResult({ results: [doubted] })))).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining('says that it was not measured: target_quota: 429'),
      },
    ]);
  });

  it.each([
    ['a zero', ruling(0, ERROR)],
    ['no value', ruling(null, ERROR)],
    ['an error in a sentence', ruling(1, 'It explains HTTP 429 and "[ERROR] retry" well.')],
    ['no reason', ruling(1, null)],
    ['an error of the thing itself', ruling(1, 'ValueError: raised as the task asks')],
    ['a reason that begins with the word', ruling(1, 'Error handling is complete.')],
    ['words that deny an error', ruling(1, 'Error: none found, the answer is right')],
  ])('A10: passes %s', (_, judgment) => {
    expect(found([row('a', [judgment], { scores: { support: judgment.value } })])).toEqual([]);
  });

  describe('an enforced threshold', () => {
    const verdict = (rows: readonly object[], min: number, parts: object = {}) => {
      const threshold = {
        metric: 'support',
        min,
        max: null,
        enforce: true,
        min_coverage: null,
        min_n: null,
        rule: 'point',
      };
      const series = aSeries({ thresholds: [{ ...threshold, ...parts } as never] });
      const [reading] = record(rows).readings;
      return judgeThresholds('a.json', series, reading!, judgedMetrics(reading!), null)[0];
    };
    const doubted = [...sound, row('q1', [ruling(1, ERROR)])];

    it('A10: takes the row as unmeasured, and the worst case decides', () => {
      expect(verdict(doubted, 0.95)).toMatchObject({ verdict: 'unmeasured', value: null });
      expect(verdict(doubted, 0.9)).toMatchObject({ verdict: 'met', value: 1 });
      expect(verdict([...sound, row('q1', [ruling(1, 'Right.')])], 0.95)).toMatchObject({ verdict: 'met' });
    });

    it('A10: the value stands where nothing is enforced, and min_coverage counts the row as not measured', () => {
      expect(verdict(doubted, 0.95, { enforce: false })).toMatchObject({ verdict: 'met', value: 1 });
      expect(verdict(doubted, 0.95, { min_coverage: 0.95 })).toMatchObject({ verdict: 'unmeasured' });
      expect(verdict(doubted, 0.95, { min_coverage: 0.9 })).toMatchObject({ verdict: 'met' });
    });
  });
});
