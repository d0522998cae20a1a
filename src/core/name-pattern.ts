import { type CodeSet, codeSet, readText, type State, StateMaker } from './automaton.ts';
import { getOrMake } from './maps.ts';
import type { RunIdentity } from './reading.ts';

/** The characters that a part of a result's file name is made of. */
export const NAME_PART = /^[A-Za-z0-9._-]+$/;

const DIGITS: CodeSet = signs(/\d/);
const PART_SIGNS = signs(NAME_PART);

function signs(pattern: RegExp): CodeSet {
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  return codeSet(
    ascii.filter((code) => pattern.test(String.fromCharCode(code))).map((code) => [code, code] as const),
  );
}

/** What date and run number look like, which cannot be mistaken for anything else. */
const SHAPES: Readonly<Record<string, (next: State, make: StateMaker) => State>> = {
  date: (next, make) =>
    Array.from('0000-00-00').reduceRight(
      (after, sign) => (sign === '-' ? literal(sign, after, make) : make.read(DIGITS, after)),
      next,
    ),
  run: (next, make) => make.read(signs(/[1-9]/), make.repeat(DIGITS, next)),
};

type Piece = { readonly text: string } | { readonly field: string } | { readonly optional: readonly Piece[] };

/**
 * A pattern of file names: text, `{field}` for a part of the run's identity, and `[…]` for what is left out when a
 * field in it is `null`. Only date and run number are ever read out of a name: they cannot be mistaken for anything
 * else.
 */
export interface NamePattern {
  readonly source: string;
  readonly pieces: readonly Piece[];
}

/** The fields that a name pattern may use. */
export const NAME_FIELDS = ['suite', 'date', 'routing', 'variant', 'run'] as const;

const LONGEST_PATTERN = 500;

/** Parses a pattern, or says what is wrong with it. */
export function parseNamePattern(source: string): NamePattern | { readonly wrong: string } {
  if (source.length > LONGEST_PATTERN) return { wrong: `it has more than ${LONGEST_PATTERN} characters` };
  const outer: Piece[] = [];
  let optional: Piece[] | null = null;
  for (const token of source.match(/\{[^{}]*\}|[[\]{}]|[^[\]{}]+/g) ?? []) {
    const into = optional ?? outer;
    if (token === '[') {
      if (optional !== null) return { wrong: 'an optional part cannot stand inside another' };
      optional = [];
    } else if (token === ']') {
      if (optional === null) return { wrong: '"]" closes nothing' };
      outer.push({ optional });
      optional = null;
    } else if (token.startsWith('{') && token.endsWith('}') && token.length > 1) {
      const field = token.slice(1, -1);
      if (!(NAME_FIELDS as readonly string[]).includes(field)) {
        return { wrong: `{${field}} is none of ${NAME_FIELDS.map((name) => `{${name}}`).join(' ')}` };
      }
      into.push({ field });
    } else if (token === '{' || token === '}') return { wrong: `a lone "${token}"` };
    else into.push({ text: token });
  }
  return optional === null ? { source, pieces: outer } : { wrong: '"[" is not closed' };
}

/** The file name of a run, or `null` where the identity lacks a field that the pattern demands. */
export function renderName(pattern: NamePattern, run: RunIdentity): string | null {
  return renderPieces(pattern.pieces, run);
}

function renderPieces(pieces: readonly Piece[], run: RunIdentity): string | null {
  let name = '';
  for (const piece of pieces) {
    if ('text' in piece) name += piece.text;
    else if ('field' in piece) {
      const value = fieldOf(run, piece.field);
      if (value === null) return null;
      name += value;
    } else name += renderPieces(piece.optional, run) ?? '';
  }
  return name;
}

/** No file system holds a longer name. */
const LONGEST_NAME = 255;

/** Whether a file name can be of this run: fields that the identity does not hold match anything of their kind. */
export function nameFits(pattern: NamePattern, name: string, run: RunIdentity | null): boolean {
  if (name.length > LONGEST_NAME) return false;
  if (run === null || NAME_FIELDS.every((field) => run[field] === null)) {
    return readBy(readerOf(pattern), name) !== null;
  }
  // Most names are what their content renders to, and an automaton for each of them would cost more than all the rest.
  return renderName(pattern, run) === name || readBy(automatonOf(pattern, run), name) !== null;
}

/** The date and run number in a file name; `null` where the pattern has no such field or does not match. */
export function readName(
  pattern: NamePattern,
  name: string,
): { readonly date: string | null; readonly run: number | null } {
  const marks = name.length > LONGEST_NAME ? null : readBy(readerOf(pattern), name);
  const spelled = (field: string) => {
    const from = marks?.get(field);
    return from === undefined ? null : name.slice(from, marks?.get(`/${field}`));
  };
  const run = spelled('run');
  return { date: spelled('date'), run: run === null ? null : Number(run) };
}

interface Automaton {
  readonly start: State;
  readonly states: number;
}

function readBy({ start, states }: Automaton, name: string) {
  return readText(start, states, name);
}

const readers = new WeakMap<NamePattern, Automaton>();

/** The automaton that any name of the pattern fits, with marks around its date and run number. */
function readerOf(pattern: NamePattern): Automaton {
  return getOrMake(readers, pattern, () => automatonOf(pattern, null));
}

function automatonOf({ pieces }: NamePattern, run: RunIdentity | null): Automaton {
  const make = new StateMaker();
  const start = chain(pieces, run, make.end(), make);
  return { start, states: make.count };
}

function chain(pieces: readonly Piece[], run: RunIdentity | null, next: State, make: StateMaker): State {
  return pieces.reduceRight((after, piece) => stateOf(piece, run, after, make), next);
}

function stateOf(piece: Piece, run: RunIdentity | null, next: State, make: StateMaker): State {
  if ('text' in piece) return literal(piece.text, next, make);
  if ('optional' in piece) {
    const known =
      run !== null && piece.optional.every((one) => !('field' in one) || fieldOf(run, one.field) !== null);
    const inner = chain(piece.optional, run, next, make);
    return known ? inner : make.choose([inner, next]);
  }
  const { field } = piece;
  const value = run === null ? null : fieldOf(run, field);
  if (value !== null) {
    // What is too long for any name fits none.
    return value.length > LONGEST_NAME ? make.read([], next) : literal(value, next, make);
  }
  const shape = SHAPES[field];
  if (shape === undefined) return make.read(PART_SIGNS, make.repeat(PART_SIGNS, next));
  return make.mark(field, shape(make.mark(`/${field}`, next), make));
}

function literal(text: string, next: State, make: StateMaker): State {
  return Array.from(text).reduceRight((after, sign) => {
    const code = sign.codePointAt(0)!;
    return make.read([[code, code]], after);
  }, next);
}

function fieldOf(run: RunIdentity, field: string): string | null {
  const value = run[field as (typeof NAME_FIELDS)[number]];
  return value === null || value === undefined ? null : String(value);
}
