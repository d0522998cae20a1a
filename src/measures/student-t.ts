import { normalQuantile } from './normal.ts';

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
