/** Digits that noise of binary arithmetic does not reach: 0.1 + 0.2 is written as 0.3. */
const SOUND_DIGITS = 12;

/** The decimal that a number stands for: `digits * 10 ** exponent`. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly exponent: number;
}

/** How many decimal places a written number has. */
export function decimalPlaces(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point - 1;
}

/**
 * A number times `10 ** shift`, written with exactly so many decimal places and without an exponent. What lies halfway
 * goes away from zero, as people round, or towards it where `half` is `down`. Throws a RangeError where the value is
 * not finite.
 */
export function roundTo(value: number, places: number, shift: number, half: 'up' | 'down' = 'up'): string {
  const { negative, digits, exponent } = decimalOf(value, places + shift);
  const power = exponent + shift + places;
  let scaled = digits;
  if (power >= 0) scaled *= 10n ** BigInt(power);
  else {
    const unit = 10n ** BigInt(-power);
    const twice = (digits % unit) * 2n;
    scaled = digits / unit + (twice > unit || (twice === unit && half === 'up') ? 1n : 0n);
  }
  const text = scaled.toString().padStart(places + 1, '0');
  const sign = negative && scaled !== 0n ? '-' : '';
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Whether a number lies exactly halfway between two neighbours of so many decimal places. */
export function isTie(value: number, places: number): boolean {
  const { digits, exponent } = decimalOf(value, places);
  const power = exponent + places;
  if (power >= 0) return false;
  const unit = 10n ** BigInt(-power);
  return (digits % unit) * 2n === unit;
}

function decimalOf(value: number, places: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written`);
  const [mantissa = '0', power = '0'] = shortest(value, places).split('e');
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  return { negative: value < 0, digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** The digits to round from: sound ones, or all where the text shows more than those. */
function shortest(value: number, places: number): string {
  const leading = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1;
  const exact = Number.isInteger(value) || leading + places > SOUND_DIGITS;
  return (exact ? value : Number(value.toPrecision(SOUND_DIGITS))).toExponential();
}
