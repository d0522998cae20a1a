import { count } from '../../../core/wording.ts';
import {
  formatPointer,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  resolvePointer,
} from '../../../document/document.ts';
import { isSplit, isSurroundings, keySays, plainKey } from './key-words.ts';
import { type RowShape, rowShape } from './row-shape.ts';

/** Where the rows of a file stand, and how each is read. */
export interface FoundRows {
  readonly at: string;
  readonly number: number;
  readonly shape: RowShape;
  readonly unsure: readonly string[];
}

/** What lists of rows are called. */
const USUAL =
  /^(?:.*_)?(?:results?|cases?|rows|tests?|tasks?|items|samples|examples|questions|queries|evals?|runs|scenarios|details)$/;
/** Some of the rows, which stand elsewhere in full. */
const PARTIAL = /fail|miss|error|regress|skip|worst|best|top|flag|delta|change/;

/** Rows stand at most so many objects deep, and in one of the first members of an object. */
const DEEPEST = 3;
const LOOKED_AT = 300;

/** The rows that all of these hold at one place; `null` where nothing there passes, fails or has a score. */
export function findRows(bases: readonly JsonValue[]): FoundRows | null {
  const [first] = bases;
  const found = [...holdersIn(first, [])].flatMap((tokens) => rowsAt(bases, tokens) ?? []);
  const [best, ...others] = found.toSorted(byWorth);
  if (best === undefined) return null;
  const left = others.filter(
    ({ shape, at }) => shape.rank === best.shape.rank && !at.startsWith(`${best.at}/`),
  );
  return {
    ...best,
    unsure: [
      ...best.unsure,
      ...left.map(({ at, number }) => `${at} holds ${count(number, 'row')} too, and is not read.`),
    ],
  };
}

/** Rows that pass or fail, then those under a usual name, then those further out. */
function byWorth(a: FoundRows, b: FoundRows): number {
  const named = ({ at }: FoundRows) => Number(USUAL.test(plainKey(at.slice(at.lastIndexOf('/') + 1))));
  const depth = ({ at }: FoundRows) => at.split('/').length;
  return b.shape.rank - a.shape.rank || named(b) - named(a) || depth(a) - depth(b);
}

/** The places at which rows may stand: lists, and objects of which each member may be one. */
function* holdersIn(value: JsonValue | undefined, tokens: readonly string[]): Generator<readonly string[]> {
  if (isList(value)) yield tokens;
  if (!isObject(value)) return;
  yield tokens;
  if (tokens.length === DEEPEST) return;
  for (const [key, inner] of Object.entries(value).slice(0, LOOKED_AT))
    if (typeof inner === 'object' && !isSurroundings(key) && !PARTIAL.test(plainKey(key)))
      yield* holdersIn(inner, [...tokens, key]);
}

function rowsAt(bases: readonly JsonValue[], tokens: readonly string[]): FoundRows | null {
  const at = formatPointer(tokens);
  const files: (readonly JsonObject[])[] = [];
  const keyed = isObject(resolvePointer(bases[0] ?? null, at));
  const usual = USUAL.test(plainKey(tokens.at(-1) ?? ''));
  for (const base of bases) {
    const held = rowsIn(resolvePointer(base, at), keyed, usual);
    if (held === null) return null;
    files.push(held);
  }
  const all = files.flat();
  const shape = all.length === 0 ? null : rowShape(files, keyed);
  if (shape === null) return null;
  if (keyed && !isKeyedByCase(shape, all, tokens.at(-1) ?? '', usual)) return null;
  return { at, number: all.length, shape, unsure: [...shape.unsure, ...maybeRuns(shape, all)] };
}

/** The rows of a list, or of an object whose members are rows or lists of them; `null` where there is anything else. */
function rowsIn(value: JsonValue | undefined, keyed: boolean, usual: boolean): readonly JsonObject[] | null {
  if (!keyed) {
    if (!isList(value)) return null;
    const rows = value.filter(isObject);
    return rows.length * 10 >= value.length * 9 ? rows : null;
  }
  if (!isObject(value)) return null;
  const members = Object.values(value);
  if (members.length < (usual ? 1 : 2)) return null;
  if (members.every(isObject)) return members;
  const lists = members.filter(isList);
  const isTrials = (list: readonly JsonValue[]): list is readonly JsonObject[] =>
    list.length > 0 && list.every(isObject);
  return lists.length === members.length && lists.every(isTrials) ? lists.flat() : null;
}

/** Fewer members than this that have scores alone may as well be models as cases. */
const MANY = 12;

/** Whether an object's members are cases, not the models or the groups of cases that were measured. */
function isKeyedByCase(shape: RowShape, rows: readonly JsonObject[], key: string, usual: boolean): boolean {
  if (isSplit(key) && !usual) return false;
  const isAggregate = rows.every((row) =>
    Object.entries(row).some(
      ([name, value]) => typeof value === 'number' && (keySays(name, 'count') || keySays(name, 'aggregate')),
    ),
  );
  if (isAggregate) return false;
  return shape.rank === 2 || usual || rows.length > MANY;
}

/** Rows that have scores alone, and nothing that a case has, may be models or runs. */
function maybeRuns({ rank }: RowShape, rows: readonly JsonObject[]): readonly string[] {
  const isCase = rows.some((row) => Object.keys(row).some((key) => CASE_WORDS.test(plainKey(key))));
  return rank === 2 || isCase
    ? []
    : [
        'Each row is read as a case. Where it is a model or a run, as in a leaderboard, `grows: rows` guards the file instead.',
      ];
}

const CASE_WORDS =
  /^(?:.*_)?(?:input|question|query|prompt|expected|gold|output|answer|response|prediction|case|test|(?:case|test|eval|task|question|query|scenario|sample)_id)$/;
