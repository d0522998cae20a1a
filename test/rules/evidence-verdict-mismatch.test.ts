import { describe, expect, it } from 'vitest';
import { evidenceVerdictMismatch } from '../../src/rules/evidence-verdict-mismatch.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(evidenceVerdictMismatch, aRecord(aResult({ ...parts })));
const scored = (...values: number[]) =>
  values.map((score, index) => ({ id: `c${index}`, scores: { score } }));

describe('evidence/verdict-mismatch', () => {
  it.each([
    ['K068: a rounded average called met', 3.49758, 'met', 1],
    ['a value at its bound called missed', 3.5, 'missed', 1],
    ['a value at its bound called met', 3.5, 'met', 0],
    ['a measured value called unmeasured', 3.6, 'unmeasured', 1],
    ['a miss by the last bit, as a harness compares floats', 3.4999999999999996, 'missed', 0],
    ['no verdict at all', 3.49758, undefined, 0],
  ])('%s', (_, value, verdict, count) => {
    const stated = { score: { min: 3.5, ...(verdict && { verdict }) } };
    expect(found({ results: scored(value), thresholds: stated })).toHaveLength(count);
  });

  it('K105: a miss over nothing is unmeasured', () => {
    const results = [{ id: 'a', error: { kind: 'target_quota' }, scores: { score: null } }];
    const [finding] = found({ results, thresholds: { score: { min: 3, verdict: 'missed' } } });
    expect(finding).toMatchObject({ pointer: '/thresholds/score', data: { recomputed: 'unmeasured' } });
    expect(finding?.message).toMatch(/^The file calls score missed; it is n\/a \(unmeasured\): target_quota/);
  });

  it('draws the verdict on what rows come to, not on what is claimed', () => {
    const parts = { metrics: { score: { aggregate: 'mean' } }, aggregate: { score: 4 }, results: scored(2) };
    expect(found({ ...parts, thresholds: { score: { min: 3, verdict: 'met' } } })).toMatchObject([
      { data: { stated: 'met', recomputed: 'missed', value: 2 } },
    ]);
  });

  describe('cases', () => {
    const caseOf = (parts: object, ...values: number[]) =>
      found({
        cases: { a: { threshold: { min: 0.6 }, ...parts } },
        results: values.map((score, sample) => ({ id: 'a', sample, scores: { score } })),
      });
    it.each([
      ['a pass on a mean under its threshold', { passed: true }, [0.5, 0.6], 1],
      ['a pass on its threshold', { passed: true }, [0.6, 0.6], 0],
      ['a case that should fail and does', { passed: true, should_fail: true }, [0.1], 0],
      ['a case that should fail, and passes', { passed: true, should_fail: true }, [0.9], 1],
      ['a harness that divides by the planned samples', { passed: false, samples: 4 }, [1, 1], 0],
      ['a harness that divides by the measured ones', { passed: true, samples: 4 }, [1, 1], 0],
      ['a verdict over nothing', { passed: false }, [], 1],
      ['no verdict over nothing', { passed: null }, [], 0],
      ['no verdict stated', {}, [0.1], 0],
    ])('%s', (_, parts, values, count) => {
      const none =
        values.length === 0
          ? { results: [{ id: 'a', error: { kind: 'target_error' }, scores: { score: null } }] }
          : null;
      const findings =
        none === null
          ? caseOf(parts, ...values)
          : found({ cases: { a: { threshold: { min: 0.6 }, ...parts } }, ...none });
      expect(findings).toHaveLength(count);
    });

    it('says what the samples come to', () => {
      const [finding] = caseOf({ passed: true }, 0.5);
      expect(finding?.message).toBe(
        'The file says passed: true of the case a; its samples come to 0.5 against min 0.6, which is passed: false.',
      );
    });

    it('says nothing of a case whose rows have several scores, none of which is called score', () => {
      const results = [{ id: 'a', scores: { x: 0, y: 1 } }];
      expect(found({ cases: { a: { threshold: { min: 0.6 }, passed: true } }, results })).toEqual([]);
    });
  });

  describe('splits', () => {
    const results = [
      { id: 'a', provenance: 'hand-written', negative: true, scores: { score: 1 } },
      { id: 'b', provenance: 'synthesised', negative: false, scores: { score: 0 } },
    ];
    const splitOf = (aggregate_by: object) => found({ results, aggregate_by });

    it('finds a number over a part that its rows do not come to', () => {
      const [finding, ...others] = splitOf({
        provenance: { 'hand-written': { score: 1 }, synthesised: { score: 0.83 } },
        negative: { true: { score: 1 } },
      });
      expect(others).toEqual([]);
      expect(finding).toMatchObject({
        pointer: '/aggregate_by/provenance/synthesised/score',
        message: 'The file states score of provenance synthesised as 0.83, and its rows come to 0.',
      });
    });

    it('finds a number over a part that has no rows; a null claims nothing', () => {
      expect(splitOf({ category: { x: { score: 1 } } })).toHaveLength(1);
      expect(splitOf({ category: { x: { score: null } } })).toEqual([]);
    });
  });
});
