import { formatApart, formatNumber } from '../../core/quantity.ts';
import { UNMEASURED } from '../../core/verdict.ts';
import type { Difference, ValueChange } from '../subject.ts';

/** What changed inside a record, as part of a sentence; the empty string where nothing can be said. */
export function describeDifference(difference: Difference | null): string {
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
    case 'unreadable':
      return '';
  }
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
