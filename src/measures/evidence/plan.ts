import { AGGREGATES, isAggregate, type Where } from '../../core/definition.ts';
import type { Definition, Row, Rubric } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import { isObject, type JsonValue } from '../../document/document.ts';
import type { Aggregation, Scale } from '../aggregate.ts';
import { isNdcgGain } from '../retrieval.ts';
import { isRowMeasure, ROW_MEASURES, type RowMeasure } from '../row-measures.ts';

/** Where the value of a row comes from. `score` is what the row itself calls it. */
export type Source =
  | { readonly kind: 'score'; readonly score: string }
  | { readonly kind: 'measure'; readonly score: string; readonly measure: RowMeasure }
  | { readonly kind: 'pass_if'; readonly conditions: readonly (readonly [string, Bounds])[] };

/** How a metric follows from rows, with every option read and every default filled in. */
export type Plan =
  | {
      readonly kind: 'values';
      readonly how: Aggregation;
      readonly source: Source;
      readonly where: Where | null;
      /** The ends of a row's score, where the definition states them. */
      readonly scale: Scale | null;
      /** Whether a judge gives the score. */
      readonly judged: boolean;
    }
  | {
      readonly kind: 'ratio';
      readonly numerator: string;
      readonly denominator: string;
      readonly where: Where | null;
    }
  | {
      readonly kind: 'games';
      readonly how: 'win_rate' | 'flip_rate';
      readonly score: string;
      readonly arm: string;
      readonly where: Where | null;
    }
  /** The definition cannot be carried out, and why. */
  | { readonly kind: 'none'; readonly why: string };

/** A plan that can be carried out. */
export type UsablePlan = Exclude<Plan, { readonly kind: 'none' }>;

/** Reads the definition of a metric. What it does not say is never guessed. */
export function planOf(name: string, definition: Definition): Plan {
  const { aggregate } = definition;
  const where = whereOf(definition);
  const score = text(definition, 'score') ?? name;
  if (!isAggregate(aggregate)) return none(`evalguard knows no aggregate ${JSON.stringify(aggregate)}`);
  switch (aggregate) {
    case 'ratio': {
      const [numerator, denominator] = [text(definition, 'numerator'), text(definition, 'denominator')];
      return numerator === null || denominator === null
        ? none('a ratio needs a numerator and a denominator')
        : { kind: 'ratio', numerator, denominator, where };
    }
    case 'win_rate': {
      const arm = text(definition, 'arm');
      return arm === null
        ? none('it does not say whose wins are counted')
        : { kind: 'games', how: aggregate, score, arm, where };
    }
    case 'flip_rate':
      return { kind: 'games', how: aggregate, score, arm: text(definition, 'arm') ?? '', where };
    case 'mean':
    case 'rate': {
      const over = definition['over'] === 'rows' ? 'rows' : 'cases';
      return valuesPlan({ aggregate, over }, score, definition, where);
    }
    case 'pass_hat_k':
    case 'pass_at_k': {
      const k = whole(definition, 'k');
      return k === null
        ? none('it does not say how many samples (k) it is over')
        : valuesPlan({ aggregate, k }, score, definition, where);
    }
    case 'percentile': {
      const p = definition['p'];
      return typeof p === 'number' && p >= 0 && p <= 100
        ? valuesPlan({ aggregate, p }, score, definition, where)
        : none('it does not say which percentile (p)');
    }
    case 'sum':
    case 'count':
    case 'min':
    case 'max':
    case 'median':
      return valuesPlan({ aggregate }, score, definition, where);
  }
}

function valuesPlan(how: Aggregation, score: string, definition: Definition, where: Where | null): Plan {
  const source = sourceOf(score, definition);
  if (typeof source === 'string') return none(source);
  const arm = text(definition, 'arm');
  const judged = definition['judged'] === true;
  const conditions = arm === null ? where : { ...where, arm };
  return { kind: 'values', how, source, where: conditions, scale: statedScale(definition), judged };
}

function statedScale({ scale }: Definition): Scale | null {
  const [low, high] = Array.isArray(scale) ? scale : [];
  return typeof low === 'number' && typeof high === 'number' && low < high ? { low, high } : null;
}

function sourceOf(score: string, definition: Definition): Source | string {
  const conditions = definition['pass_if'];
  if (isObject(conditions)) {
    return {
      kind: 'pass_if',
      conditions: Object.entries(conditions).map(([each, bounds]) => [each, boundsOf(bounds)]),
    };
  }
  const name = text(definition, 'measure');
  if (name === null) return { kind: 'score', score };
  if (!isRowMeasure(name)) return `evalguard knows no measure ${JSON.stringify(name)}`;
  const k = whole(definition, 'k');
  if (k === null && ROW_MEASURES[name].depth) return `${name} needs a depth (k)`;
  const grade = definition['min_grade'];
  const gain = definition['gain'];
  return {
    kind: 'measure',
    score,
    measure: {
      name,
      k,
      minGrade: typeof grade === 'number' ? grade : null,
      gain: typeof gain === 'string' && isNdcgGain(gain) ? gain : null,
    },
  };
}

function whereOf(definition: Definition): Where | null {
  const where = definition['where'];
  if (!isObject(where)) return null;
  const wanted = Object.entries(where).flatMap(([name, value]) =>
    value === null || typeof value !== 'object' ? [[name, value] as const] : [],
  );
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}

function boundsOf(value: JsonValue): Bounds {
  const bound = (key: string) => {
    const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
    return typeof found === 'number' ? found : null;
  };
  return { min: bound('min'), max: bound('max') };
}

function text(definition: Definition, key: string): string | null {
  const value = Object.hasOwn(definition, key) ? definition[key] : null;
  return typeof value === 'string' ? value : null;
}

function whole(definition: Definition, key: string): number | null {
  const value = Object.hasOwn(definition, key) ? definition[key] : null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function none(why: string): Plan {
  return { kind: 'none', why };
}

const UNIT: Scale = { low: 0, high: 1 };

/**
 * The scale that a row's value is on, where something says so: a rate, a pass condition and every measure lie between 0
 * and 1, a score that is only ever true or false does, and a criterion lies on its rubric's scale, as does whatever a judge
 * gave where the rubric lists no criteria. A definition can state the scale itself. Else `null`: a latency could have been
 * anything.
 */
export function scaleOf(plan: Plan, rows: readonly Row[], rubric: Rubric | null): Scale | null {
  if (plan.kind !== 'values') return null;
  const { how, source, judged } = plan;
  if (plan.scale !== null) return plan.scale;
  if (AGGREGATES[how.aggregate].share || source.kind !== 'score') return UNIT;
  if (areTruthValues(rows, source.score, judged)) return UNIT;
  if (rubric === null || rubric.scale === null) return null;
  const criteria = rows.some((row) =>
    row.judgments.some(
      ({ score, item }) => score === source.score && item !== null && rubric.weights.has(item),
    ),
  );
  const [low, high] = rubric.scale;
  if (criteria || rubric.weights.has(source.score)) return { low, high };
  if (!judged || rubric.weights.size > 0) return null;
  // A judge may give other scores beside those of the rubric.
  return rows.every((row) => isBetween(row.scores.get(source.score), low, high)) ? { low, high } : null;
}

function isBetween(value: number | boolean | string | null | undefined, low: number, high: number): boolean {
  return typeof value !== 'number' || (value >= low && value <= high);
}

/** The scale of a headline, where its rows, or else its definition, say what it can be: no amount and no count has one. */
export function headlineScale(plan: Plan, rows: readonly Row[] | null, rubric: Rubric | null): Scale | null {
  if (plan.kind === 'games') return UNIT;
  if (plan.kind !== 'values' || plan.how.aggregate === 'sum' || plan.how.aggregate === 'count') return null;
  const { how, source, judged, scale } = plan;
  const isScored = ({ scores, judgments }: Row) =>
    source.kind !== 'score' ||
    (scores.get(source.score) ?? null) !== null ||
    judgments.some((judgment) => judgment.score === source.score && judgment.value !== null);
  if (rows?.some(isScored) === true) return scaleOf(plan, rows, rubric);
  if (scale !== null) return scale;
  if (AGGREGATES[how.aggregate].share || source.kind !== 'score') return UNIT;
  const [low, high] = rubric?.scale ?? [];
  const graded = rubric?.weights.has(source.score) === true || (judged && rubric?.weights.size === 0);
  return graded && low !== undefined && high !== undefined ? { low, high } : null;
}

/** Whether truth values are all that rows hold for a score, and hold at all. One number of 50,000 rows decides. */
function areTruthValues(rows: readonly Row[], name: string, judged: boolean): boolean {
  let found = false;
  for (const { error, judgments, scores } of rows) {
    const given = judgments.filter(({ score }) => score === name);
    // What a judge gave a row that failed was never measured; a latency was.
    if (error !== null && (judged || given.length > 0)) continue;
    for (const { value } of given.length > 0 ? given : [{ value: scores.get(name) ?? null }]) {
      if (value === null) continue;
      if (typeof value !== 'boolean') return false;
      found = true;
    }
  }
  return found;
}

/**
 * The definitions of a file that states neither definitions nor numbers: a score that is only ever true or false is a
 * rate, any other a mean, also one that was never measured, so that it shows. A score with text in it (a game's
 * winner) has none. Each is marked `derived`: nobody stated it.
 */
export function derivedDefinitions(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [score, value] of row.scores) {
      const seen = kinds.get(score) ?? new Set();
      kinds.set(score, value === null ? seen : seen.add(typeof value));
    }
  }
  const definitions = new Map<string, Definition>();
  for (const [score, seen] of kinds) {
    if (seen.has('string')) continue;
    const how = seen.has('boolean') && !seen.has('number') ? 'rate' : 'mean';
    definitions.set(score, { aggregate: how, score, derived: true });
  }
  return definitions;
}
