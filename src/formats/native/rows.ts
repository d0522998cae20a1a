import type { Doubt, Judgment, Row } from '../../core/reading.ts';
import { shorten } from '../../core/text.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { errorDoubts } from '../failure.ts';
import { asBoolean, asList, asNumber, asObject, asText, member, textMembers, textsIn } from '../field.ts';
import { withDoubts } from '../row.ts';

/** The rows of a block, or `null` where it keeps none. What is no row (no text for an id) is left to the schema's rule. */
export function readRows(block: JsonObject, pointer: readonly string[]): readonly Row[] | null {
  const list = asList(block, 'results');
  if (list === null) return null;
  const place = formatPointer([...pointer, 'results']);
  const rows: Row[] = [];
  for (const [index, item] of list.entries()) {
    const source = asObject(item);
    const id = asText(source, 'id');
    if (source !== null && id !== null) rows.push(readRow(source, id, `${place}/${index}`));
  }
  return rows;
}

// Most rows hold none of these, and a ledger has hundreds of thousands of rows.
const NO_TEXTS: ReadonlyMap<string, string> = new Map();
const NO_SCORES: Row['scores'] = new Map();
const NO_JUDGMENTS: readonly Judgment[] = [];

function readRow(source: JsonObject, id: string, pointer: string): Row {
  const scores = readScores(asObject(source, 'scores'));
  const reasons = asObject(source, 'unmeasured');
  const unmeasured = reasons === null ? NO_TEXTS : textMembers(reasons);
  const judgments = asList(source, 'judgments');
  return {
    id,
    arm: asText(source, 'arm'),
    sample: asNumber(source, 'sample') ?? 1,
    turn: asNumber(source, 'turn'),
    pointer,
    category: asText(source, 'category'),
    provenance: asText(source, 'provenance'),
    negative: asBoolean(source, 'negative'),
    error: readError(asObject(source, 'error')),
    scores,
    unmeasured,
    judgments: judgments?.flatMap((item) => readJudgment(asObject(item))) ?? NO_JUDGMENTS,
    served: readServed(asObject(source, 'served')),
    ...withDoubts([...rulingDoubts(judgments), ...reasonDoubts(scores, unmeasured)]),
    source,
  };
}

/** Rulings that count although their reason is the text of an error. */
function rulingDoubts(judgments: readonly JsonValue[] | null): readonly Doubt[] {
  return (judgments ?? []).flatMap((item) => {
    const judgment = asObject(item);
    const score = asText(judgment, 'score');
    return score === null ? [] : errorDoubts(score, member(judgment, 'value'), member(judgment, 'reason'));
  });
}

/** Scores that have a value and a reason why they were not measured. */
function reasonDoubts(scores: Row['scores'], unmeasured: Row['unmeasured']): readonly Doubt[] {
  if (unmeasured.size === 0) return [];
  return [...unmeasured].flatMap(([score, reason]): readonly Doubt[] =>
    (scores.get(score) ?? null) === null
      ? []
      : [{ score, by: 'field', because: `the row says that it was not measured: ${shorten(reason, 80)}` }],
  );
}

function readError(error: JsonObject | null): Row['error'] {
  const kind = asText(error, 'kind');
  return kind === null ? null : { kind, message: asText(error, 'message') };
}

function readScores(scores: JsonObject | null): Row['scores'] {
  if (scores === null) return NO_SCORES;
  const read = new Map<string, number | boolean | string | null>();
  for (const name of Object.keys(scores)) {
    const value = scores[name] ?? null;
    if (value === null || typeof value !== 'object') read.set(name, value);
  }
  return read;
}

function readJudgment(judgment: JsonObject | null): readonly Judgment[] {
  const score = asText(judgment, 'score');
  if (score === null) return [];
  const value = member(judgment, 'value') ?? null;
  const order = asList(judgment, 'order');
  return [
    {
      score,
      item: asText(judgment, 'item'),
      value: value === null || typeof value !== 'object' ? value : null,
      judged_by: asText(judgment, 'judged_by'),
      order: order === null ? null : textsIn(order),
    },
  ];
}

function readServed(served: JsonObject | null): Row['served'] {
  if (served === null) return NO_TEXTS;
  const read = new Map<string, string | null>();
  for (const [role, value] of Object.entries(served)) {
    if (value === null || typeof value === 'string') read.set(role, value);
  }
  return read;
}
