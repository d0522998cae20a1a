import { definitionParts, scoresOf } from '../core/comparability.ts';
import { labelOfRow, type Where } from '../core/definition.ts';
import { getOrMake } from '../core/maps.ts';
import type { Path } from '../core/path.ts';
import type { Reading, Row } from '../core/reading.ts';
import { shorten, shortList, visible } from '../core/text.ts';
import { isList, isObject, type JsonValue } from '../document/document.ts';
import { isJudged, sameJudge, whyOutsideDatasetPin } from './pin.ts';
import type { JudgePolicy, Series } from './policy.ts';
import { acceptRemedy, inSeries, quoted, REMEDY, versionText } from './threshold-remedy.ts';

/**
 * The last run of a series, which a new one's evidence is compared with: the newest real, measured and unretracted
 * record that base holds. The file that is judged does not choose it.
 */
export interface ReferenceRun {
  readonly path: Path;
  /** The arm of it that the judged one stands for. */
  readonly reading: Reading;
  /** Whether rows gave the metric there. */
  hasRowsFor(metric: string): boolean;
}

/** The reason why evidence does not count, and the remedy, often a line of the policy that would accept it. */
export interface NotCounted {
  readonly reason: string;
  readonly remedy: string;
}

/** A run, the reference run that its evidence is compared with, and the policy that says what may differ. */
export interface AgainstReference {
  readonly reading: Reading;
  readonly reference: ReferenceRun;
  readonly series: Series;
  readonly judges: JudgePolicy;
}

/** The reason why a metric cannot meet an enforced threshold, given the reference run; `null` where it can. */
export function whyOtherEvidence(
  metric: string,
  against: AgainstReference,
  recomputed: boolean,
): NotCounted | null {
  return (
    otherDataset(against) ??
    otherVersion(metric, against) ??
    (against.series.evidence === 'stated' || recomputed ? null : lostRows(metric, against)) ??
    otherDefinition(metric, against) ??
    otherJudge(metric, against)
  );
}

/**
 * The reason why a condition on single rows cannot be judged, given the reference run. `score` is the one that it
 * names, if any.
 */
export function whyOtherRows(score: string | null, against: AgainstReference): NotCounted | null {
  if (score !== null) return whyOtherEvidence(score, against, true);
  return otherDataset(against) ?? otherVersion('', against);
}

function otherDataset({ reading, reference, series }: AgainstReference): NotCounted | null {
  const { path, reading: then } = reference;
  const [before, now] = [then.dataset?.name ?? null, reading.dataset?.name ?? null];
  if (before === null || before === now || whyOutsideDatasetPin(series, then) !== null) return null;
  return now === null
    ? {
        reason: `evidence_missing: it names no dataset, and ${path}, the last run, is over ${quoted(before)}`,
        remedy: `State the dataset that was measured (${quoted(before)}) and add that as a new run.`,
      }
    : {
        reason: `it is over the dataset ${quoted(now)}, and ${path}, the last run, is over ${quoted(before)}`,
        remedy: acceptRemedy(inSeries(series), `dataset: ${quoted(now)}`, 'the other dataset'),
      };
}

/** Whether the reference run's definitions are of a version that the policy has left: then they bind no more. */
function isPastVersion(metric: string, { reading }: ReferenceRun, series: Series): boolean {
  return series.metrics_version !== null && versionOf(metric, reading) !== series.metrics_version;
}

function versionOf(metric: string, { definitions, metrics_version }: Reading): number | string | null {
  const own = definitions.get(metric)?.['metrics_version'];
  return typeof own === 'number' || typeof own === 'string' ? own : metrics_version;
}

function otherVersion(metric: string, against: AgainstReference): NotCounted | null {
  const { reading, reference, series } = against;
  const [before, now] = [versionOf(metric, reference.reading), versionOf(metric, reading)];
  if (before === null || before === now || isPastVersion(metric, reference, series)) return null;
  const last = `${reference.path}, the last run, is of metrics_version ${before}`;
  if (now === null) {
    return {
      reason: `it states no metrics_version, and ${last}`,
      remedy: 'State the metrics_version that was measured and add that as a new run.',
    };
  }
  const whole = reading.metrics_version === now;
  return {
    reason: `it is of metrics_version ${now}, and ${last}`,
    remedy: `${whole ? '' : `State ${versionText(now)} as the metrics_version of the whole file, too. `}${acceptRemedy(inSeries(series), `metrics_version: ${versionText(now)}`, 'the new version')}`,
  };
}

function lostRows(metric: string, { reading, reference, series }: AgainstReference): NotCounted | null {
  const { rows } = reading;
  if (!(rows === null ? reference.reading.rows !== null : reference.hasRowsFor(metric))) return null;
  const lost = rows === null ? 'it keeps no rows' : 'its rows do not give it';
  return {
    reason: `evidence_missing: ${lost}, and those of ${reference.path}, the last run, do`,
    remedy: `Record the rows of the run and add that as a new run. ${acceptRemedy(inSeries(series), 'evidence: stated', 'numbers without rows')}`,
  };
}

function otherDefinition(metric: string, against: AgainstReference): NotCounted | null {
  const { reading, reference, series } = against;
  if (isPastVersion(metric, reference, series)) return null;
  // Rows that lost their rulings are graded as before: the number hangs on the rubric if it does on either side.
  const graded = isGraded(metric, reference.reading) || isGraded(metric, reading);
  const before = waysOf(metric, reference.reading, graded);
  const now = waysOf(metric, reading, graded);
  // A headline that rows never stood behind says nothing of how it is made, and `evidence: stated` asks for nothing more.
  if (before === null || now === before || (now === null && reading.rows === null)) return null;
  return {
    reason: `it is defined in another way than in ${reference.path}, the last run`,
    remedy: `Compute it as before; or, where the change is meant, raise metrics_version in the result. ${acceptRemedy(inSeries(series), `metrics_version: ${versionText(next(reading.metrics_version))}`, 'the new definition')}`,
  };
}

/** How a number is made, as a text: its definition, and the scale and weights of a rubric that it hangs on. */
function waysOf(metric: string, { definitions, rubric }: Reading, graded: boolean): string | null {
  const definition = definitions.get(metric);
  if (definition === undefined) return null;
  const parts = definitionParts(metric, definition);
  const scale = graded && rubric !== null ? [rubric.scale, [...rubric.weights].sort()] : null;
  return JSON.stringify([parts, scale]);
}

function isGraded(metric: string, reading: Reading): boolean {
  const { definitions, rubric } = reading;
  const definition = definitions.get(metric);
  if (definition === undefined || rubric === null) return false;
  return isJudged(metric, reading) || scoresOf(metric, definition).some((score) => rubric.weights.has(score));
}

function otherJudge(metric: string, against: AgainstReference): NotCounted | null {
  const { reading, series, judges } = against;
  const { path, reading: then } = against.reference;
  const [before, now] = [then.judge?.route ?? null, reading.judge?.route ?? null];
  if (before === null || !(isJudged(metric, reading) || isJudged(metric, then))) return null;
  if (now !== null && sameJudge(before, now, judges)) return null;
  if (series.judge !== null && !sameJudge(series.judge, before, judges)) return null;
  return now === null
    ? {
        reason: `judge_missing: it names no judge, and ${path}, the last run, was judged by ${before}`,
        remedy: 'State the judge that graded the run and add that as a new run.',
      }
    : {
        reason: `it was judged by ${now}, and ${path}, the last run, by ${before}`,
        remedy: acceptRemedy(inSeries(series), `judge: ${quoted(now)}`, 'the other judge'),
      };
}

/** The reason why a run is not one of the whole suite with a model behind it; `null` where it is. */
export function whyNotWhole(
  { mode, part }: Reading,
  series: Series,
): (NotCounted & { readonly allowed: boolean }) | null {
  if (mode === 'scripted') {
    return {
      reason: 'the run was scripted: no model was called',
      remedy: `${REMEDY.unmeasured} ${acceptRemedy(inSeries(series), 'scripted: allow', 'scripted runs, which then land and count for nothing')}`,
      allowed: series.scripted === 'allow',
    };
  }
  if (part === undefined || part === null) return null;
  return {
    reason: `only a part of the suite was run (${part})`,
    remedy: `Run the whole suite and add that as a new run. ${acceptRemedy(inSeries(series), 'parts: allow', 'runs of a part, which then land and count for nothing')}`,
    allowed: series.parts === 'allow',
  };
}

/** Whether a run is of the whole suite with a model behind it: only such a run can be the newest of its series. */
export function isWholeRun({ mode, part }: Reading): boolean {
  return mode !== 'scripted' && (part ?? null) === null;
}

/** Whether a run can be a reference run. */
export function isMeasuredRun(reading: Reading): boolean {
  return reading.status === 'measured' && isWholeRun(reading);
}

/**
 * The new names of cases of the reference run: by their old ids, where the input of a row is equal and unmistakable.
 */
export function renamedCases(then: readonly Row[], now: readonly Row[]): ReadonlyMap<string, string> {
  const ids = new Set(now.map(({ id }) => id));
  const old = new Set(then.map(({ id }) => id));
  const gone = then.filter(({ id }) => !ids.has(id));
  if (gone.length === 0) return NO_NAMES;
  const inputs = idsByInput(now.filter(({ id }) => !old.has(id)));
  const renamed = new Map<string, string>();
  for (const [input, [id, ...more]] of idsByInput(gone)) {
    const [name, ...others] = inputs.get(input) ?? [];
    if (id !== undefined && name !== undefined && more.length + others.length === 0) renamed.set(id, name);
  }
  return renamed;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function idsByInput(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { id, source } of rows) {
    const input = Object.hasOwn(source, 'input') ? source['input'] : null;
    if (input === null || input === undefined || input === '') continue;
    getOrMake(ids, JSON.stringify(input), () => new Set<string>()).add(id);
  }
  return new Map([...ids].map(([input, all]) => [input, [...all]]));
}

/** The rows of the reference run that a new run has to hold: as many samples of the case, or the case alone. */
export interface DemandedRows {
  readonly samples: readonly Row[];
  readonly cases: readonly Row[];
}

/**
 * By case (as it is called now), how many samples a run lacks of those that are demanded. `answered` are its rows that
 * stand for samples, `all` those that show that a case was run at all. More samples of a case than most have are
 * retries, and are not demanded, unless the case has a number of its own.
 */
export function missingSamples(
  then: Reading,
  demanded: DemandedRows,
  now: { readonly answered: readonly Row[]; readonly all: readonly Row[] },
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const shared = sharedArms(then.rows ?? [], now.all);
  const nameOf = (id: string) => names.get(id) ?? id;
  const wanted = samplesByCase(demanded.samples, shared, nameOf);
  const usual = commonest(
    [...wanted.values()].map((arms) => Math.max(...[...arms.values()].map((one) => one.size))),
  );
  const planned = new Map([...then.cases].map(([id, { samples }]) => [nameOf(id), samples]));
  const answered = samplesByCase(now.answered, shared, (id) => id);
  const there = samplesByCase(now.all, shared, (id) => id);
  const lacking = new Map<string, number>();
  const lack = (id: string, count: number) => {
    if (count > 0) lacking.set(id, Math.max(lacking.get(id) ?? 0, count));
  };
  for (const [id, arms] of wanted) {
    let missing = 0;
    for (const [arm, samples] of arms) {
      const least = Math.min(samples.size, planned.get(id) ?? usual);
      missing += Math.max(0, least - (answered.get(id)?.get(arm)?.size ?? 0));
    }
    lack(id, missing);
  }
  for (const [id, arms] of samplesByCase(demanded.cases, shared, nameOf)) {
    lack(id, [...arms.keys()].filter((arm) => !there.get(id)?.has(arm)).length);
  }
  return lacking;
}

type Samples = ReadonlyMap<string, ReadonlyMap<string | null, ReadonlySet<number>>>;

/** Arms that both runs name. A run may call its arms otherwise: those are then one, whatever their names. */
function sharedArms(then: readonly Row[], now: readonly Row[]): ReadonlySet<string | null> {
  const arms = new Set(now.map(({ arm }) => arm));
  return new Set(then.flatMap(({ arm }) => (arms.has(arm) ? [arm] : [])));
}

const OTHER_ARM = '\u0000other';

function samplesByCase(
  rows: readonly Row[],
  shared: ReadonlySet<string | null>,
  nameOf: (id: string) => string,
): Samples {
  const cases = new Map<string, Map<string | null, Set<number>>>();
  for (const { id, arm, sample } of rows) {
    const arms = getOrMake(cases, nameOf(id), () => new Map<string | null, Set<number>>());
    getOrMake(arms, shared.has(arm) ? arm : OTHER_ARM, () => new Set<number>()).add(sample);
  }
  return cases;
}

function commonest(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) seen.set(count, (seen.get(count) ?? 0) + 1);
  return [...seen].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}

/** The rows that a run has to hold again; `null` where the policy has left the dataset that they are of. */
export function demandedReading(reference: ReferenceRun | null, series: Series): Reading | null {
  return reference === null || whyOutsideDatasetPin(series, reference.reading) !== null
    ? null
    : reference.reading;
}

/** How many samples a run lacks of those that a condition on rows asked about in the reference run. */
export function missingRows(where: Where, reading: Reading, reference: Reading | null): number {
  if (reading.rows === null || reference === null || reference.rows === null) return 0;
  const labelOf = labelOfRow(where);
  const then = reference.rows;
  const demanded = {
    samples: then.filter((row) => row.error === null && labelOf(row) === 'same'),
    cases: then.filter((row) => labelOf(row) === 'silent' || (row.error !== null && labelOf(row) === 'same')),
  };
  const answered = reading.rows.filter((row) => labelOf(row) !== 'other');
  const now = { answered, all: reading.rows };
  const lacking = missingSamples(reference, demanded, now, renamedCases(then, reading.rows));
  return [...lacking.values()].reduce((sum, count) => sum + count, 0);
}

/** Names that are listed one by one. */
const NAMED = 5;

/** Which cases of the reference run a run lacks, in words; `null` where it lacks none. */
export function missingSamplesText(lacking: readonly string[], { path }: ReferenceRun): string | null {
  if (lacking.length === 0) return null;
  return `it lacks what ${path}, the last run, measured of ${listed(lacking)}`;
}

/** Which cases only state what those of the reference run prove, in words; `null` where none does. */
export function unprovenText(unproven: readonly string[], { path }: ReferenceRun): string | null {
  if (unproven.length === 0) return null;
  return `the rows of ${listed(unproven)} state it without the rulings, rankings, calls or games that give it in ${path}, the last run`;
}

/** The remedy for rows that only state a value. */
export function unprovenRemedy(series: Series): string {
  return `Record what the rows were graded by, as before, and add that as a new run. ${acceptRemedy(inSeries(series), 'evidence: stated', 'numbers that rows only state')}`;
}

function listed(ids: readonly string[]): string {
  const names = ids.slice(0, NAMED).map((id) => visible(shorten(id, 60)));
  return shortList(names, NAMED, ids.length);
}

const SAME_CASES = 'Run the same cases with as many samples, and add that as a new run.';

/**
 * The remedy for cases that are lacking (then `reference` has them) or unmeasured. `share` is that of the cases that
 * count; `metric` is null for rows.
 */
export function casesRemedy(
  share: number | null,
  metric: string | null,
  { dataset }: Reading,
  reference: ReferenceRun | null,
  series: Series,
): string {
  const [now, before] = [dataset, reference?.reading.dataset].map((one) => one?.version ?? null);
  const name = dataset?.name ?? null;
  if (reference !== null && typeof now === 'string' && now !== before) {
    const pin = [...(name === null ? [] : [`name: ${quoted(name)}`]), `version: ${quoted(now)}`];
    return `${SAME_CASES} ${acceptRemedy(inSeries(series), `dataset: { ${pin.join(', ')} }`, 'a dataset of other cases')}`;
  }
  const under = metric === null ? null : `${inSeries(series)} thresholds: ${metric}:`;
  const least = `min_coverage: ${Math.floor(100 * (share ?? 0)) / 100}`;
  const accepted = acceptRemedy(under, least, `a smaller share of the ${metric === null ? 'rows' : 'cases'}`);
  return reference === null
    ? `${REMEDY.coverage} ${accepted}`
    : `${SAME_CASES} Where cases are gone on purpose, the result can state a new version of its dataset. ${accepted}`;
}

function next(version: number | string | null): number | string {
  return typeof version === 'number' ? version + 1 : version === null ? 1 : `${version}-2`;
}

/** The reason why a run is less than its series expects; `null` where it is not. */
export function whyLessThanExpected({ rows, limits }: Reading, { expect }: Series): NotCounted | null {
  if (expect.seeds.length === 0) return null;
  const seeds = limits?.['seeds'];
  const run = new Set<unknown>([limits?.['seed'], ...(isList(seeds) ? seeds : [])]);
  for (const { source } of rows ?? []) run.add(seedOf(source) ?? seedOf(source['data']));
  const missing = expect.seeds.filter((seed) => !run.has(seed));
  if (missing.length === 0) return null;
  return {
    reason: `evidence_missing: it holds no run of the ${missing.length === 1 ? 'seed' : 'seeds'} ${missing.join(', ')} (expect.seeds)`,
    remedy:
      'Run every seed that the policy expects and add that as a new run; each row states its `seed` under `data`.',
  };
}

function seedOf(value: JsonValue | undefined): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, 'seed') ? value['seed'] : undefined;
}
