import { nearest } from '../../core/text.ts';
import { formatPointer, type JsonValue, parsePointer, resolvePointer } from '../../document/document.ts';
import type { Outline, ValidationError } from '../../generated/validator.d.ts';
import { namesAt, outlineAt, type SchemaName } from './outline.ts';

/** A mistake in a document, in words that need no knowledge of the schema. */
export interface SchemaFault {
  /** JSON pointer of the value concerned; of the object, where a key is missing. */
  readonly pointer: string;
  readonly problem:
    | 'unknown-key'
    | 'missing-key'
    | 'wrong-type'
    | 'not-allowed'
    | 'out-of-range'
    | 'pattern'
    | 'other';
  /** The key that is unknown or missing, or whose name is wrong. */
  readonly key: string | null;
  /** What stands there, in at most 60 printable characters. */
  readonly found: string;
  readonly expected: string;
  /** The known key or value that was most likely meant. */
  readonly nearest: string | null;
  readonly message: string;
}

// ajv reports each keyword that fails; of several at one value the first of these names the mistake.
const WEIGHT: readonly SchemaFault['problem'][] = ['wrong-type', 'not-allowed', 'pattern', 'out-of-range'];

/** The faults of a value, from ajv's errors. Where it is of another kind altogether, that alone. */
export function faultsOf(
  name: SchemaName,
  value: JsonValue,
  errors: readonly ValidationError[],
): readonly SchemaFault[] {
  const faults = explain(name, value, errors);
  const otherKind = faults.find((fault) => fault.pointer === '/schema' && fault.problem === 'not-allowed');
  return otherKind === undefined ? faults : [otherKind];
}

/** Turns ajv's errors into faults: one for one mistake, sorted by pointer; at least one if there is an error. */
function explain(
  name: SchemaName,
  value: JsonValue,
  errors: readonly ValidationError[],
): readonly SchemaFault[] {
  const unknown = of(errors, 'additionalProperties').map((error) => ({
    parent: error.pointer,
    fault: unknownKey(name, value, error),
  }));
  // A misspelt key is one mistake, not also the lack of the key that was meant.
  const meant = (parent: string, keys: readonly string[]) =>
    unknown.some(
      (each) => each.parent === parent && each.fault.nearest !== null && keys.includes(each.fault.nearest),
    );
  const missing = of(errors, 'required').filter((error) => !meant(error.pointer, [error.key ?? '']));
  const choices = of(errors, 'anyOf')
    .map((error) => ({ pointer: error.pointer, keys: alternatives(errors, error.pointer) }))
    .filter((choice) => !meant(choice.pointer, choice.keys));
  const faults = distinct([
    ...unknown.map((each) => each.fault),
    ...missing.map((error) => missingKey(name, error.pointer, error.key ?? '')),
    ...choices.map((choice) => missingChoice(name, choice.pointer, choice.keys)),
    ...of(errors, 'propertyNames').map((error) => wrongName(name, error)),
    ...errors.filter((error) => isOfValue(name, error)).map((error) => wrongValue(name, value, error)),
  ]);
  // No fault means valid, so an error that nothing above understands must not get lost.
  return faults.length > 0 ? faults : errors.slice(0, 1).map((error) => wrongValue(name, value, error));
}

function of(errors: readonly ValidationError[], keyword: string): readonly ValidationError[] {
  return errors.filter((error) => error.keyword === keyword);
}

// All our choices are between required keys.
function alternatives(errors: readonly ValidationError[], pointer: string): readonly string[] {
  const keys = of(errors, 'branch').filter((error) => error.pointer === pointer);
  return [...new Set(keys.flatMap((error) => (error.key === null ? [] : [error.key])))];
}

const STRUCTURAL = new Set(['additionalProperties', 'required', 'anyOf', 'propertyNames', 'branch', 'if']);

// What fails within propertyNames is reported at the object, whose own schema has no pattern.
function isOfValue(name: SchemaName, error: ValidationError): boolean {
  if (STRUCTURAL.has(error.keyword)) return false;
  return error.keyword !== 'pattern' || outlineAt(name, error.pointer).pattern !== undefined;
}

function distinct(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const byPlace = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const place = JSON.stringify([fault.pointer, fault.key]);
    const before = byPlace.get(place);
    if (before === undefined || weight(fault) < weight(before)) byPlace.set(place, fault);
  }
  return [...byPlace.values()].sort(
    (one, other) =>
      comparePointers(one.pointer, other.pointer) || compareText(one.key ?? '', other.key ?? ''),
  );
}

function weight(fault: SchemaFault): number {
  const found = WEIGHT.indexOf(fault.problem);
  return found === -1 ? WEIGHT.length : found;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

// The order in which a reader goes through a file: places in a list by number, all else by code unit.
function comparePointers(one: string, other: string): number {
  const [left, right] = [parsePointer(one) ?? [], parsePointer(other) ?? []];
  const at = left.findIndex((part, place) => part !== right[place]);
  const [a, b] = [left[at], right[at]];
  if (a === undefined || b === undefined) return left.length - right.length;
  const byNumber = /^\d+$/.test(a) && /^\d+$/.test(b) ? Number(a) - Number(b) : 0;
  return byNumber !== 0 ? byNumber : compareText(a, b);
}

const PROBLEMS: Readonly<Record<string, SchemaFault['problem']>> = {
  type: 'wrong-type',
  const: 'not-allowed',
  enum: 'not-allowed',
  pattern: 'pattern',
  format: 'pattern',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  minLength: 'out-of-range',
  minItems: 'out-of-range',
  maxItems: 'out-of-range',
  minProperties: 'out-of-range',
};

// More keys than this are looked up in the documentation, not read in a message.
const MOST_KEYS_LISTED = 12;

/** A key that the schema does not know at a closed place. */
function unknownKey(name: SchemaName, value: JsonValue, error: ValidationError): SchemaFault {
  const key = error.key ?? '';
  const pointer = `${error.pointer}${formatPointer([key])}`;
  const known = Object.keys(outlineAt(name, error.pointer).properties ?? {});
  const meant = nearest(key, known);
  const listed = known.length <= MOST_KEYS_LISTED ? `; known are ${list(known, 'and')}` : '';
  const hint = meant === null ? `${listed}.` : `; did you mean ${quoted(meant)}?`;
  const remedy = name === 'result' ? ' Free data belongs under `extra`, or in a row under `data`.' : '';
  return {
    pointer,
    problem: 'unknown-key',
    key,
    found: rendering(resolvePointer(value, pointer)),
    expected: known.length === 0 ? 'no key' : `one of the keys ${list(known, 'or')}`,
    nearest: meant,
    message: `${place(pointer)}: the key ${quoted(key)} is not known here${hint}${remedy}`,
  };
}

/** A key that is required. */
function missingKey(name: SchemaName, pointer: string, key: string): SchemaFault {
  const expected = expectation(outlineAt(name, `${pointer}${formatPointer([key])}`));
  return {
    ...{ pointer, problem: 'missing-key', key, found: 'nothing', expected, nearest: null },
    message: `${place(pointer)}: the key ${quoted(key)} is missing; expected ${expected}.`,
  };
}

/** Several keys of which one is required; the first stands for them. */
function missingChoice(name: SchemaName, pointer: string, keys: readonly string[]): SchemaFault {
  const expected = `one of the keys ${list(keys, 'or')}`;
  const remedy =
    name === 'result' && pointer === ''
      ? ' A run that could not measure says so: `"status": "unmeasured"` with a `reason`.'
      : '';
  return {
    ...{ pointer, problem: 'missing-key', key: keys[0] ?? null, found: 'nothing', expected, nearest: null },
    message: `${place(pointer)}: ${expected} is missing.${remedy}`,
  };
}

/** A key whose name does not have the form that names have at this place. */
function wrongName(name: SchemaName, error: ValidationError): SchemaFault {
  const key = error.key ?? '';
  const pointer = `${error.pointer}${formatPointer([key])}`;
  const expected = expectation(namesAt(name, error.pointer));
  const found = rendering(key);
  return {
    ...{ pointer, problem: 'pattern', key, found, expected, nearest: null },
    message: `${place(error.pointer)}: expected as key ${expected}, found ${found}.`,
  };
}

/** A value that is not what the schema wants at its place. */
function wrongValue(name: SchemaName, value: JsonValue, error: ValidationError): SchemaFault {
  const { pointer } = error;
  const node = outlineAt(name, pointer);
  const there = resolvePointer(value, pointer);
  const [found, expected] = [rendering(there), expectation(node)];
  const allowed = (node.enum ?? [node.const]).filter((each) => typeof each === 'string');
  const meant = typeof there === 'string' ? nearest(there, allowed) : null;
  const hint = meant === null ? '.' : `; did you mean ${JSON.stringify(meant)}?`;
  const problem = PROBLEMS[error.keyword] ?? 'other';
  const message = `${place(pointer)}: expected ${expected}, found ${found}${hint}`;
  return { pointer, problem, key: null, found, expected, nearest: meant, message };
}

function list(keys: readonly string[], last: 'and' | 'or'): string {
  const names = keys.map(quoted);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

// A message stays one readable line, whatever the file holds.
const LONGEST_TEXT = 44;

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** What the schema wants at a place, in words: "a number or null", "one of `met`, `missed`". */
function expectation(node: Outline): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return `one of ${node.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (node.title !== undefined) return node.title;
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const words = types.map((type) => `${TYPES[type] ?? type}${condition(node, type)}`);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? 'a value');
}

function condition(node: Outline, type: string): string {
  if (type === 'number' || type === 'integer') {
    if (node.minimum === undefined) return '';
    return node.maximum === undefined ? ` from ${node.minimum}` : ` from ${node.minimum} to ${node.maximum}`;
  }
  if (type === 'array' && node.maxItems !== undefined) return ` of ${node.maxItems}`;
  const least = { string: node.minLength, array: node.minItems, object: node.minProperties }[type];
  return least === undefined ? '' : ' that is not empty';
}

/** A short rendering of what stands in a file, at most 60 characters, safe to print. */
function rendering(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return `the text "${visible(value, '"')}"`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value !== 'object') return `a ${typeof value}, which JSON cannot hold`;
  const keys = Object.keys(value).length;
  return keys === 0 ? 'an empty object' : `an object with ${keys} ${keys === 1 ? 'key' : 'keys'}`;
}

/** A key in backticks, shortened and safe to print. */
function quoted(key: string): string {
  return `\`${visible(key, '`')}\``;
}

/** A pointer as it is shown: whole where it fits, for people find their place by it. */
function place(pointer: string): string {
  return pointer === '' ? 'the whole file' : visible(pointer, '', 200);
}

/**
 * The text with everything escaped that a terminal would obey or a reader could not see: control and format
 * characters, line separators, lone surrogates, unassigned code points, and the quote around it.
 */
function visible(text: string, quote: string, longest = LONGEST_TEXT): string {
  let shown = '';
  // No more than this is looked at: a value may be megabytes long.
  for (const character of text.slice(0, longest + 2)) {
    const piece = escaped(character, quote);
    if (shown.length + piece.length > longest) return `${shown}…`;
    shown += piece;
  }
  return text.length > longest + 2 ? `${shown}…` : shown;
}

function escaped(character: string, quote: string): string {
  if (character === quote && quote !== '`') return `\\${character}`;
  if (character === '\\' && quote === '"') return '\\\\';
  if (character !== quote && !/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
