/** A measured number; where it is a ratio of two counts, those too, so that it can be compared exactly. */
export interface Quantity {
  readonly value: number;
  readonly ratio?: { readonly numerator: number; readonly denominator: number } | undefined;
}

/** Digits that two decimals are compared on: enough for every real bound, few enough to forget 0.1 + 0.2. */
const COMPARED_DIGITS = 12;

/** More than two roundings to that many digits can move, relative to the larger number. */
const CLEARLY_APART = 1e-10;

/** Digits that a number is printed with where fewer do not mislead. */
const PRINTED_DIGITS = 4;

/** Digits that tell every double from every other. */
const ALL_DIGITS = 17;

/**
 * Compares a measured quantity with a bound: negative below, 0 equal, positive above. Ratios of counts compare as
 * rationals; other numbers after rounding both to 12 significant digits, and so do ratios with a bound of many digits, since
 * 0.8333333333333334 means 5 of 6. Display rounding plays no part.
 * Throws a RangeError where either is not finite: an order with NaN would pass every bound.
 */
export function compareToBound(quantity: Quantity, bound: number): number {
  const { value, ratio } = quantity;
  if (!Number.isFinite(value) || !Number.isFinite(bound)) throw new RangeError(`${value} against ${bound}`);
  if (ratio !== undefined && isRational(ratio.numerator, ratio.denominator)) {
    const side = compareRational(ratio.numerator, ratio.denominator, bound);
    const quotient = ratio.numerator / ratio.denominator;
    return side !== 0 && isQuotient(bound) && significant(quotient) === significant(bound) ? 0 : side;
  }
  // Far apart the rounding decides nothing, and it costs more than all else where thousands of rows are held to a bound.
  if (Math.abs(value - bound) > CLEARLY_APART * Math.max(Math.abs(value), Math.abs(bound))) {
    return Math.sign(value - bound);
  }
  return Math.sign(significant(value) - significant(bound));
}

function isRational(numerator: number, denominator: number): boolean {
  return Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator) && denominator > 0;
}

/** Fewer digits are no rounding of a quotient that has no end: 1 is 1, whatever comes near to it. */
const QUOTIENT_DIGITS = 6;

function isQuotient(bound: number): boolean {
  return decimal(bound).digits.toString().length >= QUOTIENT_DIGITS;
}

function significant(value: number): number {
  return Number(value.toPrecision(COMPARED_DIGITS));
}

function compareRational(numerator: number, denominator: number, bound: number): number {
  const { digits, exponent } = decimal(bound);
  const scale = 10n ** BigInt(Math.abs(exponent));
  const left = BigInt(numerator) * (exponent < 0 ? scale : 1n);
  const right = digits * (exponent < 0 ? 1n : scale) * BigInt(denominator);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A finite number as the decimal that its shortest spelling names: `digits * 10 ** exponent`. */
function decimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** A number as people read it: 4 significant digits, more where rounding would make it look whole. */
export function formatNumber(value: number): string {
  return formatBeside(value);
}

/**
 * A number printed with enough digits that it is seen on the side of every bound where it was found. Where it counts
 * as equal to a bound, it is spelt like it. A number that is not whole never looks whole. Bounds print as `String` has
 * them: as they were written.
 */
export function formatBeside(measured: number | Quantity, ...bounds: readonly number[]): string {
  const quantity = typeof measured === 'number' ? { value: measured } : measured;
  const { value } = quantity;
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const sides = bounds.map((bound) => compareToBound(quantity, bound));
  const equal = bounds[sides.indexOf(0)];
  if (equal !== undefined && !Number.isInteger(equal)) return String(equal);
  for (let digits = PRINTED_DIGITS; digits < ALL_DIGITS; digits += 1) {
    const text = atDigits(value, digits);
    const onItsSide = (bound: number, at: number) =>
      sides[at] === 0 || Math.sign(Number(text) - bound) === sides[at];
    if (bounds.every(onItsSide)) return text;
  }
  return String(value);
}

/** Two numbers printed with as few digits as show which is the greater; alike only where they are equal. */
export function formatApart(a: number, b: number): readonly [string, string] {
  if (a === b) return [formatNumber(a), formatNumber(b)];
  for (let digits = PRINTED_DIGITS; digits < ALL_DIGITS; digits += 1) {
    const [left, right] = [atDigits(a, digits), atDigits(b, digits)];
    if (Math.sign(Number(left) - Number(right)) === Math.sign(a - b)) return [left, right];
  }
  return [String(a), String(b)];
}

/** At least so many significant digits: as many as do not make the number look whole. */
function atDigits(value: number, least: number): string {
  if (Number.isInteger(value)) return String(value);
  for (let digits = least; digits < ALL_DIGITS; digits += 1) {
    const rounded = Number(value.toPrecision(digits));
    if (!Number.isInteger(rounded)) return String(rounded);
  }
  return String(value);
}
