import { expect, it } from 'vitest';
import { thresholdMissed } from '../../src/rules/threshold-missed.ts';
import { found, threshold } from '../support/range.ts';

it('finds misses alone: an error where enforced, else a note', () => {
  const thresholds = [
    threshold(),
    threshold({ verdict: 'unmeasured', value: null, reason: 'no_cases' }),
    threshold({ verdict: 'missed', value: 0.8 }),
    threshold({ verdict: 'missed', value: 0, enforced: true, arm: 'candidate' }),
    threshold({ verdict: 'missed', value: 0.2, min: null, max: 0 }),
  ];
  expect(found(thresholdMissed, { thresholds })).toEqual([
    expect.stringMatching(/^note results\/run\.json: completion_rate is 0\.8, min 0\.9: missed/),
    expect.stringMatching(/^error results\/run\.json: completion_rate \(candidate\) is 0, min 0\.9: missed/),
    expect.stringMatching(/^note results\/run\.json: completion_rate is 0\.2, max 0: missed/),
  ]);
});

it.each([
  [0.7966, 0.8, '0.7966'],
  [3.49758, 3.5, '3.498'],
  [0.89999999, 0.9, '0.89999999'],
])('shows that %s differs from %s (K067, K068)', (value, min, printed) => {
  const [text] = found(thresholdMissed, { thresholds: [threshold({ verdict: 'missed', value, min })] });
  expect(text).toContain(`is ${printed}, min ${min}`);
});

it('names the bound that was missed, also where the printed value does not show it (E4)', () => {
  const value = 999_999_999_999_999 / 1_000_000_000_000_000;
  const miss = threshold({ verdict: 'missed', value, missed: 'min', min: 1, max: 2 });
  expect(found(thresholdMissed, { thresholds: [miss] })[0]).toContain('is 0.999999999999999, min 1: missed.');
  const both = threshold({ verdict: 'missed', value: 0.5, missed: 'min', min: 0.5, max: 0.9 });
  expect(found(thresholdMissed, { thresholds: [both] })[0]).toContain('min 0.5: missed');
});

it('K117: says that a miss is within noise, with the interval and the cases that it rests on', () => {
  const interval = { low: 0.62446, high: 0.75207, level: 0.95, method: 'wilson' } as const;
  const miss = threshold({ verdict: 'missed', value: 0.6919, min: 0.7, n: 198, interval });
  const [plain] = found(thresholdMissed, { thresholds: [miss] });
  expect(plain).not.toContain('noise');
  const [text] = found(thresholdMissed, { thresholds: [{ ...miss, within_noise: true }] });
  expect(text).toContain(
    'is 0.6919, min 0.7: missed. That is within noise: its interval over 198 cases (95 % 0.6245 to 0.7521) holds the bar.',
  );
});
