/**
 * log n! less Stirling's approximation, (n + 1/2) log n - n + log(2 pi) / 2, for n of 0 to 15 (there the series is not
 * yet exact to the last digit).
 */
const STIRLING_ERROR = [
  0, 0.08106146679532726, 0.0413406959554093, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
  0.01387612882307075, 0.01189670994589177, 0.01041126526197209, 0.009255462182712733, 0.008330563433362871,
  0.007573675487951841, 0.00694284010720953, 0.006408994188004207, 0.0059513701127588475,
  0.005554733551962801,
];

/**
 * P(X = x) for X binomial (n, p), with relative error near 1e-14 also for large n: the saddle-point expansion of
 * Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000. 0 <= x <= n; below 1e-308 it may be 0.
 */
export function binomialMass(x: number, n: number, p: number): number {
  return Math.exp(logBinomialMass(x, n, p));
}

/** log P(X = x); -Infinity where x cannot happen. */
export function logBinomialMass(x: number, n: number, p: number): number {
  if (x < 0 || x > n) return Number.NEGATIVE_INFINITY;
  const q = 1 - p;
  if (p === 0) return x === 0 ? 0 : Number.NEGATIVE_INFINITY;
  if (q === 0) return x === n ? 0 : Number.NEGATIVE_INFINITY;
  if (x === 0) return n * Math.log1p(-p);
  if (x === n) return n * Math.log(p);
  return (
    stirlingError(n) -
    stirlingError(x) -
    stirlingError(n - x) -
    deviance(x, n * p) -
    deviance(n - x, n * q) +
    0.5 * Math.log(n / (2 * Math.PI * x * (n - x)))
  );
}

/** P(X <= x) for x up to the mean; the terms fall from there, so the sum starts at the largest. */
export function lowerTail(x: number, n: number, p: number): number {
  if (x < 0) return 0;
  if (x >= n) return 1;
  const odds = (1 - p) / p;
  let term = binomialMass(x, n, p);
  let sum = term;
  for (let i = x; i > 0 && term > sum * 1e-18; i--) {
    term *= (i / (n - i + 1)) * odds;
    sum += term;
  }
  return Math.min(1, sum);
}

function stirlingError(n: number): number {
  if (n < STIRLING_ERROR.length) return STIRLING_ERROR[n]!;
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** x log(x / m) + m - x, without cancellation where x is near m (Loader's bd0). */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let term = 2 * x * v;
  for (let j = 1; ; j++) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) return next;
    sum = next;
  }
}
