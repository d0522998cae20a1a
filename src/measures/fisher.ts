import { logBinomialMass } from './binomial.ts';
import { exactSum } from './exact-sum.ts';
import { positive } from './mcnemar.ts';

/** Tables this near in probability are the same one but for rounding. */
const SAME = 1e-10;

/**
 * Fisher's exact two-sided p-value of the table [[a, b], [c, d]]: the probability of all tables with its margins that
 * are no likelier than it (Fisher 1935; Agresti, "Categorical Data Analysis", section 3.5). In (0, 1]. For unpaired
 * counts.
 * @throws RangeError where a cell is no count.
 */
export function fisher(a: number, b: number, c: number, d: number): number {
  if (![a, b, c, d].every((cell) => Number.isSafeInteger(cell) && cell >= 0)) {
    throw new RangeError(`${[a, b, c, d].join(', ')} are no counts`);
  }
  const row = a + b;
  const other = c + d;
  const column = a + c;
  if (row === 0 || other === 0 || column === 0 || b + d === 0) return 1;
  const observed = logMass(a, row, other, column);
  const asExtreme: number[] = [];
  for (let x = Math.max(0, column - other); x <= Math.min(row, column); x++) {
    const mass = logMass(x, row, other, column);
    if (mass <= observed + SAME) asExtreme.push(Math.exp(mass));
  }
  return positive(exactSum(asExtreme));
}

/** The hypergeometric probability as three binomial ones, which keeps it accurate for large margins (Loader 2000). */
function logMass(x: number, row: number, other: number, column: number): number {
  const p = column / (row + other);
  return (
    logBinomialMass(x, row, p) +
    logBinomialMass(column - x, other, p) -
    logBinomialMass(column, row + other, p)
  );
}
