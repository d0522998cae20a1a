import type { JsonValue } from '../../core/document/document.ts';
import type { Definition } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import type { Where } from '../../core/where.ts';
import type { Aggregation } from '../aggregate.ts';
import type { Gain } from '../ndcg.ts';

/** A measure that gives a row's value from what the row holds, with its options. */
export interface RowMeasure {
  readonly name: string;
  readonly k: number | null;
  readonly minGrade: number | null;
  readonly gain: Gain | null;
}

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

const MEASURES: ReadonlySet<string> = new Set([
  'recall_at_k',
  'precision_at_k',
  'hit_at_k',
  'mrr',
  'ndcg_at_k',
  'leakage',
  'tool_call_match',
]);
/** What needs no depth: `mrr` looks at the whole ranking unless told otherwise. */
const WITHOUT_K: ReadonlySet<string> = new Set(['mrr', 'leakage', 'tool_call_match']);
const ALL_OF_A_ROW: ReadonlySet<string> = new Set(['sum', 'count', 'min', 'max', 'median']);

/** Reads the definition of a metric. What it does not say is never guessed. */
export function planOf(name: string, definition: Definition): Plan {
  const { aggregate } = definition;
  const where = whereOf(definition);
  const score = text(definition, 'score') ?? name;
  if (aggregate === 'ratio') {
    const [numerator, denominator] = [text(definition, 'numerator'), text(definition, 'denominator')];
    return numerator === null || denominator === null
      ? none('a ratio needs a numerator and a denominator')
      : { kind: 'ratio', numerator, denominator, where };
  }
  if (aggregate === 'win_rate' || aggregate === 'flip_rate') {
    const arm = text(definition, 'arm');
    if (aggregate === 'win_rate' && arm === null) return none('it does not say whose wins are counted');
    return { kind: 'games', how: aggregate, score, arm: arm ?? '', where };
  }
  const how = aggregationOf(definition);
  if (typeof how === 'string') return none(how);
  const source = sourceOf(score, definition);
  if (typeof source === 'string') return none(source);
  const arm = text(definition, 'arm');
  return { kind: 'values', how, source, where: arm === null ? where : { ...where, arm } };
}

function aggregationOf(definition: Definition): Aggregation | string {
  const { aggregate } = definition;
  if (aggregate === 'mean' || aggregate === 'rate') {
    return { aggregate, over: definition['over'] === 'rows' ? 'rows' : 'cases' };
  }
  if (aggregate === 'pass_hat_k' || aggregate === 'pass_at_k') {
    const k = whole(definition, 'k');
    return k === null ? 'it does not say how many samples (k) it is over' : { aggregate, k };
  }
  if (aggregate === 'percentile') {
    const p = definition['p'];
    return typeof p === 'number' && p >= 0 && p <= 100
      ? { aggregate, p }
      : 'it does not say which percentile (p)';
  }
  return ALL_OF_A_ROW.has(aggregate)
    ? { aggregate: aggregate as 'sum' | 'count' | 'min' | 'max' | 'median' }
    : `evalguard knows no aggregate ${JSON.stringify(aggregate)}`;
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
  if (!MEASURES.has(name)) return `evalguard knows no measure ${JSON.stringify(name)}`;
  const k = whole(definition, 'k');
  if (k === null && !WITHOUT_K.has(name)) return `${name} needs a depth (k)`;
  const grade = definition['min_grade'];
  const gain = definition['gain'];
  return {
    kind: 'measure',
    score,
    measure: {
      name,
      k,
      minGrade: typeof grade === 'number' ? grade : null,
      gain: gain === 'exponential' || gain === 'linear' || gain === 'binary' ? gain : null,
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

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function none(why: string): Plan {
  return { kind: 'none', why };
}
