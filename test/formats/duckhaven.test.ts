import { describe, expect, it } from 'vitest';
import { duckhaven } from '../../src/formats/duckhaven/duckhaven.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { changed, fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const ABSOLUTE = 'duckhaven/absolute.json';
const COMPARE = 'duckhaven/compare.json';
const outcomes = (name: string) => tree(name)['outcomes'] as { [key: string]: unknown }[];

describe('an absolute report', () => {
  it('knows which case is grounded from verdicts and counts', () => {
    const reading = readOne(fixture(ABSOLUTE));
    expect(reading.rows!.map(({ scores }) => scores.get('grounded'))).toEqual([true, true, false, false]);
    expect(reading.definitions.get('faithfulness')).toMatchObject({ where: { grounded: true } });
  });

  it('claims faithfulness only, where its words leave two possibilities', () => {
    const same = outcomes(ABSOLUTE).map((row) => ({ ...row, faithfulness: 5, passed: true }));
    const reading = readOne(changed(ABSOLUTE, { outcomes: same }));
    expect(reading.definitions.has('faithfulness')).toBe(false);
    expect(reading.losses).toContainEqual(expect.stringMatching(/faithfulness cannot be recomputed$/));
    expect(claimOf(reading, 'faithfulness').value).toBe(4.5);
  });

  it('counts a confidently wrong sample of a negative case, also where the list was emptied', () => {
    const reading = readOne(changed(ABSOLUTE, { confabulated_on_negative_cases: [] }));
    expect(valuesOf(reading)).toMatchObject({ confabulated_on_negative_cases: 0, confabulated_samples: 1 });
    expect(reading.losses).toContain(
      'confabulated_on_negative_cases: the file lists 0 cases, its rows have 1',
    );
  });

  it.each(['faithfulness_cases', 'cases', 'pass_k_cases'])('a mean over %s: 0 is unmeasured', (key) => {
    const reading = readOne(changed(ABSOLUTE, { [key]: 0, faithfulness: 0, relevancy: 0, pass_k: 0 }));
    const name = { faithfulness_cases: 'faithfulness', cases: 'relevancy', pass_k_cases: 'pass^2' }[key]!;
    expect(claimOf(reading, name)).toMatchObject({ value: null, reason: expect.stringMatching(/^no_cases/) });
  });

  it('a mean of 0.0 is over no cases also where their number is not stated: no grade is below 1', () => {
    const { faithfulness_cases: _, ...rest } = tree(ABSOLUTE);
    const reading = readOne(fileOf(ABSOLUTE, { ...rest, faithfulness: 0 }));
    expect(claimOf(reading, 'faithfulness')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^no_cases/),
    });
  });

  it('takes no negative number for a count of cases or a temperature, and says so', () => {
    const reading = readOne(changed(ABSOLUTE, { cases: -3, judge_temperature: -1 }));
    expect(reading.dataset).toBeNull();
    expect(reading.judge).toMatchObject({ temperature: null });
    expect(claimOf(reading, 'relevancy')).toMatchObject({ expected: null });
    expect(reading.losses).toEqual(
      expect.arrayContaining([
        'cases: the file states -3, which is no count',
        'judge_temperature: the file states -1, which is no temperature',
      ]),
    );
    const whole = readOne(changed(ABSOLUTE, { cases: 4, judge_temperature: 0 }));
    expect([whole.dataset?.cases, whole.judge?.temperature]).toEqual([4, 0]);
    expect(whole.losses.filter((loss) => /^(?:cases|judge_temperature)/.test(loss))).toEqual([]);
  });

  it('K102: a grade off the scale is no grade', () => {
    const off = outcomes(ABSOLUTE).map((row) => ({ ...row, faithfulness: -1, relevancy: 0 }));
    const reading = readOne(changed(ABSOLUTE, { outcomes: off }));
    expect(scoresOf(reading.rows![0])).toMatchObject({ faithfulness: null, relevancy: null });
    expect(reading.rows![0]!.unmeasured.get('relevancy')).toMatch(/^judge_off_scale/);
  });

  it('states the scale of its grades, so that no interval of a mean leaves it', () => {
    const apart = outcomes(ABSOLUTE).map((row, index) => ({ ...row, relevancy: index < 2 ? 1 : 5 }));
    const relevancy = judgedMetrics(readOne(changed(ABSOLUTE, { outcomes: apart }))).find(
      ({ name }) => name === 'relevancy',
    );
    const { low = 0, high = 6 } = relevancy?.sampling.interval ?? {};
    expect(low).toBeGreaterThanOrEqual(1);
    expect(low).toBeLessThan(1.1);
    expect(high).toBeGreaterThan(4.5);
    expect(high).toBeLessThanOrEqual(5);
  });

  it('numbers samples by their place where the file does not, and names the metric by its k', () => {
    const bare = outcomes(ABSOLUTE).map(({ sample: _, ...row }) => row);
    const reading = readOne(changed(ABSOLUTE, { outcomes: bare, k: 3 }));
    expect(reading.rows!.map(({ sample }) => sample)).toEqual([1, 2, 1, 2]);
    expect(reading.definitions.get('pass^3')).toMatchObject({
      aggregate: 'pass_hat_k',
      k: 3,
      score: 'passed',
    });
  });
});

describe('a compare report', () => {
  it('has the win rate of arm A over decided pairs, by its name', () => {
    const reading = readOne(fixture(COMPARE));
    expect(valuesOf(reading)).toEqual({ win_rate_a: 0.667, flip_rate: 0.25 });
    expect(reading.definitions.get('win_rate_a')).toMatchObject({ aggregate: 'win_rate', arm: 'with-docs' });
    expect(reading.run.variant).toBe('with-docs-vs-baseline');
  });

  it.each([
    ['the stated flip rate', { flip_rate: 0.2501 }],
    ['the rows’ flip rate', { outcomes: outcomes(COMPARE).map((row) => ({ ...row, flipped: true })) }],
    ['its own word', { trustworthy: false }],
  ])('is inconclusive by %s, and its win rate is no number', (_, parts) => {
    const reading = readOne(changed(COMPARE, parts));
    expect(claimOf(reading, 'win_rate_a')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^inconclusive/),
    });
    expect(reading.definitions.has('win_rate_a')).toBe(false);
    expect(reading.losses).toContainEqual(
      expect.stringMatching(/^win_rate_a: the file states 0.667, which is not taken/),
    );
  });

  it('over no cases is unmeasured', () => {
    const parts = { cases: 0, outcomes: [], win_rate_a: null, flip_rate: 0, wins_a: 0, wins_b: 0, ties: 0 };
    const reading = readOne(changed(COMPARE, parts));
    expect(valuesOf(reading)).toEqual({ win_rate_a: null, flip_rate: null });
    expect(reading.status).toBe('unmeasured');
  });

  it('tells where its counts are not those of its rows', () => {
    expect(readOne(changed(COMPARE, { wins_a: 3 })).losses).toContain(
      'wins_a: the file states 3, its rows have 2',
    );
  });

  it('K128: a winner that is neither arm is unparseable', () => {
    const odd = outcomes(COMPARE).map((row) => ({ ...row, winner: 'C' }));
    const reading = readOne(changed(COMPARE, { outcomes: odd }));
    expect(reading.rows![0]!.unmeasured.get('winner')).toBe('judge_unparseable');
  });
});

it.each([{}, { outcomes: [] }, { outcomes: [], faithfulness: 1, relevancy: 1 }, [], 'x'])(
  'does not take %j',
  (value) => {
    expect(duckhaven.detect(fileOf('results/x.json', value))).toBe(false);
  },
);
