import { isObject, type JsonValue } from '../document/document.ts';
import { type Definition, isDoubted, type Row } from './reading.ts';

/** What an aggregate is like, whatever metric it is of. */
interface Aggregate {
  /** What it is taken over; cases where the definition may also say rows. */
  readonly over: 'cases' | 'rows' | 'samples' | 'pairs';
  /** Whether it lies between 0 and 1 by its definition. */
  readonly share: boolean;
  /** Whether more is better, unless its metric says otherwise; an amount alone does not say. */
  readonly upward: boolean;
  /** Of its samples, how many a case needs to pass; `null` where nothing passes or fails. */
  readonly passes: 'all' | 'any' | null;
}

/** Every aggregate that a definition can name (docs/result.md). */
export const AGGREGATES = {
  mean: { over: 'cases', share: false, upward: false, passes: null },
  rate: { over: 'cases', share: true, upward: true, passes: 'all' },
  sum: { over: 'rows', share: false, upward: false, passes: null },
  count: { over: 'rows', share: false, upward: false, passes: null },
  min: { over: 'rows', share: false, upward: false, passes: null },
  max: { over: 'rows', share: false, upward: false, passes: null },
  median: { over: 'rows', share: false, upward: false, passes: null },
  percentile: { over: 'rows', share: false, upward: false, passes: null },
  ratio: { over: 'rows', share: false, upward: true, passes: null },
  pass_hat_k: { over: 'samples', share: true, upward: true, passes: 'all' },
  pass_at_k: { over: 'samples', share: true, upward: true, passes: 'any' },
  win_rate: { over: 'pairs', share: true, upward: true, passes: null },
  flip_rate: { over: 'pairs', share: true, upward: false, passes: null },
} as const satisfies Readonly<Record<string, Aggregate>>;

export type AggregateName = keyof typeof AGGREGATES;

/** What the name of an aggregate stands for; `null` where there is none of that name. */
export function aggregateNamed(name: string | undefined): Aggregate | null {
  return name !== undefined && isAggregate(name) ? AGGREGATES[name] : null;
}

export function isAggregate(name: string): name is AggregateName {
  return Object.hasOwn(AGGREGATES, name);
}

/** A definition in words: `the mean over cases of citation_support, where completed is true`. */
export function describeDefinition(name: string, definition: Definition): string {
  const parts = [whatOf(name, definition), whereOf(definition['where']), armOf(definition)];
  const judged = definition['judged'] === true ? ', as judged; an error row has none' : '';
  return `${headOf(definition)} ${parts.filter(Boolean).join(', ')}${judged}`;
}

const HEADS: Readonly<Record<AggregateName, string>> = {
  mean: 'the mean over {over} of',
  rate: 'the share of passes over {over} of',
  sum: 'the sum of',
  count: 'the number of measured rows of',
  min: 'the least of',
  max: 'the most of',
  median: 'the median of',
  percentile: 'the percentile {p} over rows of',
  ratio: 'the ratio of the sums of',
  pass_hat_k: 'pass^{k}, the chance that {k} samples of a case all pass, over',
  pass_at_k: 'pass@{k}, the chance that one of {k} samples of a case passes, over',
  win_rate: 'the share of decided pairs won of',
  flip_rate: 'the share of pairs that flip with the order of',
};

function headOf({ aggregate, over, k, p }: Definition): string {
  if (!isAggregate(aggregate)) return `${aggregate} of`;
  const options: Readonly<Record<string, unknown>> = { over: over === 'rows' ? 'rows' : 'cases', k, p };
  return HEADS[aggregate].replace(/\{(\w+)\}/g, (_, option) => String(options[option]));
}

function whatOf(name: string, definition: Definition): string {
  if (definition.aggregate === 'ratio') return `${definition['numerator']} and ${definition['denominator']}`;
  const conditions = definition['pass_if'];
  if (isObject(conditions)) {
    const all = Object.entries(conditions).map(([score, bounds]) => `${score} ${boundsOf(bounds)}`);
    return `samples with ${all.join(' and ')}`;
  }
  const measure = definition['measure'];
  const score = typeof definition['score'] === 'string' ? definition['score'] : name;
  if (typeof measure !== 'string') return score;
  const depth = ['k', 'min_grade', 'gain'].flatMap((option) =>
    Object.hasOwn(definition, option) ? [`${option} ${String(definition[option])}`] : [],
  );
  return depth.length === 0 ? measure : `${measure} (${depth.join(', ')})`;
}

function whereOf(where: JsonValue | undefined): string {
  if (!isObject(where)) return '';
  const all = Object.entries(where).map(([key, value]) => `${key} is ${JSON.stringify(value)}`);
  return all.length === 0 ? '' : `where ${all.join(' and ')}`;
}

function armOf(definition: Definition): string {
  return typeof definition['arm'] === 'string' ? `for ${definition['arm']}` : '';
}

function boundsOf(bounds: JsonValue): string {
  if (!isObject(bounds)) return '';
  const [min, max] = [bounds['min'], bounds['max']];
  return [min === undefined ? [] : `at least ${min}`, max === undefined ? [] : `at most ${max}`]
    .flat()
    .join(' and ');
}

/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, LabelValue>>;

type LabelValue = string | number | boolean | null;

const ATTRIBUTES = ['category', 'provenance', 'negative', 'arm'] as const;

/**
 * Whether a row is one that is wanted: `in`, `out`, or `silent` where it says nothing of what is asked, or contradicts
 * itself, or answers a question of yes or no otherwise, and could be either. A row without an arm is of none, and is not silent. What is wanted is read once, for however many rows.
 */
export function placeOfRow(where: Where): (row: Row) => 'in' | 'out' | 'silent' {
  const wanted = Object.entries(where);
  return (row) => {
    let place: 'in' | 'silent' = 'in';
    for (const [name, value] of wanted) {
      const stated = statedOf(row, name);
      if (equals(stated, value)) continue;
      const answers =
        stated !== null && !isDoubted(row, name) && (typeof value !== 'boolean' || binary(stated) !== null);
      if (answers || name === 'arm') return 'out';
      place = 'silent';
    }
    return place;
  };
}

/** Tells whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. */
export function whereMatches(where: Where): (row: Row) => boolean {
  const place = placeOfRow(where);
  return (row) => place(row) === 'in';
}

/**
 * Whether a row leaves a condition by its label: its category, provenance, arm or a text. Whoever writes the file
 * chooses these; a number or a truth value that a row states was measured, and does not count here.
 */
export function labelOfRow(where: Where): (row: Row) => 'same' | 'other' | 'silent' {
  const wanted = Object.entries(where);
  return (row) => {
    let label: 'same' | 'silent' = 'same';
    for (const [name, value] of wanted) {
      const stated = statedOf(row, name);
      const isLabel = isAttribute(name) || typeof value === 'string' || typeof stated === 'string';
      if (equals(stated, value) || !isLabel) continue;
      if (stated !== null || name === 'arm') return 'other';
      label = 'silent';
    }
    return label;
  };
}

/** Whether a row says what is wanted. 1 is true and 0 is false, as in every rate. */
function equals(stated: LabelValue, value: LabelValue): boolean {
  return (
    stated === value ||
    (typeof stated !== typeof value && binary(stated) !== null && binary(stated) === binary(value))
  );
}

function binary(value: LabelValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === 1 || value === 0 ? value : null;
}

/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export function isStated(rows: readonly Row[], name: string): boolean {
  return rows.some((row) => statedOf(row, name) !== null);
}

function statedOf(row: Row, name: string): string | number | boolean | null {
  const attribute = ATTRIBUTES.find((each) => each === name);
  return attribute === undefined ? (row.scores.get(name) ?? null) : row[attribute];
}

function isAttribute(name: string): boolean {
  return (ATTRIBUTES as readonly string[]).includes(name);
}
