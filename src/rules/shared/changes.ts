import type { MetricComparison } from '../../core/comparison.ts';
import type { LostRow, Ungrown, ValueChange } from '../../core/ledger.ts';
import { formatApart, formatNumber } from '../../core/quantity.ts';
import { shorten, visible } from '../../core/text.ts';
import { UNMEASURED } from '../../core/verdict.ts';
import { counted } from '../../core/wording.ts';
import type { RecordDifference } from '../subject.ts';

/** The changes inside a record, as part of a sentence; empty where nothing can be said. */
export function describeDifference(difference: RecordDifference | null): string {
  if (difference === null) return '';
  switch (difference.kind) {
    case 'whitespace':
      return ' Only white space changed, which is seldom meant: the numbers are the same, the bytes are not.';
    case 'values': {
      const metrics = difference.metrics.map((change) => describe(change, UNMEASURED));
      const values = difference.values.map((change) => describe(change, 'null'));
      const shown = metrics.length > 0 ? metrics : values;
      if (shown.length === 0) return '';
      const more = difference.more > 0 ? `, and ${difference.more} more` : '';
      return ` What changed: ${shown.join(', ')}${more}.`;
    }
    case 'appended':
      return ` Only ${counted(difference.lines, 'line was', 'lines were')} added at its end.`;
    case 'ungrown':
      return ` ${describeUngrown(difference)}`;
    case 'unreadable':
      return '';
  }
}

/** What a file that may only grow changed or lost, as a sentence. */
export function describeUngrown({ by, lost, count: number, reason }: Ungrown): string {
  if (reason !== null) return `It cannot be shown that it only grew: ${reason}.`;
  const rows = by === 'lines' ? lost : lost.map((row) => ({ ...row, name: short(row.name) }));
  const shown = rows.map(describeRow).join('; ');
  if (by === 'lines') return `The first line that is not what it was: ${shown}.`;
  const more = number - lost.length;
  return `What changed or went: ${shown}${more > 0 ? `; and ${more} more` : ''}.`;
}

function describeRow({ name, changes, more }: LostRow): string {
  if (changes.length === 0) return `${name} went`;
  const columns = changes.map(
    ({ column, before, after }) =>
      `${column === '' ? '' : `${short(column)} `}${cell(before)} -> ${cell(after)}`,
  );
  return `${name}: ${columns.join(', ')}${more > 0 ? ` and ${counted(more, 'column', 'columns')} more` : ''}`;
}

function cell(text: string | null): string {
  return text === null ? 'absent' : short(text);
}

/** A text from a file, in quotes where it would not read as one word of a sentence. */
function short(text: string): string {
  const plain = /^["[{]|^[^\s,;:]+$/.test(text) && visible(text) === text;
  return shorten(plain ? text : JSON.stringify(text), 60);
}

function describe({ name, before, after, absent }: ValueChange, nothing: string): string {
  if (typeof before === 'number' && typeof after === 'number') {
    return `${name} ${formatApart(before, after).join(' -> ')}`;
  }
  const left = absent === 'before' ? 'absent' : spell(before, nothing);
  return `${name} ${left} -> ${absent === 'after' ? 'absent' : spell(after, nothing)}`;
}

function spell(value: ValueChange['before'], nothing: string): string {
  if (value === null) return nothing;
  if (typeof value === 'number') return formatNumber(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** A metric that a comparison found to be worse, with the first cases that newly fail and how many there are. */
export interface RegressedMetric extends Pick<MetricComparison, 'name' | 'base' | 'head' | 'p' | 'against'> {
  readonly newly_failing: readonly string[];
  readonly failing: number;
}

/** Cases that are named: more than a reader looks up. */
const MOST_CASES = 5;

export function regressedMetric(metric: MetricComparison): RegressedMetric {
  const { name, base, head, p, p_adjusted: adjusted, against } = metric;
  const failing = metric.newly_failing ?? [];
  const cases = { newly_failing: failing.slice(0, MOST_CASES), failing: failing.length };
  return { name, base, head, p: adjusted ?? p, against, ...cases };
}

/** `passed 0.95 -> 0.6 (p < 0.0001; newly failing: c1, c2 and 33 more)`. */
export function regressedText(metric: RegressedMetric): string {
  const { name, base, head, p, against, newly_failing, failing } = metric;
  const values =
    base !== null && head !== null
      ? formatApart(base, head).join(' -> ')
      : `${head === null ? '' : formatNumber(head)}${against === null ? '' : ` against ${formatNumber(against)}`}`;
  const more = failing - newly_failing.length;
  const parts = [
    p === null ? [] : p < 0.0001 ? 'p < 0.0001' : `p ${formatNumber(Number(p.toPrecision(2)))}`,
    failing === 0 ? [] : `newly failing: ${newly_failing.join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
  ].flat();
  return `${name} ${values}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`;
}
