import { spend } from '../../core/budget.ts';
import { groupBy } from '../../core/maps.ts';
import { shortList } from '../../core/text.ts';
import { formatPointer, isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import type { RowMapping } from '../../policy/policy.ts';
import { listLosses } from '../wording.ts';
import { pointerAt, type Tokens, tokensOf } from './places.ts';

/** A member that no pointer of a mapping reads. */
interface Unread {
  readonly pointer: string;
  readonly value: JsonValue;
  /** A member beside it that is read, and has the same shape. */
  readonly like: string | null;
}

/** How many places a line names, and how many shapes have a line. */
const NAMED = 5;
const SHAPES = 5;

/**
 * What a mapping leaves unread, as losses: a line for members of the shape of one that is read, and a line for all others.
 * `read` are the pointers that were read, with all below them. `shown` gives the pointer that a place is shown by, so that
 * arms share theirs.
 */
export function unreadLosses(
  root: JsonValue,
  read: ReadonlySet<string>,
  shown: (pointer: string) => string = (pointer) => pointer,
): readonly string[] {
  const found: Unread[] = [];
  collect(root, [], read, ancestorsOf(read), shown, found);
  const [alike, others] = [
    found.filter(({ like }) => like !== null),
    found.filter(({ like }) => like === null),
  ];
  const shapes = [...groupBy(alike, ({ like }) => like)].map(([like, members]) => {
    const { names, verb } = listed(members);
    const [has, is] = verb === 'is' ? ['has', 'is'] : ['have', 'are'];
    return `${names} ${has} the shape of ${like} and ${is} not read`;
  });
  // Numbers can hide in what is nested.
  const { names, verb } = listed([...others].sort((a, b) => weight(a.value) - weight(b.value)));
  const more = shapes.length - SHAPES;
  return listLosses(
    ...shapes.slice(0, SHAPES),
    more > 0 && `members of ${more} more shapes that are read are not read`,
    others.length > 0 && `${names} ${verb} not read`,
  );
}

/** The places where an arm could stand and nothing does, as a loss: an arm that broke off can leave its key alone. */
export function emptyArms(
  arms: readonly { readonly tokens: Tokens; readonly value: JsonValue }[],
): readonly string[] {
  const found = arms.filter(({ value }) => isEmpty(value));
  if (found.length === 0) return [];
  const { names, verb } = listed(found.map(({ tokens }) => ({ pointer: pointerAt(tokens) })));
  return [`${names} ${verb} empty, and read as no arm`];
}

function listed(members: readonly Pick<Unread, 'pointer'>[]): {
  readonly names: string;
  readonly verb: 'is' | 'are';
} {
  const places = [...new Set(members.map(({ pointer }) => pointer))];
  return { names: shortList(places, NAMED), verb: places.length === 1 ? 'is' : 'are' };
}

function weight(value: JsonValue): number {
  if (typeof value === 'object') return 0;
  return typeof value === 'number' ? 1 : 2;
}

function collect(
  value: JsonValue,
  at: Tokens,
  read: ReadonlySet<string>,
  above: ReadonlySet<string>,
  shown: (pointer: string) => string,
  found: Unread[],
): void {
  if (value === null || typeof value !== 'object' || read.has(formatPointer(at))) return;
  const members = Object.entries(value);
  spend('steps', members.length);
  const shapes = new Map<string, string>();
  const left: (readonly [pointer: string, value: JsonValue])[] = [];
  for (const [key, inner] of members) {
    const pointer = pointerAt(at, key);
    if (!read.has(pointer) && !above.has(pointer) && !isEmpty(inner)) left.push([pointer, inner]);
    else if (isObject(inner) && !shapes.has(shapeOf(inner))) shapes.set(shapeOf(inner), shown(pointer));
    if (above.has(pointer)) collect(inner, [...at, key], read, above, shown, found);
  }
  for (const [pointer, inner] of left) {
    const like = isObject(inner) ? (shapes.get(shapeOf(inner)) ?? null) : null;
    found.push({ pointer: shown(pointer), value: inner, like });
  }
}

/** Whether a member says nothing. */
function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function ancestorsOf(read: ReadonlySet<string>): ReadonlySet<string> {
  const above = new Set<string>();
  for (const pointer of read) {
    for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
      const parent = pointer.slice(0, at);
      if (above.has(parent)) break;
      above.add(parent);
      if (at === 0) break;
    }
  }
  return above;
}

/** Members beyond this many say no more about a shape. */
const TELLING = 40;

/** The keys of an object and the kinds of what stands under them, as one text. */
function shapeOf(object: { readonly [key: string]: JsonValue }): string {
  const members = Object.keys(object)
    .slice(0, TELLING)
    .sort()
    .map((key) => [key, kindOf(object[key] ?? null)]);
  spend('steps', 1);
  return JSON.stringify(members);
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  // A null stands where a number was not measured.
  return value === null ? 'number' : typeof value;
}

/** Rows whose members are looked at: a file is written by one program. */
const LOOKED_AT = 1000;

/** The members of rows that a mapping leaves out, as one line. */
export function unreadMembers(mapping: RowMapping, rows: readonly JsonObject[]): string | false {
  const { at: _, checks, scores, ...plain } = mapping;
  const inside = typeof scores === 'object' ? Object.values(scores) : [scores];
  const read = new Set(
    [...Object.values(plain), ...inside, checks?.at].flatMap((place) =>
      tokensOf(place).map(([first]) => first),
    ),
  );
  const keys = new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)));
  const left = [...keys].filter((key) => !read.has(key) && !(plain.id === undefined && key === 'id'));
  if (left.length === 0 || read.has(undefined)) return false;
  const names = left.map((key) => formatPointer([key]));
  return `rows: ${shortList(names, NAMED)} of each row ${left.length === 1 ? 'is' : 'are'} not read`;
}
