import type { JudgedMetric } from '../judged-metric.ts';
import type { Path } from '../path.ts';
import type { Candidate } from './candidates.ts';
import type { Target } from './citation.ts';
import { says } from './spelling.ts';

/** A measured metric of the ledger. */
export interface LedgerValue {
  readonly record: Path;
  readonly arm: string | null;
  readonly metric: JudgedMetric;
}

/** A number that is not bound yet, and what it could be bound to, the likeliest first. */
export interface Suggestion {
  readonly page: Path;
  readonly candidate: Candidate;
  readonly targets: readonly Target[];
}

/**
 * Values of the ledger that a number equals. `values` is ordered from old to new: the newest comes first, after those
 * whose metric is named nearby.
 */
export function matching(candidate: Candidate, values: readonly LedgerValue[]): readonly LedgerValue[] {
  const equal = values.filter((value) => saysIt(candidate, value)).reverse();
  const isNamed = (value: LedgerValue) => named(value.metric.name, candidate.context);
  return [...equal.filter(isNamed), ...equal.filter((value) => !isNamed(value))];
}

/**
 * Whether a number that equals a value of the ledger is likely to be it: a fraction, a percentage or a decimal (never a
 * bare whole number) that either stands near its metric's name or could hardly be equal by chance: three significant
 * digits, or both counts of at least ten cases.
 */
export function isTelling(candidate: Candidate, { metric }: LedgerValue): boolean {
  const { kind, digits } = candidate.spelling;
  const [first = '', second = ''] = digits;
  if (kind === 'unmeasured' || (kind === 'decimal' && !first.includes('.'))) return false;
  if (named(metric.name, candidate.context)) return true;
  if (kind === 'fraction') return Number(second) >= 10;
  return first.replace(/^-?[0.]*/, '').replace('.', '').length >= 3 && !/^100(?:\.0*)?$/.test(first);
}

/** The citation that a candidate would be. */
export function targetOf({ spelling }: Candidate, { record, arm, metric }: LedgerValue): Target {
  const format = spelling.kind === 'unmeasured' ? null : spelling.kind;
  return { record, selector: { metric: metric.name }, arm, format, places: null };
}

function saysIt({ text, spelling }: Candidate, { metric }: LedgerValue): boolean {
  const { value, ratio } = metric;
  if (value === null || !Number.isFinite(value)) return false;
  return says(text, { quantity: { value, ratio } }, { format: null, places: null, spelling });
}

/** Words that many metrics share say nothing about which one is meant. */
const COMMON = new Set([
  'rate',
  'score',
  'mean',
  'average',
  'total',
  'count',
  'value',
  'percent',
  'ratio',
  'with',
]);

/** Whether a metric's own words stand in a text: all of those that tell it from others. */
function named(metric: string, context: string): boolean {
  const words = metric.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const own = words.filter((word) => word.length > 2 && !COMMON.has(word));
  const around = new Set(context.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
  return (own.length > 0 ? own : words).every((word) => around.has(word));
}
