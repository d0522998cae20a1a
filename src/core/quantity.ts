/** A measured number; where it is a ratio of two counts, those too, so that it can be compared exactly. */
export interface Quantity {
  readonly value: number;
  readonly ratio?: { readonly numerator: number; readonly denominator: number } | undefined;
}

/** Digits that two decimals are compared on: enough for every real bound, few enough to forget 0.1 + 0.2. */
const COMPARED_DIGITS = 12;

/**
 * Compares a measured quantity with a bound: negative below, 0 equal, positive above. Ratios of counts compare as
 * rationals; other numbers after rounding both to 12 significant digits. Display rounding plays no part.
 */
export function compareToBound(quantity: Quantity, bound: number): number {
  const { ratio } = quantity;
  if (ratio !== undefined && Number.isInteger(ratio.numerator) && Number.isInteger(ratio.denominator)) {
    return compareRational(ratio.numerator, ratio.denominator, bound);
  }
  return Math.sign(significant(quantity.value) - significant(bound));
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

/** A number as people read it: at most 4 significant decimals, more where rounding would make it look whole. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  for (let digits = 4; digits < 17; digits += 1) {
    const text = rounded(value, digits);
    if (!Number.isInteger(Number(text))) return text;
  }
  return String(value);
}

/** A number printed with enough digits that it is seen to differ from `other`, where it does. */
export function formatBeside(value: number, other: number): string {
  const plain = formatNumber(value);
  if (value === other || significant(value) === significant(other)) return plain;
  for (let digits = plain.length; digits < 17 && Number(rounded(value, digits)) !== value; digits += 1) {
    if (distinct(rounded(value, digits), other, digits)) return rounded(value, digits);
  }
  return distinct(plain, other, 17) ? plain : String(value);
}

function distinct(text: string, other: number, digits: number): boolean {
  return Number(text) !== other && text !== rounded(other, digits) && text !== formatNumber(other);
}

function rounded(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}
