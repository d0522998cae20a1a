/**
 * The sum rounded once, so that the order of the numbers changes no bit.
 * Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997 (the algorithm of Python's `math.fsum`).
 * Infinite where the sum exceeds the range of a double.
 * @throws RangeError where a number is not finite.
 */
export function exactSum(values: readonly number[]): number {
  const scale = safeScale(values);
  return scale === 1 ? sumOf(values) : sumOf(values.map((value) => value * scale)) / scale;
}

/** The mean of at least one number, independent of their order; finite also where the sum is not. */
export function exactMean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('the mean of no numbers');
  const scale = safeScale(values);
  if (scale === 1) return sumOf(values) / values.length;
  return sumOf(values.map((value) => value * scale)) / values.length / scale;
}

/** A power of two that keeps every partial sum in range, whatever the order: 1 but for numbers near the largest. */
function safeScale(values: readonly number[]): number {
  let largest = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`cannot sum ${value}`);
    largest = Math.max(largest, Math.abs(value));
  }
  return Number.isFinite(largest * values.length * 2) ? 1 : 2 ** -Math.ceil(Math.log2(values.length) + 1);
}

function sumOf(values: readonly number[]): number {
  return sumOfWhole(values) ?? sumOfPartials(values);
}

/** The plain sum of whole numbers, which is exact as long as every partial sum is; `null` where one is not. */
function sumOfWhole(values: readonly number[]): number | null {
  let sum = 0;
  for (const value of values) {
    sum += value;
    if (!Number.isSafeInteger(value) || !Number.isSafeInteger(sum)) return null;
  }
  // -0 and 0 must not depend on the order.
  return sum === 0 ? 0 : sum;
}

function sumOfPartials(values: readonly number[]): number {
  const partials: number[] = [];
  let count = 0;
  for (const value of values) {
    let x = value;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      let y = partials[i]!;
      if (Math.abs(x) < Math.abs(y)) {
        const larger = y;
        y = x;
        x = larger;
      }
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) partials[kept++] = low;
      x = high;
    }
    partials[kept++] = x;
    count = kept;
  }
  return roundPartials(partials, count);
}

/** The partials do not overlap: add from the largest down, and mend the one case of rounding half to even. */
function roundPartials(partials: readonly number[], count: number): number {
  let i = count - 1;
  if (i < 0) return 0;
  let high = partials[i]!;
  let low = 0;
  while (i > 0 && low === 0) {
    const y = partials[--i]!;
    const x = high;
    high = x + y;
    low = y - (high - x);
  }
  const next = partials[i - 1];
  if (next !== undefined && low !== 0 && low < 0 === next < 0) {
    const doubled = low * 2;
    const x = high + doubled;
    if (doubled === x - high) high = x;
  }
  // -0 and 0 must not depend on the order.
  return high === 0 ? 0 : high;
}
