import { shorten, words } from '../../core/text.ts';
import type { JsonValue } from '../../document/document.ts';
import { asList, asText } from '../field.ts';
import { plainName, STATES_NULL } from '../wording.ts';

/** What a verdict in words says, in lower case: a pass, a failure, or why there is neither. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  pass: words('pass passed passes ok okay success successful succeeded true correct resolved solved ✓ ✅'),
  fail: words('fail failed fails failure unsuccessful false incorrect wrong unresolved unsolved ✗ ❌'),
  target_error: words('error errored exception crash crashed'),
  target_timeout: words('timeout timedout'),
  evidence_missing: words('skip skipped'),
};

const BY_WORD = new Map(
  Object.entries(VERDICTS).flatMap(([verdict, all]) => all.map((word) => [word, verdict])),
);

/** What a word says of a row: `pass`, `fail`, or the reason why there is neither; `null` where it is no such word. */
export function verdictOf(word: string): string | null {
  return word.length > 40 ? null : (BY_WORD.get(plainName(word.trim())) ?? null);
}

/** Whether a value says that something passed, or why it says neither. */
export function passOf(value: JsonValue | undefined): boolean | string {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  if (value === null || value === undefined) return STATES_NULL;
  const verdict = typeof value === 'string' ? verdictOf(value) : null;
  if (verdict === 'pass' || verdict === 'fail') return verdict === 'pass';
  const shown = shorten(
    typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'an object') : JSON.stringify(value),
    40,
  );
  return verdict === null
    ? `evidence_missing: ${shown} is neither a pass nor a failure`
    : `${verdict}: the row says ${shown}`;
}

/** The text of an error; `null` where there is none: null, false, 0, an empty text, list or object. */
export function errorText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return null;
  if (typeof value === 'string') return shorten(value, 400);
  if (typeof value !== 'object')
    return value === true ? 'the row says that it ended in an error' : `error ${value}`;
  const list = asList(value);
  if (list !== null) return list.map((each) => errorText(each)).find((text) => text !== null) ?? null;
  const text = words('message msg error type code')
    .map((key) => asText(value, key))
    .find(Boolean);
  return Object.keys(value).length === 0 ? null : shorten(text ?? JSON.stringify(value), 400);
}
