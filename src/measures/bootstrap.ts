import { exactMean, exactSum } from './exact-sum.ts';
import { CONFIDENCE, type Interval } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { quantileOf } from './quantile.ts';
import { random, SEED } from './random.ts';

const RESAMPLES = 4_999;

/** An interval and all that is needed to draw it again. */
export interface BootstrapInterval extends Interval {
  readonly method: 'bca';
  readonly confidence: number;
  readonly resamples: number;
  readonly seed: number;
}

export interface Resampling {
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
}

/**
 * The bias-corrected and accelerated (BCa) bootstrap interval of the mean of paired differences, one a case, so that
 * whole cases are resampled and never single samples (Efron, "Better Bootstrap Confidence Intervals", 1987; Efron and
 * Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 14). Null with fewer than two cases. Where all
 * differences are equal the interval is that point: it then says nothing about cases not seen. The order of the cases
 * does not matter; swapping the arms mirrors the interval.
 * @throws RangeError where a difference is not finite.
 */
export function pairedBootstrap(
  differences: readonly number[],
  { confidence = CONFIDENCE, resamples = RESAMPLES, seed = SEED }: Resampling = {},
): BootstrapInterval | null {
  if (differences.length < 2) return null;
  const mean = exactMean(differences);
  const sorted = Float64Array.from(differences).sort();
  const side = mean === 0 ? leaning(sorted) : Math.sign(mean);
  if (side < 0) {
    // Drawn on the side of the gains, so that swapping the two arms mirrors the interval to the last bit.
    const mirror = pairedBootstrap(
      differences.map((difference) => -difference),
      { confidence, resamples, seed },
    );
    return mirror && { ...mirror, low: -mirror.high, high: -mirror.low };
  }
  const means = resampledMeans(sorted, resamples, seed);
  const bias = normalQuantile(shareBelow(means, mean));
  const acceleration = skewOfJackknife(differences, mean);
  const end = (q: number): number => {
    const z = bias + normalQuantile(q);
    return quantileOf(means, normalCdf(bias + z / (1 - acceleration * z)));
  };
  const low = end((1 - confidence) / 2);
  const high = end((1 + confidence) / 2);
  const drawn = { method: 'bca', confidence, resamples, seed } as const;
  // Differences that are their own mirror image have an interval that is, too.
  const half = (high - low) / 2;
  return side === 0 ? { low: -half, high: half, ...drawn } : { low, high, ...drawn };
}

/** Which way differences with a mean of 0 lean: 1, or -1 where their mirror image does; 0 where they equal it. */
function leaning(sorted: Float64Array): number {
  const last = sorted.length - 1;
  const off = sorted.findIndex((value, index) => value !== 0 - sorted[last - index]!);
  return off === -1 ? 0 : Math.sign(sorted[off]! + sorted[last - off]!);
}

function resampledMeans(values: Float64Array, resamples: number, seed: number): Float64Array {
  const { below } = random(seed);
  const n = values.length;
  const means = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += values[below(n)]!;
    means[i] = sum / n;
  }
  return means.sort();
}

/** Equal ones count half, as many are where scores are few and coarse; kept off 0 and 1, whose quantile is infinite. */
function shareBelow(means: Float64Array, mean: number): number {
  const near = Math.abs(mean) * 1e-12;
  let below = 0;
  for (const each of means) below += each < mean - near ? 1 : each <= mean + near ? 0.5 : 0;
  return Math.min(Math.max(below, 0.5), means.length - 0.5) / means.length;
}

/** The acceleration of a mean: a sixth of the skewness of its jackknife values; 0 where nothing varies. */
function skewOfJackknife(values: readonly number[], mean: number): number {
  const squares = exactSum(values.map((value) => (value - mean) ** 2));
  const cubes = exactSum(values.map((value) => (value - mean) ** 3));
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
