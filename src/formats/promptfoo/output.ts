import { formatPointer } from '../../document/document.ts';
import { asList, asNumber, asObject, type JsonObject, member } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { testsByVars } from './cases.ts';

/** The values of `results.version` whose shape is known. */
export const KNOWN_VERSIONS: readonly number[] = [2, 3];

/** One row of the output and its place. */
export interface Entry {
  readonly source: JsonObject;
  readonly pointer: string;
}

/** A column of the output: a provider with a prompt, as the run's own summary has it. */
export interface Column {
  readonly prompt: JsonObject;
  readonly pointer: string;
}

/** What a file holds, whichever of the shapes it has. */
export interface Output {
  /** The JSON around the rows; `null` where the file is rows only. */
  readonly root: JsonObject | null;
  readonly entries: readonly Entry[];
  /** How many entries are no objects. */
  readonly unread: number;
  readonly columns: readonly Column[];
  /** The tests of version 2, whose rows do not name theirs, by their variables. */
  readonly tests: ReadonlyMap<string, JsonObject | null>;
}

/** The JSON that stands around the rows, whatever its version. */
export function envelopeOf({
  document,
}: ResultFile): { readonly root: JsonObject; readonly results: JsonObject; readonly version: number } | null {
  const root = asObject(document?.value);
  const results = asObject(member(root, 'results'));
  const version = asNumber(member(results, 'version'));
  if (root === null || results === null || version === null) return null;
  const known = asList(member(results, 'results')) !== null && asObject(member(results, 'stats')) !== null;
  return known ? { root, results, version } : null;
}

/** Reads the parts of a file; `null` where it is no output of promptfoo. */
export function readOutput(file: ResultFile): Output | null {
  const envelope = envelopeOf(file);
  if (envelope === null) {
    const lines = asList(file.document?.value);
    if (lines === null || !isRow(asObject(lines[0]))) return null;
    return { root: null, ...entriesOf(lines, []), columns: [], tests: new Map() };
  }
  const { root, results } = envelope;
  const table = asObject(member(results, 'table'));
  const head = asObject(member(table, 'head'));
  const [prompts, path] =
    head === null
      ? [member(results, 'prompts'), ['results', 'prompts']]
      : [member(head, 'prompts'), ['results', 'table', 'head', 'prompts']];
  const rows = asList(member(results, 'results')) ?? [];
  return {
    root,
    ...entriesOf(rows, ['results', 'results']),
    columns: (asList(prompts) ?? []).map((prompt, index) => ({
      prompt: asObject(prompt) ?? {},
      pointer: formatPointer([...path, index]),
    })),
    tests: testsByVars(
      (asList(member(table, 'body')) ?? [])
        .map((row) => asObject(member(asObject(row), 'test')))
        .filter((test) => test !== null),
    ),
  };
}

/** The keys that every row has had since there are JSON Lines. */
const ROW = ['promptIdx', 'testIdx', 'testCase', 'success', 'score', 'provider'];

function isRow(row: JsonObject | null): boolean {
  return row !== null && ROW.every((key) => Object.hasOwn(row, key));
}

function entriesOf(
  rows: readonly JsonObject[string][],
  path: readonly string[],
): Pick<Output, 'entries' | 'unread'> {
  const entries = rows.flatMap((row, index) => {
    const source = asObject(row);
    return source === null ? [] : [{ source, pointer: formatPointer([...path, index]) }];
  });
  return { entries, unread: rows.length - entries.length };
}
