import type { RunIdentity } from './reading.ts';

/** What a part of a result's file name is made of. */
export const NAME_PART = /^[A-Za-z0-9._-]+$/;

const PATTERNS: Readonly<Record<string, string>> = {
  date: '\\d{4}-\\d{2}-\\d{2}',
  run: '[1-9]\\d*',
};
const ANY_PART = '[A-Za-z0-9._-]+';

type Piece = { readonly text: string } | { readonly field: string } | { readonly optional: readonly Piece[] };

/**
 * A pattern of file names: text, `{field}` for a part of the run's identity, and `[…]` for what is left out when a
 * field in it is `null`. Names are rendered and compared; only date and run number, which cannot be mistaken for
 * anything else, are ever read out of a name.
 */
export interface NamePattern {
  readonly source: string;
  readonly pieces: readonly Piece[];
}

/** The fields that a name pattern may use. */
export const NAME_FIELDS = ['suite', 'date', 'routing', 'variant', 'run'] as const;

/** Parses a pattern, or says what is wrong with it. */
export function parseNamePattern(source: string): NamePattern | { readonly wrong: string } {
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

/** Whether a file name can be of this run: fields that the identity does not hold match anything of their kind. */
export function nameFits(pattern: NamePattern, name: string, run: RunIdentity | null): boolean {
  if (run === null || NAME_FIELDS.every((field) => run[field] === null)) return readerOf(pattern).test(name);
  // Most names are what their content renders to, and an expression for each of them would cost more than all the rest.
  return (
    renderName(pattern, run) === name ||
    new RegExp(`^${expression(pattern.pieces, run, false)}$`, 'u').test(name)
  );
}

/** Date and run number as a file name spells them; `null` where the pattern has no such field or does not match. */
export function readName(
  pattern: NamePattern,
  name: string,
): { readonly date: string | null; readonly run: number | null } {
  const match = readerOf(pattern).exec(name);
  const run = match?.groups?.['run'];
  return { date: match?.groups?.['date'] ?? null, run: run === undefined ? null : Number(run) };
}

const readers = new WeakMap<NamePattern, RegExp>();

/** The expression that any name of the pattern fits, with its date and run number as groups. */
function readerOf(pattern: NamePattern): RegExp {
  const before = readers.get(pattern);
  if (before !== undefined) return before;
  const reader = new RegExp(`^${expression(pattern.pieces, null, true)}$`, 'u');
  readers.set(pattern, reader);
  return reader;
}

function expression(pieces: readonly Piece[], run: RunIdentity | null, groups: boolean): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return literal(piece.text);
      if ('optional' in piece) return optionalExpression(piece.optional, run, groups);
      const value = run === null ? null : fieldOf(run, piece.field);
      if (value !== null) return literal(value);
      const pattern = PATTERNS[piece.field] ?? ANY_PART;
      return groups && piece.field in PATTERNS ? `(?<${piece.field}>${pattern})` : pattern;
    })
    .join('');
}

function optionalExpression(pieces: readonly Piece[], run: RunIdentity | null, groups: boolean): string {
  const inner = expression(pieces, run, groups);
  const known =
    run !== null && pieces.every((piece) => !('field' in piece) || fieldOf(run, piece.field) !== null);
  return known ? inner : `(?:${inner})?`;
}

function fieldOf(run: RunIdentity, field: string): string | null {
  const value = run[field as (typeof NAME_FIELDS)[number]];
  return value === null || value === undefined ? null : String(value);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
