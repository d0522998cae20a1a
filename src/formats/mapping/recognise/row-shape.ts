import { groupBy } from '../../../core/maps.ts';
import { words } from '../../../core/text.ts';
import { isObject, type JsonObject, parsePointer, resolvePointer } from '../../../document/document.ts';
import type { ChecksMapping, RowMapping, RowPlace } from '../../../policy/policy.ts';
import { plainName } from '../../wording.ts';
import { RANKS, totalNamed, type UsualName } from '../usual-names.ts';
import { keySays, plainKey } from './key-words.ts';
import { isListOfObjects, isText, isVerdict, type Tally, tallied } from './row-tally.ts';

/** How rows of one kind are read, and what was not clear about them. */
export interface RowShape {
  /** Without `at`: where they stand is not known to the rows themselves. */
  readonly members: Omit<RowMapping, 'at'>;
  /** What each member of a row was taken for, a phrase each. */
  readonly took: readonly string[];
  readonly unsure: readonly string[];
  /** Where each score of a row stands. */
  readonly scores: ReadonlyMap<string, string>;
  /** Whether rows of one id are its samples. */
  readonly repeats: boolean;
  /** 2: each row passes or fails. 1: there are only scores. */
  readonly rank: 1 | 2;
}

/** How the rows of these files are read; `null` where they hold neither a verdict nor a score: questions, settings, messages. */
export function rowShape(files: readonly (readonly JsonObject[])[], keyed: boolean): RowShape | null {
  const rows = files.flat();
  const tallies = tallied(rows);
  const trials = keyed ? null : trialsOf(tallies);
  const checks = checksOf(tallies);
  const pass = passOf(tallies) ?? (trials === null ? null : passOf(trials.tallies));
  const scored = scoresIn([...tallies, ...(trials?.tallies ?? [])], pass);
  if (pass === null && checks === null && scored.size === 0) return null;
  const one = (name: UsualName, fits: (tally: Tally) => boolean) =>
    usual(tallies, name, fits)?.pointer ??
    (trials && usual(trials.tallies, name, fits)?.pointer) ??
    undefined;
  const id = keyed ? undefined : idOf(tallies, files);
  const repeats = id !== undefined && !isUnique(files, [id.pointer]);
  const apart = repeats ? apartBy(tallies, files, id.pointer) : {};
  const few = (tally: Tally) => isText(tally) && tally.distinct.size <= Math.max(20, rows.length / 4);
  const members: RowShape['members'] = withoutAbsent({
    id: id?.pointer,
    pass: pass ?? undefined,
    scores:
      scored.size === 0
        ? undefined
        : (onlyHolder([...scored.values()], tallies) ?? Object.fromEntries(scored)),
    trials: trials?.pointer,
    checks: checks ?? undefined,
    error: one('error', isText),
    reason: one('reason', isText),
    category: one('category', few),
    provenance: one('provenance', few),
    ...apart,
  });
  const isNameless = pass === null && checks === null && !keyed && id === undefined;
  if (isNameless && usual(tallies, 'input', isText) === undefined) return null;
  return {
    members,
    took: tookOf(members),
    unsure: unsureOf(members, keyed, repeats),
    scores: scored,
    repeats: repeats || trials !== null,
    rank: pass !== null || checks !== null ? 2 : 1,
  };
}

/** What a member gives that goes by another name. */
const GIVES: Partial<Readonly<Record<keyof RowMapping, string>>> = { pass: 'passed', trials: 'samples' };

function tookOf(members: RowShape['members']): readonly string[] {
  return (Object.keys(members) as (keyof typeof members)[]).map(
    (name) => `${GIVES[name] ?? name} from ${placesOf(members[name]).join(', ')}`,
  );
}

function placesOf(place: RowMapping[keyof RowMapping]): readonly string[] {
  if (place === undefined) return [];
  if (typeof place === 'string') return [place];
  if ('at' in place && !Array.isArray(place)) return placesOf((place as ChecksMapping).at);
  return Object.values(place).flatMap((each: RowPlace) => each);
}

function unsureOf(
  { id, arm, sample }: RowShape['members'],
  keyed: boolean,
  repeats: boolean,
): readonly string[] {
  if (!keyed && id === undefined)
    return [
      'The rows have no id that tells them apart, and are named by their place: name one under `rows`.',
    ];
  if (arm !== undefined) return [`Rows of one id differ in ${arm}, which is read as their arm.`];
  return repeats && sample === undefined
    ? [`Several rows have one ${id}: they are read as samples of one case.`]
    : [];
}

function withoutAbsent<T extends object>(members: { readonly [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

function rankOf(name: UsualName, { key }: Tally): number {
  return RANKS.get(name)?.get(plainName(key)) ?? Number.POSITIVE_INFINITY;
}

/** The keys of usual names that fit, the most telling first; a row's own member before one of an object in it. */
function allUsual(
  tallies: readonly Tally[],
  name: UsualName,
  fits: (tally: Tally) => boolean,
): readonly Tally[] {
  const depth = ({ pointer }: Tally) => pointer.split('/').length;
  return tallies
    .filter((tally) => rankOf(name, tally) < Number.POSITIVE_INFINITY && fits(tally))
    .toSorted((a, b) => depth(a) - depth(b) || rankOf(name, a) - rankOf(name, b));
}

function usual(
  tallies: readonly Tally[],
  name: UsualName,
  fits: (tally: Tally) => boolean,
): Tally | undefined {
  return allUsual(tallies, name, fits)[0];
}

/** Where rows say whether they passed: one key, or several where rows of one file differ in it. */
function passOf(tallies: readonly Tally[]): string | readonly string[] | null {
  // Beside a total, 1 is the number of passes.
  const counts = tallies.some(({ key, numbers }) => numbers > 0 && totalNamed(key) === 'total');
  const says = (tally: Tally) => isVerdict(tally) && !(counts && tally.numbers > 0);
  const [first, ...others] = allUsual(tallies, 'pass', says);
  if (first === undefined || isAmbiguous(first, others)) return null;
  // Of two keys that no row has both of, each is the other's spelling.
  const all = Math.max(...tallies.map((tally) => tally.count));
  const spelling = others.find((other) => first.count + other.count <= all && first.count < all);
  return spelling === undefined ? first.pointer : [first.pointer, spelling.pointer];
}

/** Whether one name stands in several objects of a row: then neither of them is the row's own. */
function isAmbiguous(first: Tally, others: readonly Tally[]): boolean {
  return first.pointer.lastIndexOf('/') > 0 && others.some(({ key }) => key === first.key);
}

/** A list of objects in a row that hold a verdict or a score themselves. */
function trialsOf(tallies: readonly Tally[]) {
  for (const tally of allUsual(tallies, 'trials', isListOfObjects)) {
    const inner = tallied(tally.listed.filter(isObject));
    if (passOf(inner) !== null || scoresIn(inner, null).size > 0)
      return { pointer: tally.pointer, tallies: inner };
  }
  return null;
}

function checksOf(tallies: readonly Tally[]): RowMapping['checks'] | null {
  const lists = allUsual(tallies, 'checks', isListOfObjects);
  for (const [at, tally] of lists.entries()) {
    if (isAmbiguous(tally, lists.slice(at + 1))) return null;
    const inner = tallied(tally.listed.filter(isObject));
    const pass = passOf(inner);
    if (pass === null) continue;
    const item = usual(inner, 'item', isText)?.pointer;
    return { at: tally.pointer, pass, ...(item === undefined ? {} : { item }) };
  }
  return null;
}

/** The id that tells the rows best apart; what rows are about, where none is called so. */
function idOf(tallies: readonly Tally[], files: readonly (readonly JsonObject[])[]): Tally | undefined {
  const rows = files.flat().length;
  const isName = (tally: Tally) => tally.count === rows && tally.texts + tally.numbers === rows;
  const isOwn = ({ pointer }: Tally) => pointer.lastIndexOf('/') === 0;
  const tells = ({ pointer }: Tally) => isUnique(files, [pointer]);
  const named = allUsual(tallies, 'id', isName).filter(isOwn);
  const about = [...allUsual(tallies, 'input', isName), ...allUsual(tallies, 'item', isText)].filter(isOwn);
  return named.find(tells) ?? named[0] ?? about.find((tally) => isName(tally) && tells(tally));
}

/** Whether no two rows of a file have the same values at all of these places. */
function isUnique(files: readonly (readonly JsonObject[])[], pointers: readonly string[]): boolean {
  return files.every((rows) => {
    const keys = rows.map((row) =>
      JSON.stringify(pointers.map((pointer) => resolvePointer(row, pointer) ?? null)),
    );
    return new Set(keys).size === rows.length;
  });
}

/** Values of an arm at most: more of them are data. */
const MOST_ARMS = 12;

/** What tells rows of one id apart: the number of a sample, or the arm. */
function apartBy(
  tallies: readonly Tally[],
  files: readonly (readonly JsonObject[])[],
  id: string,
): Pick<RowMapping, 'arm' | 'sample'> {
  const tells = ({ pointer }: Tally) => isUnique(files, [id, pointer]);
  const isArm = (tally: Tally) =>
    isText(tally) && tally.distinct.size > 1 && tally.distinct.size <= MOST_ARMS;
  const sample = allUsual(tallies, 'sample', ({ numbers, count: all }) => numbers === all).find(tells);
  if (sample !== undefined) return { sample: sample.pointer };
  const arms = allUsual(tallies, 'arm', isArm);
  const arm =
    arms.find(tells) ??
    tallies.find((tally) => isArm(tally) && tally.pointer.lastIndexOf('/') === 0 && tells(tally));
  return arm === undefined ? {} : { arm: arm.pointer };
}

/** The scores of rows by name. One name in several objects of a row is told apart by theirs. */
function scoresIn(
  tallies: readonly Tally[],
  pass: string | readonly string[] | null,
): ReadonlyMap<string, string> {
  const taken = new Set(pass === null ? [] : [pass].flat());
  const scores = tallies.filter((tally) => !taken.has(tally.pointer) && isScore(tally));
  const names = groupBy(scores, ({ key }) => key);
  return new Map(
    scores.map(({ key, pointer }) => [
      names.get(key)!.length === 1 ? key : (parsePointer(pointer) ?? []).join('.'),
      pointer,
    ]),
  );
}

/** The object that holds all of the scores and nothing else; `null` where there is none. */
function onlyHolder(pointers: readonly string[], tallies: readonly Tally[]): string | null {
  const holders = new Set(pointers.map((pointer) => pointer.slice(0, pointer.lastIndexOf('/'))));
  const [holder] = holders;
  if (holders.size !== 1 || holder === undefined || holder === '') return null;
  const inside = tallies.filter(({ pointer }) => pointer.startsWith(`${holder}/`));
  return inside.length === pointers.length ? holder : null;
}

/** Objects of a row whose numbers are its scores, whatever they are called. */
const HOLDERS = new Set(words('scores score ratings grades verdict dimensions'));

/** A number or a truth under a name that says how good a row was, or what it took. */
function isScore({ key, count: all, numbers, booleans, pointer }: Tally): boolean {
  if (all === 0 || (numbers !== all && booleans !== all)) return false;
  const [outer, inner] = parsePointer(pointer) ?? [];
  const isHeld = inner !== undefined && HOLDERS.has(plainKey(outer!));
  if (isHeld) return true;
  return keySays(key, 'quality') ? !keySays(key, 'count') : numbers === all && keySays(key, 'cost');
}
