import { lowerTail } from './distributions.ts';
import { exactSum } from './exact-sum.ts';
import { ALPHA } from './intervals.ts';
import { random, SEED } from './random.ts';

/**
 * The exact two-sided p-value of McNemar's test for b pairs that only the first passed and c that only the second
 * did: twice the smaller binomial tail at 1/2, at most 1 (McNemar 1947; the exact form in Fay, "Two-sided Exact
 * Tests", 2010). In (0, 1]; 1 where nothing differs. Symmetric in b and c.
 * @throws RangeError where b or c is no count.
 */
export function mcnemar(b: number, c: number): number {
  if (!(Number.isSafeInteger(b) && Number.isSafeInteger(c) && b >= 0 && c >= 0)) {
    throw new RangeError(`${b} and ${c} are no counts`);
  }
  if (b === c) return 1;
  return positive(2 * lowerTail(Math.min(b, c), b + c, 0.5));
}

/**
 * The two-sided sign-flip permutation test that paired differences, one a case, are symmetric about 0 (Fisher, "The
 * Design of Experiments", 1935, section 21). The statistic is |sum|; cases without a difference do not matter. Exact
 * up to 20 untied cases; beyond, random assignments with p = (b + 1) / (m + 1), which is never 0 and never too small
 * (Phipson and Smyth, "Permutation P-values Should Never Be Zero", 2010). p in (0, 1], 1 where all are tied. Neither
 * the order of the cases nor the sign of the whole changes it.
 * @throws RangeError where a difference is not finite.
 */
export function signFlip(differences: readonly number[], drawing: Drawing = {}): PermutationTest {
  const total = Math.abs(exactSum(differences));
  // Sorted, so that the order of the cases does not decide which of them a drawn sign falls on.
  const sizes = differences
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => b - a);
  const reach = total - SAME * exactSum(sizes);
  if (sizes.length <= EXACT_CASES) {
    const p = positive(shareAtLeast(sizes, reach));
    return { p, untied: sizes.length, method: 'exact', assignments: 2 ** sizes.length, seed: null };
  }
  const { draws = DRAWS, seed = SEED } = drawing;
  const p = (drawnAtLeast(sizes, reach, draws, seed) + 1) / (draws + 1);
  return { p, untied: sizes.length, method: 'monte_carlo', assignments: draws, seed };
}

/** A p-value and how it was found; `seed` is null where nothing was drawn. */
interface PermutationTest {
  readonly p: number;
  readonly untied: number;
  readonly method: 'exact' | 'monte_carlo';
  readonly assignments: number;
  readonly seed: number | null;
}

/** No p-value is 0: one below the smallest double is given as that. */
function positive(p: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}

/** Up to this many untied cases all 2^n assignments of signs are looked at. */
const EXACT_CASES = 20;
const DRAWS = 9_999;
/** Two sums this near, in parts of the largest possible one, are equal but for rounding. */
const SAME = 1e-12;

interface Drawing {
  readonly draws?: number;
  readonly seed?: number;
}

/** The share of all assignments whose |sum| is at least `reach`. The first sign can stay: the other half mirrors it. */
function shareAtLeast(sizes: readonly number[], reach: number): number {
  const first = sizes[0];
  if (first === undefined) return 1;
  // What the signs from each place on can still add or take away.
  const left = sizes.map((_, i) => exactSum(sizes.slice(i)));
  const hits = (sum: number, from: number): number => {
    const room = left[from] ?? 0;
    if (Math.abs(sum) + room < reach) return 0;
    if (Math.abs(sum) - room >= reach) return 2 ** (sizes.length - from);
    if (from === sizes.length) return 0;
    return hits(sum + sizes[from]!, from + 1) + hits(sum - sizes[from]!, from + 1);
  };
  return hits(first, 1) / 2 ** (sizes.length - 1);
}

function drawnAtLeast(sizes: readonly number[], reach: number, draws: number, seed: number): number {
  const { next } = random(seed);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < sizes.length; i++) {
      if (i % 32 === 0) bits = next();
      sum += bits & 1 ? -sizes[i]! : sizes[i]!;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= reach) hits += 1;
  }
  return hits;
}

/** Up to this many differences every subset is looked at. */
const EXACT_SUBSETS = 12;
const MOST_SUMS = 20_000_000;

/** The ends of an interval, infinite where so few differences can be anything; `seed` is null where nothing was drawn. */
export interface FlipInterval {
  readonly low: number;
  readonly high: number;
  readonly seed: number | null;
}

/**
 * The mean differences that the sign-flip test would not reject at 5 %: from one of the smallest to one of the largest means
 * of the differences' subsets (Hartigan, "Using Subsample Values as Typical Values", 1969). So it holds 0 exactly where the
 * test finds nothing. Over all subsets up to 12 differences, beyond over subsets drawn at random. Swapping the two arms
 * mirrors it.
 */
export function signFlipInterval(differences: readonly number[], seed = SEED): FlipInterval {
  const total = exactSum(differences);
  if (total < 0) {
    const mirror = signFlipInterval(
      differences.map((difference) => 0 - difference),
      seed,
    );
    return { low: 0 - mirror.high, high: 0 - mirror.low, seed: mirror.seed };
  }
  const n = differences.length;
  const values = Float64Array.from(differences).sort();
  const drawn = n > EXACT_SUBSETS;
  const means = drawn ? drawnMeans(values, seed) : allMeans(values);
  const rank = Math.floor((means.length + 1) * (ALPHA / 2));
  if (rank === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, seed: null };
  const [low, high] = [means[rank - 1]!, means[means.length - rank]!];
  if (!drawn) return { low, high, seed: null };
  // Neither arm is ahead, so that nothing says which of them the draw is to mirror.
  const half = Math.max(Math.abs(low), Math.abs(high));
  return total === 0 ? { low: 0 - half, high: half, seed } : { low, high, seed };
}

function allMeans(values: Float64Array): Float64Array {
  const count = 2 ** values.length;
  const sums = new Float64Array(count);
  const sizes = new Uint8Array(count);
  for (let subset = 1; subset < count; subset++) {
    const last = 31 - Math.clz32(subset);
    const rest = subset - 2 ** last;
    sums[subset] = sums[rest]! + values[last]!;
    sizes[subset] = sizes[rest]! + 1;
  }
  return sums
    .map((sum, subset) => sum / (sizes[subset] || 1))
    .subarray(1)
    .sort();
}

function drawnMeans(values: Float64Array, seed: number): Float64Array {
  const { next } = random(seed);
  const draws = Math.min(DRAWS, Math.max(999, Math.floor(MOST_SUMS / values.length)));
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let [sum, size, bits] = [0, 0, 0];
    for (let i = 0; i < values.length; i++) {
      if (i % 32 === 0) bits = next();
      if (bits & 1) {
        sum += values[i]!;
        size += 1;
      }
      bits >>>= 1;
    }
    means[draw] = size === 0 ? 0 : sum / size;
  }
  return means.sort();
}

/**
 * p-values adjusted for looking at several metrics, in the order given: Holm, "A Simple Sequentially Rejective
 * Multiple Test Procedure", 1979. Each is at least its own p and at most 1, and the chance of any false alarm stays
 * under the level whatever the dependence.
 * @throws RangeError where a p is outside [0, 1].
 */
export function holm(ps: readonly number[]): readonly number[] {
  const wrong = ps.find((p) => !(p >= 0 && p <= 1));
  if (wrong !== undefined) throw new RangeError(`a p-value is between 0 and 1, not ${wrong}`);
  const ascending = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(ps.length);
  let least = 0;
  ascending.forEach(({ p, index }, rank) => {
    least = Math.max(least, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
}
