import { formatNumber, type Quantity } from '../quantity.ts';
import { UNMEASURED } from '../verdict.ts';
import type { Format } from './citation.ts';
import { decimalPlaces, isTie, roundTo } from './rounding.ts';

/** How a number is written in a text: what refreshing it must keep. */
export interface Spelling {
  readonly kind: Format | 'unmeasured';
  /** Emphasis and white space around the number. */
  readonly before: string;
  readonly after: string;
  /** The digits as written, without sign style and grouping; empty where unmeasured. Two for a fraction. */
  readonly digits: readonly string[];
  /** What stands between number and `%`, or between the two numbers of a fraction. */
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

/** What is written for a value: a number, or the words for a value that was not measured. */
export type CitedValue = { readonly quantity: Quantity } | { readonly unmeasured: string };

/** How to write a value: the format and decimal places that are asked for, and the spelling that stands there. */
export interface Wish {
  readonly format: Format | null;
  readonly places: number | null;
  readonly spelling: Spelling | null;
}

/**
 * A value as it is to be written: in the places that the text has, in its style. A part is never written as nothing or
 * as all (265 of 266 is no 100 %): where the places do not suffice, there are more. `null`: a fraction without counts.
 */
export function spell(value: CitedValue, wish: Wish): string | null {
  const { before = '', after = '' } = wish.spelling ?? {};
  const body = 'unmeasured' in value ? UNMEASURED : spellQuantity(value.quantity, wish);
  return body === null ? null : `${before}${body}${after}`;
}

/** Whether a text says a value: it is written as {@link spell} writes it, or as its other neighbour where it lies halfway. */
export function says(text: string, value: CitedValue, wish: Wish): boolean {
  if (text === spell(value, wish)) return true;
  const { spelling } = wish;
  if ('unmeasured' in value || spelling === null) return false;
  const format = formatOf(wish);
  if (format === 'fraction' || spelling.kind !== format) return false;
  const places = placesOf(value.quantity.value, format, wish);
  const written = spelling.digits[0] ?? '';
  return (
    decimalPlaces(written) === places &&
    isTie(value.quantity.value, places + shift(format)) &&
    written === roundTo(value.quantity.value, places, shift(format), 'down')
  );
}

function spellQuantity(quantity: Quantity, wish: Wish): string | null {
  const format = formatOf(wish);
  const { spelling } = wish;
  const dress = (digits: string) => dressed(digits, spelling);
  if (format === 'fraction') {
    if (quantity.ratio === undefined) return null;
    const separator = spelling?.kind === 'fraction' ? spelling.gap : '/';
    return `${dress(String(quantity.ratio.numerator))}${separator}${dress(String(quantity.ratio.denominator))}`;
  }
  const digits = dress(roundTo(quantity.value, placesOf(quantity.value, format, wish), shift(format)));
  if (format === 'decimal') return digits;
  return `${digits}${spelling?.kind === 'percent' ? spelling.gap : ' '}%`;
}

/** Percent moves the point by two places. */
function shift(format: Format): number {
  return format === 'percent' ? 2 : 0;
}

function formatOf({ format, spelling }: Wish): Format {
  if (format !== null) return format;
  return spelling === null || spelling.kind === 'unmeasured' ? 'decimal' : spelling.kind;
}

const MOST_PLACES = 340;

function placesOf(value: number, format: Format, wish: Wish): number {
  let places = wish.places ?? placesInText(format, wish.spelling) ?? usualPlaces(value, format);
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
function placesInText(format: Format, spelling: Spelling | null): number | null {
  if (spelling === null || (spelling.kind !== 'percent' && spelling.kind !== 'decimal')) return null;
  const written = decimalPlaces(spelling.digits[0] ?? '');
  return Math.max(0, written + shift(spelling.kind) - shift(format));
}

/** Without a text to follow: percent to one place at most, other numbers to four digits. */
function usualPlaces(value: number, format: Format): number {
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
