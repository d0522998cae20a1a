/**
 * What is wrong with a number written in JSON, if anything: `not-finite` where a double overflows (1e400),
 * `unsafe-integer` where an integer literal has digits that are lost in a double. Digits that JavaScript itself
 * writes for the double (47585129085997530) are not lost, though the double lies beside them.
 */
export function numberFault(token: string): 'not-finite' | 'unsafe-integer' | null {
  const value = Number(token);
  if (!Number.isFinite(value)) return 'not-finite';
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(token)) return null;
  return String(value) === token || BigInt(token) === BigInt(value) ? null : 'unsafe-integer';
}
