import { groupBy } from '../../core/maps.ts';
import {
  type Claim,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimAt, claimFromRows } from '../claim.ts';
import { asInstant, asNumber, asText, runAt } from '../field.ts';
import type { Format } from '../format.ts';
import { countCases, countMeasured, onlyValue } from '../row.ts';
import { listing, listLosses, NO_ROWS, STATES_NULL, sliceName } from '../wording.ts';
import { AVERAGE, DURATION, type Evaluation, readEvaluations, readRows, runOf, unreadIn } from './rows.ts';

/** What evalite exports (`outputPath`): its evals with their results. A reading for each variant. */
export const evalite: Format = {
  id: 'evalite',
  title: 'evalite export (outputPath)',
  detect: (file) => runOf(file) !== null,
  read(file) {
    const run = runOf(file);
    if (run === null) return [];
    const evaluations = readEvaluations(file);
    const variants = [...new Set(evaluations.map(({ variant }) => variant))];
    if (variants.length === 0) return [{ ...readRun(run), rows: [], losses: [NO_ROWS] }];
    return variants.map((variant) =>
      readVariant(
        run,
        evaluations.filter((each) => each.variant === variant),
        variants.length > 1 ? (variant ?? 'no variant') : variant,
        unreadIn(file),
      ),
    );
  },
};

function readRun(run: JsonObject): Reading {
  const generated_at = asInstant(run, 'createdAt');
  // Watching runs again what changed: the numbers are those of a part.
  const partial = asText(run, 'runType') !== 'full';
  return {
    ...EMPTY_READING,
    format: 'evalite',
    run: runAt(generated_at),
    ...(partial
      ? {
          part: 'only what had changed',
          status: 'unmeasured',
          reason: 'inconclusive: the run was partial, and evaluated only what had changed',
        }
      : {}),
  };
}

/** Of an eval that had not ended, results are missing that nobody can count. */
function unfinished(evaluations: readonly Evaluation[]): Partial<Reading> {
  const running = evaluations.find(({ source }) => asText(source, 'status') === 'running');
  if (running === undefined) return {};
  const reason = `cancelled: the eval ${running.task} was still running when this was exported`;
  return { status: 'unmeasured', reason };
}

/** An eval that failed before it had results is in no number, and nothing says how many it would have had. */
function withoutResults(evaluations: readonly Evaluation[]): string | false {
  const failed = evaluations.filter(
    ({ source, entries }) => entries.length === 0 && asText(source, 'status') === 'fail',
  );
  return (
    failed.length > 0 &&
    `rows: of evals that failed the file holds none: ${listing(failed.map(({ task }) => task))}`
  );
}

function readVariant(
  run: JsonObject,
  evaluations: readonly Evaluation[],
  arm: string | null,
  unread: number,
): Reading {
  const header = { ...readRun(run), ...unfinished(evaluations) };
  const { rows, losses } = readRows(evaluations);
  const { claims, definitions } = readClaims(rows, evaluations);
  const { cases, samples } = countCases(rows);
  return {
    ...header,
    arm,
    run: { ...header.run, suite: onlyValue(evaluations.map(({ task }) => task)) },
    dataset: { ...EMPTY_DATASET, cases },
    samples,
    claims,
    definitions,
    rows,
    losses: listLosses(
      'models, judge, code, limits, metrics_version and mode: the file states none, nor which scorers ask a model',
      'version of evalite and trials: the file states none; equal inputs of an eval are taken as samples of one case',
      header.run.generated_at === null && 'date: the run states no time with a zone',
      unread > 0 && `rows: evals and results that are no objects, and not read: ${unread}`,
      withoutResults(evaluations),
      ...losses,
    ),
  };
}

/**
 * The means of the rows, over all evals and for each, and beside them the averages that the export states: over the
 * scores, whatever result they are of, and 0 where there are none.
 */
function readClaims(
  rows: readonly Row[],
  evaluations: readonly Evaluation[],
): Pick<Reading, 'claims' | 'definitions'> {
  const definitions = define(rows, evaluations);
  const byTask = groupBy(rows, ({ category }) => category);
  const of = (task: string) => byTask.get(task) ?? [];
  const own = [...definitions].map(([name, definition]) => {
    const where = definition['where'] as { readonly category: string } | undefined;
    return claimFromRows(name, definition, where === undefined ? rows : of(where.category));
  });
  const stated = evaluations.flatMap((each) => statedAverage(each, of(each.task)) ?? []);
  return { claims: [...own, ...stated], definitions };
}

function define(rows: readonly Row[], evaluations: readonly Evaluation[]): ReadonlyMap<string, Definition> {
  const tasks = new Set(evaluations.map(({ task }) => task));
  const average: Definition = { aggregate: 'mean', score: AVERAGE, direction: 'higher' };
  const scorers = new Set(rows.flatMap(({ scores }) => [...scores.keys()]));
  return new Map<string, Definition>([
    [AVERAGE, average],
    ...(tasks.size < 2 ? [] : [...tasks]).map((task): [string, Definition] => [
      sliceName(AVERAGE, 'eval', task),
      { ...average, where: { category: task } },
    ]),
    ...[...scorers]
      .filter((name) => name !== AVERAGE)
      .map((name): [string, Definition] => [
        name,
        name === DURATION
          ? { aggregate: 'mean', score: name, direction: 'lower', unit: 'ms' }
          : { aggregate: 'mean', score: name, direction: 'higher' },
      ]),
  ]);
}

function statedAverage({ task, source, pointer }: Evaluation, rows: readonly Row[]): Claim | null {
  const name = sliceName(`${AVERAGE}_as_stated`, 'eval', task);
  const path = pointer.slice(1).split('/');
  const stated = claimAt(source, 'averageScore', path, () => STATES_NULL, name);
  if (stated === null || countMeasured(rows, AVERAGE) > 0 || asNumber(source, 'averageScore') !== 0)
    return stated;
  return { ...stated, value: null, reason: 'no_cases: evalite writes 0 where there are no scores' };
}
