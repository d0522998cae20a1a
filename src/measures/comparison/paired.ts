import { pairedBootstrap } from '../bootstrap.ts';
import { detectableMean, detectableRate } from '../detectable-effect.ts';
import { exactMean } from '../exact-sum.ts';
import { mcnemar } from '../mcnemar.ts';
import { signFlip } from '../sign-flip.ts';
import type { CaseValues } from './case-values.ts';

/** Two runs paired by case, and what a test says of their differences (head minus base). */
export interface Paired {
  readonly cases: number;
  readonly untied: number;
  readonly difference: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly test: 'mcnemar' | 'sign_flip';
  readonly p: number;
  /** Cases that only base passed, and only head; `null` where cases do not simply pass or fail. */
  readonly b: number | null;
  readonly c: number | null;
  readonly mde: number | null;
  /** Cases that one side alone measured. */
  readonly lost: number;
  /** The difference with the lost cases at their lowest and highest for head; `null` where no end is known. */
  readonly bounds: readonly [low: number, high: number] | null;
  readonly seed: number | null;
}

/** A difference below this is rounding of two equal means. */
const TIE = 1e-12;
/** The cube of a larger one leaves the range of a number, and with it goes every test. */
const LARGEST = 1e100;

/**
 * Pairs two runs by case. Cases, never single samples, are the units: repeats of one case are averaged first, so that
 * they cannot pass for independent evidence. One sample a case that passes or fails is tested by McNemar's exact test,
 * everything else by the sign-flip permutation test; the interval is the BCa bootstrap over cases. `null` where a
 * difference is too large to be computed with: one absurd number in a file must not end the whole check.
 */
export function pairUp(base: CaseValues, head: CaseValues): Paired | null {
  const shared = [...base.values.keys()].filter((id) => head.values.has(id)).sort();
  const differences = shared.map((id) => clean(head.values.get(id)! - base.values.get(id)!));
  if (differences.some((difference) => Math.abs(difference) > LARGEST)) return null;
  const binary = base.binary && head.binary;
  const b = differences.filter((difference) => difference < 0).length;
  const c = differences.filter((difference) => difference > 0).length;
  const bootstrap = pairedBootstrap(differences);
  const flip = binary ? null : signFlip(differences);
  const lost = lostRanges(base, head);
  return {
    cases: shared.length,
    untied: b + c,
    difference: shared.length === 0 ? null : exactMean(differences),
    interval: bootstrap === null ? null : [bootstrap.low, bootstrap.high],
    test: binary ? 'mcnemar' : 'sign_flip',
    p: flip === null ? mcnemar(b, c) : flip.p,
    b: binary ? b : null,
    c: binary ? c : null,
    mde: (binary
      ? detectableRate(shared.length, shared.length === 0 ? 0 : (b + c) / shared.length)
      : detectableMean(differences)
    ).value,
    lost: lost.count,
    bounds: lost.ranges === null ? null : withLost(differences, lost.ranges),
    seed: bootstrap === null ? (flip?.seed ?? null) : bootstrap.seed,
  };
}

function clean(difference: number): number {
  return Math.abs(difference) < TIE ? 0 : difference;
}

type Range = readonly [low: number, high: number];

/** What each case that one side alone measured could differ by, where the ends of the scale are known. */
function lostRanges(
  base: CaseValues,
  head: CaseValues,
): { readonly count: number; readonly ranges: readonly Range[] | null } {
  const scale = head.scale ?? base.scale;
  const without = (values: CaseValues, other: CaseValues) =>
    [...values.values].filter(([id]) => !other.values.has(id) && !other.undecided.has(id));
  const [onlyBase, onlyHead] = [without(base, head), without(head, base)];
  const count = onlyBase.length + onlyHead.length;
  if (count > 0 && scale === null) return { count, ranges: null };
  const { low, high } = scale ?? { low: 0, high: 0 };
  return {
    count,
    ranges: [
      ...onlyBase.map(([, value]): Range => [low - value, high - value]),
      ...onlyHead.map(([, value]): Range => [value - high, value - low]),
    ],
  };
}

function withLost(differences: readonly number[], ranges: readonly Range[]): Range | null {
  if (differences.length + ranges.length === 0) return null;
  return [
    exactMean([...differences, ...ranges.map(([low]) => low)]),
    exactMean([...differences, ...ranges.map(([, high]) => high)]),
  ];
}
