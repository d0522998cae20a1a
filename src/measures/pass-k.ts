import { exactMean } from './exact-sum.ts';
import { type Measured, measured, unmeasured } from './measured.ts';
import { type CaseSamples, type Observation, samplesByCase, whyNothing } from './observation.ts';
import { notBinary } from './rate.ts';

/** The largest integer below which all products are exact. */
const EXACT = Number.MAX_SAFE_INTEGER;
const NAMED_CASES = 5;

/**
 * pass^k: the chance that k samples of a case, drawn without replacement, all pass; the mean over cases of
 * C(c, k) / C(n, k) with c passes among n measured samples (Yao et al., "tau-bench", 2024, section 3). In [0, 1].
 * A case with fewer than k measured samples makes the metric unmeasured, and is named.
 * @throws RangeError where k is no positive integer.
 */
export function passHatK(observations: readonly Observation[], k: number): Measured {
  return overCases(observations, k, (passes, samples) => chooseRatio(passes, samples, k));
}

/**
 * pass@k: the chance that at least one of k samples passes; the mean over cases of 1 - C(n - c, k) / C(n, k), which
 * is unbiased (Chen et al., "Evaluating Large Language Models Trained on Code", 2021, equation 1). In [0, 1].
 * Unmeasured as pass^k is.
 * @throws RangeError where k is no positive integer.
 */
export function passAtK(observations: readonly Observation[], k: number): Measured {
  return overCases(observations, k, (passes, samples) => 1 - chooseRatio(samples - passes, samples, k));
}

/**
 * C(c, k) / C(n, k) = product of (c - i) / (n - i) for 0 <= i < k, with 0 <= c <= n and k <= n. No factorial, so that
 * n may be large; numerator and denominator stay whole numbers as long as a double holds them exactly.
 */
export function chooseRatio(c: number, n: number, k: number): number {
  if (c < k) return 0;
  let ratio = 1;
  let numerator = 1;
  let denominator = 1;
  for (let i = 0; i < k; i++) {
    if (denominator * (n - i) > EXACT) {
      ratio *= numerator / denominator;
      numerator = 1;
      denominator = 1;
    }
    numerator *= c - i;
    denominator *= n - i;
  }
  return ratio * (numerator / denominator);
}

function overCases(
  observations: readonly Observation[],
  k: number,
  chance: (passes: number, samples: number) => number,
): Measured {
  if (!Number.isSafeInteger(k) || k < 1) throw new RangeError(`k must be a positive integer, not ${k}`);
  const strange = notBinary(observations);
  if (strange !== null) return strange;
  const cases = samplesByCase(observations);
  if (cases.length === 0) return whyNothing(observations);
  const short = cases.filter(({ values }) => values.length < k);
  if (short.length > 0) return unmeasured('too_few_samples', named(short, k));
  return measured(
    exactMean(
      cases.map(({ values }) =>
        chance(
          values.reduce((passes, value) => passes + value, 0),
          values.length,
        ),
      ),
    ),
  );
}

function named(short: readonly CaseSamples[], k: number): string {
  const names = short.map(({ case: id, values }) => `${id} (${values.length})`).sort();
  const more = names.length > NAMED_CASES ? ` and ${names.length - NAMED_CASES} more` : '';
  return `${k} measured samples are needed of each case: ${names.slice(0, NAMED_CASES).join(', ')}${more}`;
}
