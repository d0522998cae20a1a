import { spend } from '../../core/budget.ts';
import { AGGREGATES, placeOfRow, type Where } from '../../core/definition.ts';
import { independentRows } from '../../core/independence.ts';
import { compareToBound } from '../../core/quantity.ts';
import { isDoubted, type Reading, type Row } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import type { ScoreOf } from '../../policy/hard-fail.ts';
import type { PairOutcome } from '../judgments.ts';
import { type Measured, measured, type Observation, type Unmeasured, unmeasured } from '../observation.ts';
import { fromMeasure } from '../row-measures.ts';
import type { RatioRow } from '../totals.ts';
import { planOf, type Source, type UsablePlan } from './plan.ts';
import { type Contradiction, fromJudgments, rowOutcome, rowValue, type Scoring } from './row-value.ts';

/** What the rows of one metric come to, one by one, before anything is aggregated. */
export interface Observed {
  readonly rows: readonly Row[];
  readonly observations: readonly Observation[];
  readonly contradictions: readonly Contradiction[];
  /** Set for a ratio. */
  readonly ratio: readonly RatioRow[] | null;
  /** Set for games. */
  readonly outcomes: readonly PairOutcome[] | null;
  /** Rows that were left out because they repeat a cached answer where samples are counted. */
  readonly repeats: number;
}

/** The rows that a metric is over, each with its value or the reason why there is none. */
export function observe(rows: readonly Row[], plan: UsablePlan, scoring: Scoring): Observed {
  spend('steps', rows.length);
  const { counted: all, silent } = placed(rows, plan.where);
  const mine = countsSamples(plan) ? independentRows(all) : all;
  const repeats = all.length - mine.length;
  const contradictions: Contradiction[] = [];
  const seen = { rows: mine, contradictions, ratio: null, outcomes: null, repeats };
  const valueIn = (row: Row, score: string, source: Source | null): Measured => {
    const { value, contradiction } = rowValue(row, score, evidenceOf(row, score, source, scoring), scoring);
    if (contradiction !== null) contradictions.push(contradiction);
    return value;
  };
  switch (plan.kind) {
    case 'values': {
      const { source } = plan;
      const sampleOf =
        source.kind === 'pass_if'
          ? (row: Row) => passes(row, source.conditions, valueIn)
          : (row: Row) => valueIn(row, source.score, source);
      const plain = source.kind === 'score' && !scoring.judged.has(source.score) ? source.score : null;
      const observations = mine.map((row) =>
        silent.has(row)
          ? observation(row, SILENT)
          : ((plain === null ? null : plainObservation(row, plain)) ?? observation(row, sampleOf(row))),
      );
      return { ...seen, observations };
    }
    case 'ratio': {
      const ratio = mine.map((row) =>
        silent.has(row)
          ? { numerator: SILENT, denominator: SILENT }
          : {
              numerator: valueIn(row, plan.numerator, null),
              denominator: valueIn(row, plan.denominator, null),
            },
      );
      const observations = ratio.map(({ numerator, denominator }, index) =>
        observation(mine[index]!, denominator.value === null ? denominator : numerator),
      );
      return { ...seen, observations, ratio };
    }
    case 'games': {
      const outcomes = mine.map((row): PairOutcome => {
        if (silent.has(row)) return { kind: 'unmeasured', why: SILENT };
        const { outcome, contradiction } = rowOutcome(row, plan.score);
        if (contradiction !== null) contradictions.push(contradiction);
        return outcome;
      });
      const observations = outcomes.map((outcome, index) =>
        observation(mine[index]!, pairValue(outcome, plan.arm)),
      );
      return { ...seen, observations, outcomes };
    }
  }
}

/** A row that does not say whether it is one of those that a metric counts could be, and nobody measured whether it is. */
const SILENT = unmeasured('evidence_missing', 'the row does not state what the metric’s `where` asks for');

function placed(rows: readonly Row[], where: Where | null) {
  const silent = new Set<Row>();
  if (where === null) return { counted: rows, silent };
  const placeOf = placeOfRow(where);
  const counted = rows.filter((row) => {
    const place = placeOf(row);
    if (place === 'silent') silent.add(row);
    return place !== 'out';
  });
  return { counted, silent };
}

/** The rows with a value that another field of them contradicts. */
export function doubtedRows(plan: UsablePlan, { rows }: Observed): ReadonlyMap<Row, Unmeasured> {
  const scores = scoresOf(plan);
  const doubted = rows.filter((row) => scores.some((score) => isDoubted(row, score)));
  const why = unmeasured('inconclusive', 'another field of the row contradicts it');
  return new Map(doubted.map((row) => [row, why]));
}

/** The same rows with the values of some unmeasured. */
export function withoutValues(observed: Observed, unsure: ReadonlyMap<Row, Unmeasured>): Observed {
  const reasons = observed.rows.map((row) => unsure.get(row));
  return {
    ...observed,
    observations: observed.observations.map((each, at) => {
      const why = reasons[at];
      return why === undefined || each.value === null ? each : { case: each.case, ...why };
    }),
    ratio:
      observed.ratio?.map((each, at) => {
        const why = reasons[at];
        return why === undefined ? each : { numerator: why, denominator: why };
      }) ?? null,
    outcomes:
      observed.outcomes?.map((each, at) => {
        const why = reasons[at];
        return why === undefined ? each : { kind: 'unmeasured' as const, why };
      }) ?? null,
  };
}

function scoresOf(plan: UsablePlan): readonly string[] {
  switch (plan.kind) {
    case 'values':
      return plan.source.kind === 'pass_if'
        ? plan.source.conditions.map(([score]) => score)
        : [plan.source.score];
    case 'ratio':
      return [plan.numerator, plan.denominator];
    case 'games':
      return [plan.score];
  }
}

/** What two metrics of one reading share where it is equal: the same rows, looked at in the same way. */
export function observationKey(plan: UsablePlan, places: number | undefined, repeats: boolean): string {
  const rows = [plan.where, places ?? null, repeats && countsSamples(plan)];
  switch (plan.kind) {
    case 'values':
      return JSON.stringify([plan.source, ...rows]);
    case 'ratio':
      return JSON.stringify([plan.kind, plan.numerator, plan.denominator, ...rows]);
    case 'games':
      return JSON.stringify([plan.kind, plan.score, plan.arm, ...rows]);
  }
}

/** Whether a metric is about samples as such: pass^k and pass@k ask for k that were drawn apart. */
function countsSamples(plan: UsablePlan): boolean {
  return plan.kind === 'values' && AGGREGATES[plan.how.aggregate].over === 'samples';
}

/** The scores that a judge gave, by the definitions; a pass condition of a judged metric makes all of its scores judged. */
export function judgedScores({ definitions }: Pick<Reading, 'definitions'>): ReadonlySet<string> {
  const judged = new Set<string>();
  for (const [name, definition] of definitions) {
    if (definition['judged'] !== true) continue;
    const conditions = definition['pass_if'];
    if (typeof conditions === 'object' && conditions !== null) {
      for (const score of Object.keys(conditions)) judged.add(score);
    } else judged.add(typeof definition['score'] === 'string' ? definition['score'] : name);
  }
  return judged;
}

/** The values that the rows of a reading give for a score: by their evidence where they hold it, else as they state them. */
export function rowScores(reading: Reading): ScoreOf {
  const scoring: Scoring = { judged: judgedScores(reading), rubric: reading.rubric, places: undefined };
  const sources = new Map<string, Source>();
  for (const [name, definition] of reading.definitions) {
    const plan = planOf(name, definition);
    if (plan.kind === 'values' && plan.source.kind === 'measure') sources.set(plan.source.score, plan.source);
  }
  return (row, score) => {
    const evidence = evidenceOf(row, score, sources.get(score) ?? null, scoring);
    return rowValue(row, score, evidence, scoring).value.value;
  };
}

function evidenceOf(row: Row, score: string, source: Source | null, { rubric }: Scoring): Measured | null {
  return source?.kind === 'measure' ? fromMeasure(row, source.measure) : fromJudgments(row, score, rubric);
}

/**
 * Whether a sample passes: every condition holds. One that fails decides, whatever the others came to; one that is not
 * applicable asks for nothing; else what was not measured leaves the sample unmeasured.
 */
function passes(
  row: Row,
  conditions: readonly (readonly [string, Bounds])[],
  valueIn: (row: Row, score: string, source: Source | null) => Measured,
): Measured {
  let missing: Unmeasured | null = null;
  let asked = 0;
  let failed = false;
  for (const [score, bounds] of conditions) {
    const value = valueIn(row, score, null);
    if (value.value !== null) {
      asked += 1;
      failed ||= !within(value.value, bounds);
    } else if (value.reason !== 'not_applicable') missing ??= value;
  }
  if (failed) return measured(0);
  if (missing !== null) return missing;
  return asked === 0 ? unmeasured('not_applicable', 'no condition applies') : measured(1);
}

function within(value: number, { min, max }: Bounds): boolean {
  const quantity = { value };
  return (
    (min === null || compareToBound(quantity, min) >= 0) &&
    (max === null || compareToBound(quantity, max) <= 0)
  );
}

function pairValue(outcome: PairOutcome, arm: string): Measured {
  if (outcome.kind === 'unmeasured') return outcome.why;
  return measured(outcome.kind === 'win' && outcome.arm === arm ? 1 : 0);
}

/**
 * What a row states for a score that nothing else in it speaks of; `null` where something might. Most rows are such, and
 * of a large result they take most of the time.
 */
function plainObservation(row: Row, score: string): Observation | null {
  if (row.error !== null || row.judgments.length > 0) return null;
  const value = row.scores.get(score);
  if (typeof value === 'boolean') return { case: row.id, value: value ? 1 : 0 };
  // -0 is 0, as everywhere
  return typeof value === 'number' ? { case: row.id, value: value === 0 ? 0 : value } : null;
}

/** One shape for all: a spread for each of 50,000 rows would cost more than the aggregate. */
function observation(row: Row, value: Measured): Observation {
  if (value.value !== null) return { case: row.id, value: value.value };
  return value.detail === undefined
    ? { case: row.id, value: null, reason: value.reason }
    : { case: row.id, value: null, reason: value.reason, detail: value.detail };
}
