import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newcombe, standardError, wilson } from '../../src/measures/intervals.ts';
import { chooseRatio, mean, passHatK } from '../../src/measures/means.ts';
import type { Observation } from '../../src/measures/observation.ts';
import { mcnemar } from '../../src/measures/significance.ts';
import { describeField } from '../support/field.ts';

interface TauBench {
  readonly published: readonly number[];
  readonly rows: readonly { readonly task_id: number; readonly reward: number }[];
}

interface AlpacaEval {
  readonly win_rate_published: number;
  readonly standard_error_published: number;
  readonly n_total: string;
  readonly preference: readonly number[];
}

type Vectors = Readonly<Record<string, readonly (readonly number[])[]>>;

describeField('published numbers, recomputed from the rows that were published with them', (data) => {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(data, 'golden', name), 'utf8'));

  test('tau-bench: pass^1 to pass^4 of gpt-4o on the airline tasks', () => {
    const { rows, published } = read<TauBench>('tau-gpt4o-airline.rewards.json');
    const observations = rows.map(({ task_id, reward }) => ({ case: `${task_id}`, value: reward }));
    const values = [1, 2, 3, 4].map((k) => passHatK(observations, k).value!);
    expect(observations).toHaveLength(200);
    [0.42, 0.2733333, 0.22, 0.2].forEach((expected, i) => {
      expect(values[i]).toBeCloseTo(expected, 6);
      expect(values[i]).toBeCloseTo(published[i]!, 3);
    });
    expect(passHatK(observations, 5)).toMatchObject({ value: null, reason: 'too_few_samples' });
  });

  test('AlpacaEval: win rate 70.497 and standard error 1.3426 over 805 preferences', () => {
    const alpaca = read<AlpacaEval>('alpaca-one-model.preferences.json');
    const wins = alpaca.preference.map((preference) => 100 * (preference - 1));
    const observations: Observation[] = wins.map((value, i) => ({ case: `${i}`, value }));
    expect(wins).toHaveLength(805);
    expect(mean(observations).value).toBeCloseTo(70.497, 3);
    expect(mean(observations).value).toBeCloseTo(alpaca.win_rate_published, 6);
    expect(standardError(wins).value).toBeCloseTo(1.3426, 4);
    expect(standardError(wins).value).toBeCloseTo(alpaca.standard_error_published, 6);
  });

  test('the reference vectors of Wilson, Newcombe, McNemar and pass^k', () => {
    const vectors = read<Vectors>('golden-stats.json');
    for (const [x, n, low, high] of vectors['wilson95']!) {
      expect(wilson(x!, n!)!.low).toBeCloseTo(low!, 6);
      expect(wilson(x!, n!)!.high).toBeCloseTo(high!, 6);
    }
    for (const [x1, n1, x2, n2, low, high] of vectors['newcombe10_unpaired95']!) {
      const interval = newcombe({ x: x1!, n: n1! }, { x: x2!, n: n2! })!;
      expect(interval.low).toBeCloseTo(low!, 4);
      expect(interval.high).toBeCloseTo(high!, 4);
    }
    for (const [b, c, p] of vectors['mcnemar_exact_two_sided']!) expect(mcnemar(b!, c!)).toBeCloseTo(p!, 13);
    for (const [n, c, k, value] of vectors['pass_hat_k_n_c_k']!) {
      expect(chooseRatio(c!, n!, k!)).toBeCloseTo(value!, 15);
    }
    expect(Object.keys(vectors)).toHaveLength(5);
  });
});
