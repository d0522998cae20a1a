import { isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import type { RowMapping } from '../../policy/policy.ts';
import { asList } from '../field.ts';
import { passOf } from './outcome.ts';
import { USUAL_NAMES } from './usual-names.ts';

/** Rows that are looked at for usual names: a file is written by one program. */
const LOOKED_AT = 1000;

/** The members of rows by their usual names; `null` where no row has a pass or a score by any of them. */
export function usualMapping(at: string, all: readonly JsonObject[]): RowMapping | null {
  const rows = all.slice(0, LOOKED_AT);
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const stating = (
    places: readonly string[],
    of: readonly JsonObject[],
    states: (value: JsonValue) => boolean,
  ) =>
    places.find((place) => {
      const key = place.slice(1);
      const stated = of.flatMap((row) => (Object.hasOwn(row, key) && row[key] !== null ? [row[key]!] : []));
      return stated.length > 0 && stated.filter(states).length * 2 > stated.length;
    });
  const find = (name: keyof typeof USUAL_NAMES, states: (value: JsonValue) => boolean, of = rows) =>
    stating(
      of === rows ? USUAL_NAMES[name].filter((place) => keys.has(place.slice(1))) : USUAL_NAMES[name],
      of,
      states,
    );
  const isName = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
  const isPass = (value: JsonValue) => typeof passOf(value) === 'boolean';
  const isNumber = (value: JsonValue) => typeof value === 'number' || typeof value === 'boolean';
  const holdsObjects = (value: JsonValue) => asList(value)?.some(isObject) === true;
  const trials = find('trials', holdsObjects);
  const inside =
    trials === undefined ? [] : rows.flatMap((row) => asList(row, trials.slice(1))?.filter(isObject) ?? []);
  const either = (name: keyof typeof USUAL_NAMES, states: (value: JsonValue) => boolean) =>
    (inside.length > 0 ? find(name, states, inside.slice(0, LOOKED_AT)) : undefined) ?? find(name, states);
  const score = either('score', isNumber);
  const scores =
    either('scores', (value) => isObject(value) && Object.values(value).some(isNumber)) ??
    (score === undefined ? undefined : { score });
  const checks = either('checks', holdsObjects);
  const pass = either('pass', isPass);
  if (scores === undefined && checks === undefined && pass === undefined) return null;
  const anything = (value: JsonValue) => value !== null;
  const arm = find('arm', isName);
  const arms = new Set(arm === undefined ? [] : rows.map((row) => String(row[arm.slice(1)])));
  const found = {
    id: find('id', isName),
    pass,
    scores,
    trials,
    checks: checks === undefined ? undefined : { at: checks },
    error: either('error', anything),
    reason: either('reason', (value) => typeof value === 'string'),
    category: find('category', isName),
    provenance: find('provenance', isName),
    arm: arms.size > 1 ? arm : undefined,
    sample: either('sample', (value) => typeof value === 'number'),
    input: find('input', anything),
    expected: find('expected', anything),
    output: either('output', anything),
  };
  return { at, ...Object.fromEntries(Object.entries(found).filter(([, place]) => place !== undefined)) };
}

/** What stands under usual names, in words. */
export function spellUsual({ at: _, ...members }: RowMapping): string {
  return Object.entries(members)
    .map(([name, place]) => `${name} ${typeof place === 'string' ? place : Object.values(place)[0]}`)
    .join(', ');
}
