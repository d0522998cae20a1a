import { words } from '../../../core/text.ts';
import {
  formatPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  resolvePointer,
} from '../../../document/document.ts';
import { asNumber, asObject } from '../../field.ts';
import { holdsMetrics, isSpread } from '../metrics.ts';
import { isWithin } from '../places.ts';
import { isDifference, isSplit, isSurroundings, keySays, plainKey } from './key-words.ts';

/** A number of a run: the name that a mapping reads it under, and its value where it was measured. */
interface StatedNumber {
  readonly name: string;
  /** The key that says what it is: of a spread the outer one. */
  readonly key: string;
  readonly value: number | null;
}

/** Where people keep the numbers of a run, the most telling first. */
const USUAL = words('summary aggregate aggregates metrics overall totals stats scores run_summary results');

/** Numbers stand at most so many objects deep. */
const DEEPEST = 2;

/**
 * Where the metrics of all of these stand: the pointer of an object; `null` where none looks like it. `rows`: where the rows
 * stand, whose neighbours go before others, and of which none is a headline itself.
 */
export function findMetrics(
  bases: readonly JsonValue[],
  rows: string | null,
  confident: boolean,
): string | null {
  const near = rows === null ? null : formatPointer((parsePointer(rows) ?? []).slice(0, -1));
  const holders = telling(bases).filter(
    ({ tokens }) => rows === null || !isWithin(formatPointer(tokens), rows),
  );
  const rank = ({ tokens }: Holder) => {
    const usual = usualRank(tokens);
    const beside = near !== null && formatPointer(tokens.slice(0, usual === null ? undefined : -1)) === near;
    if (usual !== null) return (beside ? 0 : 100) + tokens.length * 20 + usual;
    if (beside) return 50;
    return tokens.length === 0 ? 200 : 300;
  };
  const [best] = holders.toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) return null;
  if (rank(best) < 300) return formatPointer(best.tokens);
  if (confident) return null;
  // Several objects of unusual names: the whole file reads each of them, one level down.
  const readsBoth = holders.filter(({ tokens }) => tokens.length === 1).length > 1;
  return readsBoth && numbersIn(asObject(bases[0]) ?? {}).some(isMeasured) ? '' : formatPointer(best.tokens);
}

/** The other places at which all of these hold numbers that were measured; of many the first. */
export function otherPlaces(bases: readonly JsonValue[], metrics: string): readonly string[] {
  return telling(bases)
    .map(({ tokens }) => formatPointer(tokens))
    .filter((pointer) => pointer !== '' && !isWithin(pointer, metrics))
    .slice(0, NAMED);
}

const NAMED = 4;

interface Holder {
  readonly tokens: readonly string[];
  readonly object: JsonObject;
}

/** The objects that hold such numbers in all of these, by their places in the first. */
function telling([first, ...others]: readonly JsonValue[]): readonly Holder[] {
  return [...objectsIn(first, [])].filter(({ tokens, object }) => {
    const pointer = formatPointer(tokens);
    const tells = (value: JsonObject) => isTelling(value, usualRank(tokens) !== null);
    return (
      tells(object) &&
      others.every((base) => {
        const other = asObject(resolvePointer(base, pointer));
        return other !== null && tells(other);
      })
    );
  });
}

function usualRank(tokens: readonly string[]): number | null {
  const rank = USUAL.indexOf(plainKey(tokens.at(-1) ?? ''));
  return rank < 0 ? null : rank;
}

/** An object and those in it, the outer ones first; not what holds settings, or splits the numbers of another. */
function* objectsIn(value: JsonValue | undefined, tokens: readonly string[]): Generator<Holder> {
  if (!isObject(value)) return;
  yield { tokens, object: value };
  if (tokens.length === DEEPEST) return;
  for (const [key, inner] of Object.entries(value))
    if (isObject(inner) && !isSurroundings(key) && !isSplit(key) && !isDifference(key))
      yield* objectsIn(inner, [...tokens, key]);
}

/** Whether an object holds numbers that were measured: by one of its names, or under a usual name with any number. */
export function isTelling(object: JsonObject, isUsual: boolean): boolean {
  return numbersIn(object, isUsual).some(
    (number) => isMeasured(number) || (isUsual && number.value !== null && keySays(number.key, 'count')),
  );
}

function isMeasured({ key, value }: StatedNumber): boolean {
  return value !== null && (keySays(key, 'quality') || keySays(key, 'percent'));
}

/** The numbers of an object as a mapping reads them. `nested`: also those of the objects in it. */
export function numbersIn(object: JsonObject, nested = true): readonly StatedNumber[] {
  return Object.entries(object).flatMap(([key, value]): StatedNumber[] => {
    if (value === null || asNumber(value) !== null) return [{ name: key, key, value: asNumber(value) }];
    const inner = asObject(value);
    if (inner === null) return [];
    if (isSpread(inner)) return [{ name: key, key, value: asNumber(inner, 'mean') }];
    if (!nested || isSurroundings(key) || isSplit(key) || !holdsMetrics(inner)) return [];
    return Object.entries(inner).map(([under, each]) => ({
      name: `${key}.${under}`,
      key: under,
      value: asNumber(each),
    }));
  });
}

/** The numbers that all of these state at a place, each with every value it has there. */
export function numbersAt(
  bases: readonly JsonValue[],
  pointer: string,
): ReadonlyMap<string, { readonly key: string; readonly values: readonly number[] }> {
  const found = new Map<string, { key: string; values: number[] }>();
  for (const base of bases) {
    const object = asObject(resolvePointer(base, pointer));
    for (const { name, key, value } of object === null ? [] : numbersIn(object)) {
      const known = found.get(name) ?? { key, values: [] };
      found.set(name, known);
      if (value !== null) known.values.push(value);
    }
  }
  return found;
}

/** Whether a number that is called a share is too large for one: then it may be a percentage, and a person knows. */
export function mayBePercent(key: string, values: readonly number[]): boolean {
  const isShare =
    keySays(key, 'quality') &&
    !keySays(key, 'cost') &&
    /rate|accura|precision|recall|^f1|_f1|acc\b|pass|share|ratio/i.test(key);
  return isShare && !Number.isInteger(values[0]) && values.some((value) => value > 1 && value <= 100);
}
