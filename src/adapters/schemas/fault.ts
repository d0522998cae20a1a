import { nearest } from '../../core/nearest.ts';
import { formatPointer, type JsonValue, resolvePointer } from '../../document/document.ts';
import type { ValidationError } from '../../generated/validator.d.ts';
import { namesAt, outlineAt, type SchemaName } from './outline.ts';
import { expectation, place, quoted, rendering } from './wording.ts';

/** One mistake in a document, in words that need no knowledge of the schema. */
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
const MOST_KEYS_TOLD = 12;

/** A key that the schema does not know at a closed place. */
export function unknownKey(name: SchemaName, value: JsonValue, error: ValidationError): SchemaFault {
  const key = error.key ?? '';
  const pointer = `${error.pointer}${formatPointer([key])}`;
  const known = Object.keys(outlineAt(name, error.pointer).properties ?? {});
  const meant = nearest(key, known);
  const told = known.length <= MOST_KEYS_TOLD ? `; known are ${list(known, 'and')}` : '';
  const hint = meant === null ? `${told}.` : `; did you mean ${quoted(meant)}?`;
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
export function missingKey(name: SchemaName, pointer: string, key: string): SchemaFault {
  const expected = expectation(outlineAt(name, `${pointer}${formatPointer([key])}`));
  return {
    ...{ pointer, problem: 'missing-key', key, found: 'nothing', expected, nearest: null },
    message: `${place(pointer)}: the key ${quoted(key)} is missing; expected ${expected}.`,
  };
}

/** Several keys of which one is required; the first stands for them. */
export function missingChoice(name: SchemaName, pointer: string, keys: readonly string[]): SchemaFault {
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
export function wrongName(name: SchemaName, error: ValidationError): SchemaFault {
  const key = error.key ?? '';
  const pointer = `${error.pointer}${formatPointer([key])}`;
  const expected = expectation(namesAt(name, error.pointer));
  return {
    pointer,
    problem: 'pattern',
    key,
    found: rendering(key),
    expected,
    nearest: null,
    message: `${place(error.pointer)}: expected as key ${expected}, found ${rendering(key)}.`,
  };
}

/** A value that is not what the schema wants at its place. */
export function wrongValue(name: SchemaName, value: JsonValue, error: ValidationError): SchemaFault {
  const { pointer } = error;
  const node = outlineAt(name, pointer);
  const there = resolvePointer(value, pointer);
  const [found, expected] = [rendering(there), expectation(node)];
  const allowed = (node.enum ?? [node.const]).filter((each) => typeof each === 'string');
  const meant = typeof there === 'string' ? nearest(there, allowed) : null;
  const hint = meant === null ? '.' : `; did you mean ${JSON.stringify(meant)}?`;
  return {
    pointer,
    problem: PROBLEMS[error.keyword] ?? 'other',
    key: null,
    found,
    expected,
    nearest: meant,
    message: `${place(pointer)}: expected ${expected}, found ${found}${hint}`,
  };
}

function list(keys: readonly string[], last: 'and' | 'or'): string {
  const names = keys.map(quoted);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
