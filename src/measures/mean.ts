import { exactMean, exactSum } from './exact-sum.ts';
import { type Measured, measured } from './measured.ts';
import {
  type CaseSamples,
  measuredValues,
  type Observation,
  samplesByCase,
  whyNothing,
} from './observation.ts';

/** What is averaged: cases, each by the mean of its samples (the default), or all rows alike. */
export type Over = 'cases' | 'rows';

/**
 * The mean over cases of each case's mean over its measured samples: repeats of one case are not independent, so a
 * case counts once however often it ran (Miller, "Adding Error Bars to Evals", 2024, section 2.2).
 * `over: 'rows'` weighs each row alike. Unmeasured samples are left out; null where none is measured.
 */
export function mean(observations: readonly Observation[], over: Over = 'cases'): Measured {
  const values = measuredValues(observations);
  if (values.length === 0) return whyNothing(observations);
  return measured(over === 'rows' ? exactMean(values) : meanOfCases(observations, values));
}

const LARGEST = 1e280;

/** The mean of the cases' means without rounding these first: 0.1 + 0.2 in one case and 0.3 in another are two equal cases. */
function meanOfCases(observations: readonly Observation[], values: readonly number[]): number {
  const cases = samplesByCase(observations).filter((each) => each.values.length > 0);
  const size = cases[0]!.values.length;
  if (cases.every((each) => each.values.length === size)) return exactMean(values);
  // Products of these would leave the range.
  if (values.some((value) => Math.abs(value) > LARGEST)) return exactMean(caseMeans(observations));
  const parts: number[] = [];
  for (const { values: mine } of cases) {
    const own = exactMean(mine);
    // What the rounded mean leaves over, by Dekker's exact product with a number of samples.
    const rest = exactSum([...mine, ...exactProduct(own, mine.length).map((part) => -part)]);
    parts.push(own, rest / mine.length);
  }
  const sum = exactSum(parts);
  const quotient = sum / cases.length;
  return (
    quotient +
    exactSum([...parts, ...exactProduct(quotient, cases.length).map((part) => -part)]) / cases.length
  );
}

/** A product as two numbers that sum to it exactly (Dekker, 1971). */
function exactProduct(a: number, b: number): readonly [number, number] {
  const product = a * b;
  const [high, low] = halves(a);
  const [upper, lower] = halves(b);
  const error = low * lower - (product - high * upper - low * upper - high * lower);
  return [product, error];
}

function halves(value: number): readonly [number, number] {
  const scaled = 134_217_729 * value;
  const high = scaled - (scaled - value);
  return [high, value - high];
}

const known = new WeakMap<readonly CaseSamples[], readonly number[]>();

/** The mean of each case that was measured, computed once for each grouping: a mean and its interval ask for the same. */
export function caseMeans(observations: readonly Observation[]): readonly number[] {
  const cases = samplesByCase(observations);
  const before = known.get(cases);
  if (before !== undefined) return before;
  const means: number[] = [];
  for (const { values } of cases) if (values.length > 0) means.push(exactMean(values));
  known.set(cases, means);
  return means;
}
