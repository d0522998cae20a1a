const CENTRE_A = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTRE_B = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852546,
];
const MIDDLE_A = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_B = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const TAIL_A = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
];
const TAIL_B = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
];

/**
 * The quantile of the standard normal distribution, p in (0, 1), to about 16 digits: algorithm AS 241 (PPND16) of
 * Wichura, 1988.
 * @throws RangeError where p is not between 0 and 1.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a probability between 0 and 1 is needed, not ${p}`);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * rational(CENTRE_A, CENTRE_B, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z = r <= 5 ? rational(MIDDLE_A, MIDDLE_B, r - 1.6) : rational(TAIL_A, TAIL_B, r - 5);
  return q < 0 ? -z : z;
}

/**
 * The standard normal distribution function, to about 1e-15: its series near the middle and the continued fraction of
 * the tail beyond (Abramowitz and Stegun, 26.2.11 and 26.2.14).
 * @internal Tests hold the quantile to it.
 */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z > 3) {
    let fraction = z;
    for (let i = 60; i > 0; i--) fraction = z + i / fraction;
    const tail = density / fraction;
    return x < 0 ? tail : 1 - tail;
  }
  let term = z;
  let series = z;
  for (let i = 3; term > series * 1e-17; i += 2) {
    term *= (z * z) / i;
    series += term;
  }
  return x < 0 ? 0.5 - density * series : 0.5 + density * series;
}

function rational(above: readonly number[], below: readonly number[], x: number): number {
  return horner(above, x) / horner(below, x);
}

function horner(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

/** From here on the expansion is exact to some 10 digits. */
const MANY = 200;

/**
 * The quantile of Student's t with a whole number of degrees of freedom, p in (0, 1): by bisection of the closed form
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4), and for 200 and more by the expansion about the normal (26.7.5).
 * @throws RangeError where p or df is out of range.
 */
export function tQuantile(p: number, df: number): number {
  if (!(Number.isSafeInteger(df) && df > 0)) throw new RangeError(`degrees of freedom: ${df}`);
  const z = normalQuantile(p);
  if (df >= MANY) return expansion(z, df);
  if (p < 0.5) return -tQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (tCdf(high, df) < p) high *= 2;
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (tCdf(middle, df) < p) low = middle;
    else high = middle;
  }
  return high;
}

/** The distribution function for t >= 0. */
function tCdf(t: number, df: number): number {
  const angle = Math.atan(t / Math.sqrt(df));
  const cosine = Math.cos(angle);
  const odd = df % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = df === 1 ? 0 : term;
  for (let i = odd ? 3 : 2; i <= df - 2; i += 2) {
    term *= ((i - 1) / i) * cosine * cosine;
    sum += term;
  }
  const inside = Math.sin(angle) * sum;
  return 0.5 + (odd ? (angle + inside) / Math.PI : inside / 2);
}

function expansion(z: number, df: number): number {
  const s = z * z;
  const first = (s + 1) / 4;
  const second = ((5 * s + 16) * s + 3) / 96;
  const third = (((3 * s + 19) * s + 17) * s - 15) / 384;
  const fourth = ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
  return z * (1 + (first + (second + (third + fourth / df) / df) / df) / df);
}

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
function logBinomialMass(x: number, n: number, p: number): number {
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
