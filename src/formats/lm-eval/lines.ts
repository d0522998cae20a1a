import type { Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer, type JsonValue } from '../../document/document.ts';
import { asList, asText, type JsonObject, member, nameAt } from '../field.ts';
import { type NotFinite, reasonOfNull } from '../not-finite.ts';
import { bareRow, readScores } from '../row.ts';

/** What every line holds beside its scores. */
const FIXED: ReadonlySet<string> = new Set([
  'doc_id',
  'doc',
  'target',
  'arguments',
  'resps',
  'filtered_resps',
  'filter',
  'metrics',
  'doc_hash',
  'prompt_hash',
  'target_hash',
]);

/** What the harness puts in the place of an answer that an API did not give. */
const PLACEHOLDER = 'LMEVAL_MODEL_NONE_ANSWER_PLACEHOLDER';

/** The names of the scores: as the lines list them; in older logs, every other member that is a number or a boolean. */
export function scoreNames(lines: readonly JsonObject[]): readonly string[] {
  const names = new Set<string>();
  for (const line of lines) {
    const listed = asList(member(line, 'metrics'))?.flatMap((name) => asText(name) ?? []);
    const found = listed ?? Object.keys(line).filter((key) => !FIXED.has(key) && isScore(line[key]));
    for (const name of found) if (!FIXED.has(name)) names.add(name);
  }
  return [...names];
}

function isScore(value: JsonValue | undefined): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Why rows cannot be told apart, or `null`: some versions write a line for every filter and leave the filter's name out,
 * so that nobody knows which of the lines belong together; and the logs of two runs may stand in one file.
 */
export function ambiguous(lines: readonly JsonObject[]): string | null {
  const counts = new Map<string, number>();
  const filters = new Map<string | null, number>();
  for (const line of lines) {
    const [id, filter] = [idOf(line), filterOf(line)];
    filters.set(filter, (filters.get(filter) ?? 0) + 1);
    if (id === null) continue;
    const key = JSON.stringify([id, filter]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const nameless = filters.get(null) ?? 0;
  if (nameless > 0 && filters.size > 1) {
    return `${nameless} of ${lines.length} lines do not name their filter, and the others do: which of them belong together is not known, so nothing is recomputed`;
  }
  const twice = [...counts].find(([, count]) => count > 1);
  if (twice === undefined) return null;
  const [id, filter] = JSON.parse(twice[0]) as [string, string | null];
  const which = `which of the ${twice[1]} lines of doc_id ${id} counts is not known, so nothing is recomputed`;
  return filter === null
    ? `${lines.length} lines are of ${counts.size} items, and no line names its filter: ${which}`
    : `${lines.length} lines are of ${counts.size} items and filters, as where two logs were put together: ${which}`;
}

/** The rows of a log, and what they leave open. */
export interface ReadLines {
  readonly rows: readonly Row[];
  /** The most answers that were drawn for one item. */
  readonly repeats: number;
  readonly losses: readonly string[];
}

export function readLines(
  lines: readonly JsonObject[],
  scores: readonly string[],
  notFinite: NotFinite,
): ReadLines {
  const parts = new Set<string>();
  let nameless = 0;
  let repeats = 0;
  const rows = lines.flatMap((line, index) => {
    const id = idOf(line);
    if (id === null) {
      nameless += 1;
      return [];
    }
    repeats = Math.max(repeats, drawn(line));
    for (const score of scores) if (asList(member(line, score)) !== null) parts.add(score);
    return [
      readLine(
        line,
        id,
        index,
        scores.filter((score) => asList(member(line, score)) === null),
        notFinite,
      ),
    ];
  });
  const failed = rows.filter(({ error }) => error !== null).length;
  return {
    rows,
    repeats,
    losses: [
      ...(nameless === 0
        ? []
        : [`rows: ${counted(nameless, 'line has', 'lines have')} no doc_id that can be read`]),
      ...(failed === 0
        ? []
        : [`rows: ${failed} of ${rows.length} hold no answer, which the tool scored as if it were one`]),
      ...(repeats < 2
        ? []
        : [`repeats: up to ${repeats} answers were drawn for an item, and one score stands for them`]),
      ...[...parts].map((score) => `${score}: its rows hold the parts of a value, and no value`),
    ],
  };
}

function readLine(
  line: JsonObject,
  id: string,
  index: number,
  scores: readonly string[],
  notFinite: NotFinite,
): Row {
  const pointer = formatPointer([index]);
  const output = asList(member(line, 'filtered_resps'))?.[0] ?? null;
  const row = {
    ...bareRow(id, pointer, { ...line, expected: line['target'] ?? null, output }),
    arm: filterOf(line),
  };
  const failure = failureOf(line);
  if (failure !== null) {
    const none = scores.filter((score) => Object.hasOwn(line, score));
    return {
      ...row,
      error: { kind: 'target_error', message: failure },
      scores: new Map(none.map((score) => [score, null])),
      unmeasured: new Map(none.map((score) => [score, `target_error: ${failure}`])),
    };
  }
  const why = (score: string) =>
    reasonOfNull(notFinite, formatPointer([index, score]), 'evidence_missing: the file states null');
  return { ...row, ...readScores(line, scores, why) };
}

/** Why a line holds no answer: the harness's placeholder, or nothing at all; `null` where it holds one. */
function failureOf(line: JsonObject): string | null {
  const answers = (asList(member(line, 'resps')) ?? []).flatMap((each) => asList(each) ?? [each]);
  if (answers[0] === PLACEHOLDER) return 'the response is the harness’s placeholder for none';
  const empty = answers.every(
    (answer) => answer === null || (typeof answer === 'string' && answer.trim() === ''),
  );
  return empty ? 'the response is empty' : null;
}

/** How many answers to one request there are. */
function drawn(line: JsonObject): number {
  const first = asList(asList(member(line, 'resps'))?.[0]);
  return first?.every((answer) => typeof answer === 'string') ? first.length : 1;
}

function filterOf(line: JsonObject): string | null {
  return asText(member(line, 'filter'));
}

/** The item's own name, as text; `null` where it has none. */
export function idOf(line: JsonObject): string | null {
  return nameAt(line, 'doc_id');
}
