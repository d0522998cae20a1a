const factor = Number(process.env['EVALGUARD_TRIAL'] ?? 1);

/**
 * How many runs a property makes. `npm run trial` makes a hundred times as many as CI, of which CI's are the first, since
 * both begin at the same seed; `npm run test:quick` makes a tenth.
 */
export function trials(count: number): number {
  return Math.max(1, Math.round(count * factor));
}

/** How many runs a simulation makes, or what counts its cases: never fewer than CI, so that shares and counts hold. */
export function simulations(count: number): number {
  return Math.max(count, trials(count));
}

/** How many records, or lines, a test of size has: in a trial as many as the largest ledgers. */
export function bulk(count: number, inTrial: number): number {
  return factor > 1 ? inTrial : count;
}
