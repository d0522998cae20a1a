import { agrees } from '../../core/agreement.ts';
import type { Claim, Definition, Reading } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { countEach } from '../../measures/observation.ts';
import { claimAt, computedClaim } from '../claim.ts';
import { asCount, asList, asNumber, asObject, asText } from '../field.ts';
import { observations } from '../row.ts';
import { listLosses, type NotFinite, reasonOfNull, STATES_NULL, sliceName } from '../wording.ts';
import { reducedMean, reducerOf } from './reducers.ts';
import { partName, type Rows } from './rows.ts';
import { epochsOf } from './run.ts';

/** Means over samples, of which the standard error beside them is one. */
const MEANS: ReadonlySet<string> = new Set(['accuracy', 'mean']);

/** Standard errors, in the order in which one is taken. */
const ERRORS = ['stderr', 'bootstrap_stderr'] as const;

const NONE_SCORED = 'no_cases: no sample was scored without an error';

/** Reads `results.scores`: one metric a scorer, reducer and metric, `accuracy[scorer=match]`. */
export function readScores(
  root: JsonObject,
  rows: Rows | null,
  judged: ReadonlySet<string>,
  notFinite: NotFinite,
): Pick<Reading, 'claims' | 'definitions' | 'losses'> {
  const read = readEntries(root).map((entry) => readMetrics(entry, root, rows, judged, notFinite));
  return {
    claims: read.flatMap(({ claims }) => claims),
    definitions: new Map(read.flatMap(({ definitions }) => [...definitions])),
    losses: [...new Set(read.flatMap(({ losses }) => losses))],
  };
}

/** The metrics that a run was to have, all unmeasured: of a run that ended before there were results. */
export function plannedClaims(run: JsonObject, reason: string): readonly Claim[] {
  const names = (asList(run, 'scorers') ?? []).flatMap((item) => {
    const scorer = asText(item, 'name');
    const metrics = asList(item, 'metrics') ?? [];
    const names = metrics.flatMap((metric) => asText(metric, 'name') ?? []).map(plain);
    if (scorer === null) return [];
    return names.filter((name) => !isError(name)).map((name) => metricName(name, scorer, null));
  });
  return [...new Set(names)].map((name) => ({ name, value: null, reason, pointer: null }));
}

/** What a log states of one scorer, under one reducer of epochs. */
interface Entry {
  readonly path: readonly (string | number)[];
  readonly entry: JsonObject;
  readonly name: string;
  readonly scorer: string;
  /** `null` for the mean over epochs, which is what there is unless another one is named. */
  readonly reducer: string | null;
  readonly metrics: JsonObject;
  /** Set for the second of two entries that are called alike. */
  readonly suffix: string;
}

/** `results.scores` in the order of the log. */
function readEntries(root: JsonObject): readonly Entry[] {
  const taken = new Map<string, number>();
  const items = asList(root, 'results', 'scores') ?? [];
  return items.flatMap((item, index) => {
    const entry = readEntry(root, item, index);
    if (entry === null) return [];
    const key = JSON.stringify([entry.name, entry.scorer, entry.reducer]);
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    // Nothing but their order tells two entries of one scorer apart.
    return [before === 0 ? entry : { ...entry, suffix: ` #${before + 1}` }];
  });
}

function readEntry(root: JsonObject, item: JsonObject[string], index: number): Entry | null {
  const entry = asObject(item);
  const metrics = asObject(entry, 'metrics');
  const name = asText(entry, 'name');
  if (entry === null || metrics === null || name === null) return null;
  const planned = asList(root, 'eval', 'config', 'epochs_reducer');
  const only = planned?.length === 1 ? asText(planned[0]) : null;
  const reducer = asText(entry, 'reducer') ?? only;
  return {
    path: ['results', 'scores', index, 'metrics'],
    entry,
    name,
    scorer: asText(entry, 'scorer') ?? name,
    reducer: reducer === 'mean' ? null : reducer,
    metrics,
    suffix: '',
  };
}

function readMetrics(
  each: Entry,
  root: JsonObject,
  rows: Rows | null,
  judged: ReadonlySet<string>,
  notFinite: NotFinite,
): Pick<Reading, 'claims' | 'definitions' | 'losses'> {
  const { path, entry, name, scorer, reducer, metrics, suffix } = each;
  const score = name === scorer ? scorer : partName(scorer, name);
  const counts = countsOf(root, entry, rows, score);
  const claims: Claim[] = [];
  const definitions = new Map<string, Definition>();
  const losses = [...counts.losses];
  const error = ERRORS.map((key) => asNumber(asObject(findMetric(metrics, key)), 'value')).find(
    (value) => value !== null,
  );
  const mean = Object.keys(metrics).some((key) => MEANS.has(plain(key)));
  if (error !== undefined && !mean) losses.push(`standard errors: that of ${name} stands beside no mean`);
  for (const [key, value] of Object.entries(metrics)) {
    const metric = plain(key);
    const stated = asObject(value);
    if (isError(metric) || stated === null) continue;
    // Two scorers may give values of the same key: what the row calls it tells them apart.
    const full = `${metricName(metric, score, reducer)}${suffix}`;
    const at = [...path, key];
    const why = () => reasonOfNull(notFinite, formatPointer([...at, 'value']), STATES_NULL);
    const claim = claimAt(stated, 'value', at, why, full);
    if (claim === null) continue;
    const told: Claim = {
      // Over no sample a metric of inspect_ai's is 0.
      ...(counts.measured === 0 ? { ...claim, value: null, reason: NONE_SCORED } : claim),
      measured: counts.measured,
      expected: counts.expected,
      standard_error: MEANS.has(metric) ? (error ?? null) : null,
      // The share of correct answers, by inspect_ai's own definition.
      direction: metric === 'accuracy' ? 'higher' : null,
    };
    const one = { metric, stated: claim, told, source: stated };
    const read = recomputed(one, each, score, root, rows, judged.has(scorer));
    claims.push(...read.claims);
    if (read.definition !== undefined) definitions.set(full, read.definition);
    if (read.loss !== undefined) losses.push(read.loss);
  }
  return { claims, definitions, losses };
}

/** One metric of an entry. */
interface Metric {
  /** Its name without the entry's. */
  readonly metric: string;
  /** The number as it stands in the log, and the claim that it is with its counts. */
  readonly stated: Claim;
  readonly told: Claim;
  readonly source: JsonObject;
}

/** What a metric comes to beside its samples: the claims that it makes, and how it follows from them where it does. */
interface Recomputed {
  readonly claims: readonly Claim[];
  readonly definition?: Definition;
  readonly loss?: string;
}

function recomputed(
  { metric, stated, told, source }: Metric,
  each: Entry,
  score: string,
  root: JsonObject,
  rows: Rows | null,
  judged: boolean,
): Recomputed {
  const { reducer } = each;
  const { name } = stated;
  if (rows === null) return { claims: [told] };
  const against = MEANS.has(metric) ? whyNotRecomputed(each, source, root, rows, score) : 'it is no mean';
  if (against !== null) {
    return {
      claims: [told],
      loss: `${name}: a claim that is not recomputed from the samples, since ${against}`,
    };
  }
  const { measured = null, expected = null, direction = null } = told;
  const counts = { measured, expected, direction };
  const asStated = `${name}_as_stated`;
  const kept = `${name}: the file states ${stated.value} (kept as ${asStated})`;
  const reduced = reducer === null ? null : reducerOf(reducer, score);
  if (reduced?.kind === 'own') {
    const own = reducedMean(rows.rows, score, reduced.reduce);
    if (own === null) {
      const loss = `${name}: not recomputed, since ${reducer} takes one of several values that are equally common`;
      return { claims: [told], loss };
    }
    if (stated.value === null || own.value === null || agrees(stated.value, own.value))
      return { claims: [told] };
    return {
      claims: [computedClaim(name, own, counts), { ...told, name: asStated }],
      loss: `${kept}, and its samples come to ${own.value} by ${reducer}`,
    };
  }
  const definition: Definition = {
    ...(reduced === null ? { aggregate: 'mean', score } : reduced.definition),
    ...(metric === 'accuracy' ? { direction: 'higher', scale: [0, 1] } : {}),
    ...(judged ? { judged: true } : {}),
  };
  const broken = rows.scoredErrors.get(score) ?? 0;
  if (broken === 0 || stated.value === null) return { claims: [told], definition };
  if (reduced !== null) {
    return {
      claims: [{ ...told, name: asStated }],
      definition,
      loss: `${kept}, which may count ${broken} samples that ended in an error`,
    };
  }
  const own = aggregate({ aggregate: 'mean' }, observations(rows.rows, score));
  const { standard_error = null } = told;
  return {
    claims: [computedClaim(name, own, counts), { ...stated, name: asStated, standard_error, direction }],
    definition,
    loss: `${kept}, which may count ${counted(broken, 'sample that ended in an error and has', 'samples that ended in an error and have')} a score all the same`,
  };
}

/** Why a mean cannot be had from the samples; `null` where it can. */
function whyNotRecomputed(
  { reducer }: Entry,
  metric: JsonObject,
  root: JsonObject,
  rows: Rows | null,
  score: string,
): string | null {
  if (rows === null) return 'the log keeps no samples';
  const options = asObject(metric, 'params') ?? asObject(metric, 'options') ?? {};
  if (Object.keys(options).length > 0) return 'it has options of its own';
  const known = reducer === null ? null : reducerOf(reducer, score);
  if (reducer !== null && known === null)
    return `its epochs are reduced by ${reducer}, which is none of inspect_ai’s own`;
  if (known?.counts === true && rows.rows.some(({ scores }) => isPartly(scores.get(score))))
    return `${reducer} counts what is correct, and the log does not say from which score on`;
  const total = asCount(root, 'results', 'total_samples');
  if (total !== null && total !== rows.found)
    return `the log holds ${rows.found} of ${counted(total, 'sample', 'samples')}`;
  if (rows.rows.length !== rows.found) return 'some samples cannot be read';
  if (!rows.rows.some((row) => row.scores.has(score))) return `no sample has a score of ${score}`;
  return rows.unknown.has(score) ? 'some scores are texts that are none of inspect_ai’s grades' : null;
}

/** Whether a score is neither right nor wrong: from which one on it counts as correct is a reducer's own option. */
function isPartly(value: unknown): boolean {
  return typeof value === 'number' && value !== 0 && value !== 1;
}

/** How many cases a metric is over, how many it should be over, and what about that is not certain. */
interface Counted {
  readonly measured: number | null;
  readonly expected: number | null;
  readonly losses: readonly string[];
}

/**
 * How many cases were scored in each of their epochs, and how many should have been: four epochs of three samples are
 * three cases. The samples count where all are there; `scored_samples` counts what is left after epochs were reduced.
 */
function countsOf(root: JsonObject, entry: JsonObject, rows: Rows | null, score: string): Counted {
  const run = asObject(root, 'eval') ?? {};
  const results = asObject(root, 'results');
  const total = asCount(results, 'total_samples');
  const cases = asCount(run, 'dataset', 'samples');
  const epochs = Math.max(1, epochsOf(run));
  const planned = Math.max(cases ?? 0, Math.ceil((total ?? 0) / epochs));
  const expected = cases === null && total === null ? null : planned;
  const scored = asCount(entry, 'scored_samples');
  // A scorer that no sample names was counted by the log alone.
  const counted = rows?.rows.some(({ scores }) => scores.has(score)) ?? false;
  if (rows !== null && counted && (total === null || total === rows.found)) {
    const { whole, some } = casesIn(rows, score, epochs);
    const differs = scored !== null && scored !== some;
    return {
      measured: whole,
      expected,
      losses: listLosses(
        differs &&
          `n: scored_samples of ${score} says ${scored}, and ${some} samples have a score without an error`,
      ),
    };
  }
  if (scored !== null) return { measured: scored, expected, losses: [] };
  const completed = asCount(results, 'completed_samples');
  if (completed === null || expected === null)
    return { measured: null, expected, losses: ['n: the log does not say how many samples were scored'] };
  return {
    // Each that is missing may be of another case
    measured: Math.max(0, expected - Math.max(0, expected * epochs - completed)),
    expected,
    losses: ['n: completed_samples is taken, which does not say how many samples each scorer scored'],
  };
}

/** The cases with a value in every epoch, and those with a value in any. */
function casesIn({ rows }: Rows, score: string, epochs: number) {
  const measured = countEach(
    rows.flatMap(({ id, scores }) => ((scores.get(score) ?? null) === null ? [] : [id])),
  );
  return { whole: [...measured.values()].filter((each) => each >= epochs).length, some: measured.size };
}

function metricName(metric: string, scorer: string, reducer: string | null): string {
  const name = sliceName(metric, 'scorer', scorer);
  return reducer === null ? name : sliceName(name, 'reducer', reducer);
}

function plain(name: string): string {
  return name.replace(/^inspect_ai\//, '');
}

/** A standard error by its name, also where there are several: inspect_ai numbers the second `stderr2`. */
function isError(metric: string): boolean {
  return ERRORS.some((error) => error === metric.replace(/\d+$/, ''));
}

function findMetric(metrics: JsonObject, name: string): JsonObject[string] | undefined {
  const key = Object.keys(metrics).find((each) => plain(each) === name);
  return key === undefined ? undefined : metrics[key];
}
