/** A stream of whole numbers in [0, 2^32). The same seed gives the same stream on every machine. */
export interface Random {
  next(): number;
  /** A whole number in [0, n), each as likely, for n up to 2^32. */
  below(n: number): number;
}

/** The seed where none is given: any fixed number will do, and it is printed with what it led to. */
export const SEED = 20260928;

/**
 * xoshiro128** 1.1 (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021), its state filled by
 * splitmix32 from a 32-bit seed. Not for secrets.
 * @throws RangeError where the seed is no whole number in [0, 2^32).
 */
export function random(seed: number): Random {
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    throw new RangeError(`a seed is a whole number of 32 bits, not ${seed}`);
  }
  const fill = splitmix32(seed);
  return xoshiro128([fill(), fill(), fill(), fill()]);
}

/** The generator from a state of four 32-bit words, not all 0. */
export function xoshiro128([a, b, c, d]: [number, number, number, number]): Random {
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };

  const below = (n: number): number => {
    // Numbers past the last whole multiple of n would favour the small ones.
    const limit = 2 ** 32 - (2 ** 32 % n);
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % n;
  };

  return { next, below };
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function splitmix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
}
