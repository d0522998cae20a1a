import { spend } from '../../core/budget.ts';
import { groupBy } from '../../core/maps.ts';
import type { Doubt, Row } from '../../core/reading.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { respelled, spelled, spelledJson } from '../../document/spelling.ts';
import { errorDoubts, failureOf } from '../failure.ts';
import { asList, asNumber, asObject, asText, listMembers, member, objectsIn } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { bareRow, withDoubts, withSamples } from '../row.ts';
import { caseName, listLosses, NO_NUMBER } from '../wording.ts';

/** An eval: a task with its data and scorers, or one variant of it. */
export interface Evaluation {
  /** The same for all variants of a task. */
  readonly task: string;
  readonly variant: string | null;
  readonly source: JsonObject;
  readonly pointer: string;
  readonly entries: readonly Entry[];
}

/** One result of an eval and its place. */
interface Entry {
  readonly source: JsonObject;
  readonly pointer: string;
}

/** The two layouts: evals with results, and since evalite 1.0 suites with evals. */
const LAYOUTS = [
  ['evals', 'results'],
  ['suites', 'evals'],
] as const;

/** What an export says of its run; `null` where a file is none. */
export function runOf({ document }: ResultFile): JsonObject | null {
  const root = asObject(document?.value);
  const run = asObject(root, 'run');
  const known = asText(run, 'runType') !== null && LAYOUTS.some(([outer]) => asList(root, outer) !== null);
  return known ? run : null;
}

/** The evals of an export as its layout has them, and under which keys they and their results stand. */
function layoutOf({ document }: ResultFile) {
  const root = asObject(document?.value);
  const [outer, inner] = LAYOUTS.find(([key]) => asList(root, key) !== null) ?? LAYOUTS[0];
  return { outer, inner, evals: asList(root, outer) ?? [] };
}

/** How many evals and results of an export are no objects, and so are not read. */
export function unreadIn(file: ResultFile): number {
  const { inner, evals } = layoutOf(file);
  const results = evals.flatMap((item) => asList(item, inner) ?? []);
  return [...evals, ...results].filter((item) => asObject(item) === null).length;
}

/** The evals of an export in the order of the file. */
export function readEvaluations(file: ResultFile): readonly Evaluation[] {
  const { outer, inner, evals } = layoutOf(file);
  const evaluations = evals.flatMap((item, index): Evaluation[] => {
    const source = asObject(item);
    if (source === null) return [];
    const entries = (asList(source, inner) ?? []).flatMap((result, at) => {
      const entry = asObject(result);
      return entry === null ? [] : [{ source: entry, pointer: formatPointer([outer, index, inner, at]) }];
    });
    const variant = asText(source, 'variantName');
    const name = asText(source, 'name') ?? 'unnamed';
    const task = variant === null ? name : (asText(source, 'variantGroup') ?? name);
    return [{ task, variant, source, pointer: formatPointer([outer, index]), entries }];
  });
  return withUniqueTasks(evaluations);
}

/**
 * Evals of one name and variant have the file that defines them in their task's name, where the files' names differ, and
 * their place among each other where not: their cases are never taken for samples of one another.
 */
function withUniqueTasks(evaluations: readonly Evaluation[]): readonly Evaluation[] {
  const groups = groupBy(evaluations, ({ task, variant }) => JSON.stringify([task, variant]));
  const names = new Map<Evaluation, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const files = group.map(({ source }) => fileName(asText(source, 'filepath') ?? ''));
    const named = new Set(files).size === files.length && !files.includes('');
    group.forEach((each, at) => {
      names.set(each, named ? `${each.task} (${files[at]})` : `${each.task} #${at + 1}`);
    });
  }
  return evaluations.map((each) => ({ ...each, task: names.get(each) ?? each.task }));
}

/** A path is absolute, of the machine that ran the eval: its end alone is the same everywhere. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The scores that evalite itself gives: the mean of a result's scores, and how long it took. */
export const AVERAGE = 'average_score';

export const DURATION = 'duration_ms';

/** The rows of all evals of a variant; equal inputs of an eval are samples of one case. */
export function readRows(evaluations: readonly Evaluation[]) {
  const every = new Set(evaluations.flatMap((evaluation) => scorersOf(evaluation)));
  const rows = evaluations.flatMap((evaluation) => {
    const own = new Set(scorersOf(evaluation));
    return evaluation.entries.map((entry) => readRow(entry, evaluation, own, every));
  });
  const zeros = rows
    .flatMap(({ scores }) => [...scores])
    .filter(([name, value]) => value === 0 && name !== AVERAGE).length;
  return {
    rows: withSamples(rows),
    losses: listLosses(
      zeros > 0 && `scores: 0 is not distinguishable from null, for which evalite writes 0 too: ${zeros}`,
    ),
  };
}

/** The scorers that any result of an eval names. */
function scorersOf({ entries }: Evaluation): readonly string[] {
  return entries.flatMap(({ source }) => scoresIn(source).map(({ name }) => name));
}

function scoresIn(source: JsonObject): readonly { readonly name: string; readonly value: number | null }[] {
  return objectsIn(source, 'scores').flatMap((score) => {
    const name = asText(score, 'name');
    return name === null ? [] : [{ name, value: asNumber(score, 'score') }];
  });
}

function readRow(
  { source, pointer }: Entry,
  { task }: Evaluation,
  own: ReadonlySet<string>,
  every: ReadonlySet<string>,
): Row {
  spend('steps', every.size);
  const error = errorOf(source);
  const given = error === null ? scoresIn(source) : [];
  const scores = new Map<string, number | null>();
  const unmeasured = new Map<string, string>();
  const put = (name: string, value: number | null, why: string) => {
    scores.set(name, value);
    if (value === null) unmeasured.set(name, why);
  };
  const nothing = error?.kind ?? 'evidence_missing: the result has no such score';
  for (const name of every) {
    const mine = given.filter((each) => each.name === name).map(({ value }) => value);
    // An eval of which nothing ran does not say which scorers it has.
    const asked = own.has(name) || (own.size === 0 && error !== null);
    const why = mine.length > 0 ? NO_NUMBER : asked ? nothing : 'not_applicable';
    put(scorerName(name), meanOf(mine), why);
  }
  put(
    AVERAGE,
    meanOf(given.map(({ value }) => value)),
    given.length > 0 ? NO_NUMBER : (error?.kind ?? 'evidence_missing: the result has no scores'),
  );
  const duration = asNumber(source, 'duration');
  if (duration !== null && duration > 0) scores.set(DURATION, duration);
  const input = member(source, 'input') ?? null;
  const asked = respelled({ task, input, expected: member(source, 'expected') ?? null }, source);
  const words =
    typeof input === 'number' ? spelled(asked, 'input', input) : (asText(input) ?? spelledJson(input));
  const identity = listMembers(asked, ['task', 'input', 'expected']);
  const doubts = error === null ? doubtsOf(source) : [];
  return {
    ...bareRow(caseName(`${task}: ${words}`, identity), pointer, source),
    category: task,
    error,
    scores,
    unmeasured,
    ...withDoubts(doubts),
  };
}

/** The name of a scorer as a metric: one that no other metric has, and that can be the key of a record. */
function scorerName(name: string): string {
  return name === AVERAGE || name === DURATION || name === '__proto__' ? `scorer.${name}` : name;
}

/** What a scorer says under `metadata` of a score that it gave; the mean of a row's scores falls with any of them. */
function doubtsOf(source: JsonObject): readonly Doubt[] {
  return objectsIn(source, 'scores').flatMap((score) => {
    const name = asText(score, 'name');
    const metadata = asObject(score, 'metadata');
    const said = ['reason', 'rationale', 'explanation'].map((key) => member(metadata, key));
    const error = member(metadata, 'error');
    return [...said, error === undefined || error === null ? undefined : { error }].flatMap((reason) =>
      (name === null ? [] : [scorerName(name), AVERAGE]).flatMap((each) =>
        errorDoubts(each, member(score, 'score'), reason),
      ),
    );
  });
}

/** The mean of scores, `null` where there is none or one of them is no number. */
function meanOf(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0 || numbers.length < values.length) return null;
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** What a failed result holds as its output is the error: task and scorers fail alike, and leave no scores. */
function errorOf(source: JsonObject): Row['error'] {
  const status = asText(source, 'status');
  if (status === 'running') return { kind: 'cancelled', message: 'the result was still running' };
  if (status !== 'fail') return null;
  const output = member(source, 'output');
  const message = asText(output) ?? asText(output ?? null, 'message');
  return { kind: message === null ? 'target_error' : failureOf(message), message };
}
