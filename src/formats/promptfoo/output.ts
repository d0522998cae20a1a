import { groupBy } from '../../core/maps.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { respelled, spelled, spelledJson } from '../../document/spelling.ts';
import { asList, asNumber, asObject, asText, filterMembers, member, objectsIn } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { caseName, shortened, stableText } from '../wording.ts';

/** What a file holds, whichever of the shapes it has. */
export interface Output {
  /** The JSON around the rows; `null` where the file is rows only. */
  readonly root: JsonObject | null;
  readonly entries: readonly OutputRow[];
  /** How many entries are no objects. */
  readonly unread: number;
  readonly columns: readonly Column[];
  /** The tests of version 2, whose rows do not name theirs, by their variables. */
  readonly tests: ReadonlyMap<string, JsonObject | null>;
}

/** One row of the output and its place. */
export interface OutputRow {
  readonly source: JsonObject;
  readonly pointer: string;
}

/** A column of the output: a provider with a prompt, as the run's own summary has it. */
interface Column {
  readonly prompt: JsonObject;
  readonly pointer: string;
}

/** The values of `results.version` whose shape is known. */
export const KNOWN_VERSIONS: readonly number[] = [2, 3];

/** Reads the parts of a file; `null` where it is no output of promptfoo. */
export function readOutput(file: ResultFile): Output | null {
  const envelope = envelopeOf(file);
  if (envelope === null) {
    const lines = asList(file.document?.value);
    if (lines === null || !isRow(asObject(lines[0]))) return null;
    return { root: null, ...entriesOf(lines, []), columns: [], tests: new Map() };
  }
  const { root, results } = envelope;
  const table = asObject(results, 'table');
  const head = asObject(table, 'head');
  const [prompts, path] =
    head === null
      ? [member(results, 'prompts'), ['results', 'prompts']]
      : [member(head, 'prompts'), ['results', 'table', 'head', 'prompts']];
  const rows = asList(results, 'results') ?? [];
  return {
    root,
    ...entriesOf(rows, ['results', 'results']),
    columns: (asList(prompts) ?? []).map((prompt, index) => ({
      prompt: asObject(prompt) ?? {},
      pointer: formatPointer([...path, index]),
    })),
    tests: testsByVars(
      objectsIn(table, 'body')
        .map((row) => asObject(row, 'test'))
        .filter((test) => test !== null),
    ),
  };
}

/** The JSON that stands around the rows, whatever its version. */
export function envelopeOf({ document }: ResultFile) {
  const root = asObject(document?.value);
  const results = asObject(root, 'results');
  const version = asNumber(results, 'version');
  if (root === null || results === null || version === null) return null;
  const known = asList(results, 'results') !== null && asObject(results, 'stats') !== null;
  return known ? { root, results, version } : null;
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

/** The rows of one provider with one prompt. */
export interface Arm {
  /** Told apart from the file's other arms by what differs; `null` where it is the only one. */
  readonly name: string | null;
  /** The provider's id, which is its route. */
  readonly provider: string | null;
  readonly entries: readonly OutputRow[];
  /** Its column in the run's summary, where there is one. */
  readonly column: Column | null;
}

interface Parts {
  readonly provider: string | null;
  readonly label: string;
  readonly prompt: string;
  readonly index: number | null;
}

/** Groups the rows by provider and prompt, in the order in which they first appear. */
export function readArms(output: Output): readonly Arm[] {
  const entries = output.entries.map((entry) => ({ entry, parts: partsOf(entry.source, output.columns) }));
  const groups = groupBy(entries, ({ parts }) =>
    JSON.stringify([parts.provider, parts.label, parts.index ?? parts.prompt]),
  );
  const all = Array.from(groups.values(), (group) => ({
    parts: group[0]!.parts,
    entries: group.map(({ entry }) => entry),
  }));
  const names = namesOf(all.map(({ parts }) => parts));
  return all.map(({ parts, entries }, at) => ({
    name: names[at]!,
    provider: parts.provider,
    entries,
    column: parts.index === null ? null : (output.columns[parts.index] ?? null),
  }));
}

function partsOf(row: JsonObject, columns: readonly Column[]): Parts {
  const stated = member(row, 'provider');
  const provider = asText(stated) ?? asText(stated, 'id');
  const label = asText(stated, 'label') || provider || 'unnamed provider';
  const prompt = asObject(row, 'prompt');
  const text = asText(prompt, 'label') || asText(prompt, 'raw') || '';
  const index = asNumber(row, 'promptIdx') ?? columnOf(label, text, columns);
  return { provider, label, prompt: text, index };
}

/** The column of a row that does not name it: the only one of its provider and prompt. */
function columnOf(label: string, text: string, columns: readonly Column[]): number | null {
  const found = columns.flatMap(({ prompt }, index) => {
    const texts = ['label', 'raw', 'display'].map((key) => member(prompt, key));
    return member(prompt, 'provider') === label && texts.includes(text) ? [index] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

function namesOf(arms: readonly Parts[]): readonly (string | null)[] {
  if (arms.length < 2) return [null];
  const providers = new Set(arms.map(({ label }) => label)).size > 1;
  const prompts = new Set(arms.map(({ prompt }) => prompt)).size > 1;
  // A prompt's label is often its whole text.
  const plain = arms.map(({ label, prompt }) =>
    [providers ? [label] : [], prompts ? [shortened(prompt)] : []].flat().join(' × '),
  );
  const isOnly = (names: readonly string[], at: number) =>
    names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
  const numbered = plain.map((name, at) =>
    name !== '' && isOnly(plain, at) ? name : `${name} #${(arms[at]!.index ?? at) + 1}`.trim(),
  );
  // Providers of one label and column are told apart by nothing but their order.
  return numbered.map((name, at) =>
    isOnly(numbered, at) ? name : `${name} (arm ${at + 1} of ${arms.length})`,
  );
}

/** The tests of the table by their variables; `null` where several differ in something else. */
function testsByVars(tests: readonly JsonObject[]): ReadonlyMap<string, JsonObject | null> {
  const found = new Map<string, JsonObject | null>();
  for (const test of tests) {
    const vars = stableText(member(test, 'vars') ?? null);
    const same = found.get(vars);
    const differs = same === null || (same !== undefined && stableText(same) !== stableText(test));
    found.set(vars, differs ? null : test);
  }
  return found;
}

/** The test that a row ran, or `null` where neither the row nor the table of version 2 has it. */
export function testOf(row: JsonObject, tests: ReadonlyMap<string, JsonObject | null>): JsonObject | null {
  const own = asObject(row, 'testCase');
  if (own !== null && Object.keys(own).length > 0) return own;
  return tests.size === 0 ? own : (tests.get(stableText(member(row, 'vars') ?? null)) ?? own);
}

/** Options of a test that change what is asked. */
const ASKING = ['prefix', 'suffix'] as const;

/**
 * The id of a case: a name for people, and a digest of what is asked and asserted. How a test is run and graded
 * (other options, metadata, the grading provider) and its index, which changes with each repeat, are no part of it. `null`
 * where the row says nothing of its test but the index.
 */
export function caseIdOf(row: JsonObject, test: JsonObject | null): string | null {
  const vars = asObject(test, 'vars') ?? asObject(row, 'vars');
  const description = asText(test, 'description');
  const assert = asList(test, 'assert');
  const identity: JsonObject = {
    ...(description === null ? {} : { description }),
    vars: filterMembers(vars ?? {}, (name) => !isOfTheRun(name)),
    ...(assert === null ? {} : { assert: assert.map(withoutGrader) }),
    threshold: asNumber(test, 'threshold'),
    ...asked(test),
  };
  if (vars === null && description === null && (assert ?? []).length === 0) return null;
  return caseName(wordsOf(description, asObject(identity['vars'] ?? null)), identity);
}

/** What stands around the prompt of this test alone, and the answer that is graded in place of a provider's. */
function asked(test: JsonObject | null): JsonObject {
  const options = asObject(test, 'options');
  const around = ASKING.flatMap((key) => {
    const text = asText(options, key);
    return text === null || text === '' ? [] : [[key, text] as const];
  });
  const given = member(test, 'providerOutput') ?? null;
  return { ...Object.fromEntries(around), ...(given === null ? {} : { given }) };
}

/** Variables that promptfoo sets for each step of a run. */
function isOfTheRun(name: string): boolean {
  return name.startsWith('__') || name === '_conversation' || name === 'sessionId';
}

const GRADER = new Set(['provider', 'rubricPrompt']);

function withoutGrader(assertion: JsonValue): JsonValue {
  const object = asObject(assertion);
  if (object === null) return assertion;
  const kept = filterMembers(object, (key) => !GRADER.has(key));
  const inner = asList(object, 'assert');
  return inner === null ? kept : respelled({ ...kept, assert: inner.map(withoutGrader) }, object);
}

function wordsOf(description: string | null, vars: JsonObject | null): string {
  const told = Object.entries(vars ?? {}).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' ? value : typeof value === 'number' ? spelled(vars ?? {}, name, value) : spelledJson(value)}`,
  );
  return description || told.join(' ') || 'test';
}
