import { formatNumber, type Quantity } from '../quantity.ts';
import { UNMEASURED } from '../verdict.ts';
import type { NumberFormat } from './citation.ts';

/** The spelling of a number in a text, which refreshing it must keep. */
export interface Spelling {
  readonly kind: NumberFormat | 'unmeasured';
  /** Emphasis and white space around the number. */
  readonly before: string;
  readonly after: string;
  /** The digits as written, without sign style and grouping; empty where unmeasured. Two for a fraction. */
  readonly digits: readonly string[];
  /** The text between number and `%`, or between the two numbers of a fraction. */
  readonly gap: string;
  readonly minus: string;
  readonly grouped: boolean;
}

const NUMBER = '[-−+]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?';
const GAP = '(?:[ \\u00a0\\u2009\\u202f]|&nbsp;|&thinsp;)?';
const SEPARATOR = ' ?/ ?| of | out of ';

/** Source of an expression that finds numbers as citations write them; groups: number, gap, separator, number. */
export const NUMBER_SOURCE = `(${NUMBER})(?:(${GAP})%|(${SEPARATOR})(${NUMBER})(?!${GAP}%))?`;

const SPELLED = new RegExp(
  `^([*_~\`\\s]*)(?:${NUMBER_SOURCE}|(n/a(?: \\(unmeasured\\))?|unmeasured))([*_~\`\\s]*)$`,
  'iu',
);

/** Reads how a number is written; `null` where the text is not one number and nothing else. */
export function readSpelling(text: string): Spelling | null {
  const match = SPELLED.exec(text);
  if (match === null) return null;
  const [, before = '', first, gap, separator, second, unmeasured, after = ''] = match;
  const plain = { before, after, digits: [], gap: '', minus: '-', grouped: false };
  if (unmeasured !== undefined || first === undefined) return { ...plain, kind: 'unmeasured' };
  const numbers = second === undefined ? [first] : [first, second];
  return {
    ...plain,
    kind: second !== undefined ? 'fraction' : gap !== undefined ? 'percent' : 'decimal',
    digits: numbers.map((number) => number.replaceAll(',', '').replace('−', '-').replace('+', '')),
    gap: gap ?? separator ?? '',
    minus: first.startsWith('−') ? '−' : '-',
    grouped: numbers.some((number) => number.includes(',')),
  };
}

/** A cited value: a number, or the reason why it was not measured. */
export type CitedValue = { readonly quantity: Quantity } | { readonly unmeasured: string };

/** The way to write a value: the format and decimal places that are asked for, and the spelling that stands there. */
export interface NumberStyle {
  readonly format: NumberFormat | null;
  readonly places: number | null;
  readonly spelling: Spelling | null;
}

/**
 * A value as it is to be written: in the places that the text has, in its style. A part is never written as nothing or
 * as all (265 of 266 is no 100 %): where the places do not suffice, there are more. `null`: a fraction without counts.
 */
export function spell(value: CitedValue, style: NumberStyle): string | null {
  const { before = '', after = '' } = style.spelling ?? {};
  const body = 'unmeasured' in value ? UNMEASURED : spellQuantity(value.quantity, style);
  return body === null ? null : `${before}${body}${after}`;
}

/** Whether a text says a value: it is written as {@link spell} writes it, or as its other neighbour where it lies halfway. */
export function says(text: string, value: CitedValue, style: NumberStyle): boolean {
  if (text === spell(value, style)) return true;
  const { spelling } = style;
  if ('unmeasured' in value || spelling === null) return false;
  const format = formatOf(style);
  if (format === 'fraction' || spelling.kind !== format) return false;
  const places = placesOf(value.quantity.value, format, style);
  const written = spelling.digits[0] ?? '';
  return (
    decimalPlaces(written) === places &&
    isTie(value.quantity.value, places + shift(format)) &&
    written === roundTo(value.quantity.value, places, shift(format), 'down')
  );
}

function spellQuantity(quantity: Quantity, style: NumberStyle): string | null {
  const format = formatOf(style);
  const { spelling } = style;
  const dress = (digits: string) => dressed(digits, spelling);
  if (format === 'fraction') {
    if (quantity.ratio === undefined) return null;
    const separator = spelling?.kind === 'fraction' ? spelling.gap : '/';
    return `${dress(String(quantity.ratio.numerator))}${separator}${dress(String(quantity.ratio.denominator))}`;
  }
  const digits = dress(roundTo(quantity.value, placesOf(quantity.value, format, style), shift(format)));
  if (format === 'decimal') return digits;
  return `${digits}${spelling?.kind === 'percent' ? spelling.gap : ' '}%`;
}

/** Percent moves the point by two places. */
function shift(format: NumberFormat): number {
  return format === 'percent' ? 2 : 0;
}

function formatOf({ format, spelling }: NumberStyle): NumberFormat {
  if (format !== null) return format;
  return spelling === null || spelling.kind === 'unmeasured' ? 'decimal' : spelling.kind;
}

const MOST_PLACES = 340;

function placesOf(value: number, format: NumberFormat, style: NumberStyle): number {
  let places = style.places ?? placesInText(format, style.spelling) ?? usualPlaces(value, format);
  const whole = 10 ** shift(format);
  const part = value !== 0 && Math.abs(value) < 1;
  while (part && places < MOST_PLACES) {
    const rounded = Math.abs(Number(roundTo(value, places, shift(format))));
    if (rounded !== 0 && rounded !== whole) break;
    places += 1;
  }
  return places;
}

/** As many places as the text has; `0.97` and `97 %` say the same. */
function placesInText(format: NumberFormat, spelling: Spelling | null): number | null {
  if (spelling === null || (spelling.kind !== 'percent' && spelling.kind !== 'decimal')) return null;
  const written = decimalPlaces(spelling.digits[0] ?? '');
  return Math.max(0, written + shift(spelling.kind) - shift(format));
}

/** Without a text to follow: percent to one place at most, other numbers to four digits. */
function usualPlaces(value: number, format: NumberFormat): number {
  if (format === 'percent') return roundTo(value, 1, 2).endsWith('.0') ? 0 : 1;
  const usual = Number(formatNumber(value));
  for (let places = 0; places < MOST_PLACES; places += 1) {
    if (Number(roundTo(usual, places, 0)) === usual) return places;
  }
  return MOST_PLACES;
}

function dressed(digits: string, spelling: Spelling | null): string {
  const [whole = '', fraction] = digits.replace('-', '').split('.');
  const sign = digits.startsWith('-') ? (spelling?.minus ?? '-') : '';
  const grouped = spelling?.grouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return `${sign}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Digits that noise of binary arithmetic does not reach: 0.1 + 0.2 is written as 0.3. */
const SOUND_DIGITS = 12;

/** The decimal that a number stands for: `digits * 10 ** exponent`. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly exponent: number;
}

/** The number of decimal places of a written number. */
function decimalPlaces(digits: string): number {
  const point = digits.indexOf('.');
  return point < 0 ? 0 : digits.length - point - 1;
}

/**
 * A number times `10 ** shift`, written with exactly so many decimal places and without an exponent. What lies halfway
 * goes away from zero, as people round, or towards it where `half` is `down`. Throws a RangeError where the value is
 * not finite.
 */
function roundTo(value: number, places: number, shift: number, half: 'up' | 'down' = 'up'): string {
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
function isTie(value: number, places: number): boolean {
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
