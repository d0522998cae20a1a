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
