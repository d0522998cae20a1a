import type { Comparison, NewestResult } from '../../core/comparison.ts';
import { formatApart } from '../../core/quantity.ts';
import type { Style } from '../../core/wording.ts';
import { differsText } from './wording.ts';

/** Gaps that a person still reads in one line. */
const SHOWN = 5;

/** The age as it ends a sentence; two arms of one run have none. */
export function aged(comparison: Pick<Comparison, 'age_days' | 'base' | 'head'>): string {
  const { base, head } = comparison;
  return base.path === head.path && base.arm !== head.arm ? '' : `, ${ageText(comparison)}`;
}

/** How old the base is beside the head: an old base leaves room for a regression that the latest result would show. */
function ageText({ age_days: days }: Pick<Comparison, 'age_days'>): string {
  if (days === null) return 'age not known, since a run states no date';
  return days === 0 ? 'of the same day' : `${apart(days)} ${days > 0 ? 'older' : 'newer'}`;
}

/** The newest result of the series, where another one is the base: which it is, and what is otherwise in it. */
export function newestText(newest: NewestResult, style: Style): string {
  const { path, arm, days_newer: days, reasons, gaps } = newest;
  const named = `${style.code(path)}${arm === null ? '' : ` (${style.code(arm)})`}`;
  const newer =
    days === null || days === 0 ? '' : `, ${apart(days)} ${days > 0 ? 'newer' : 'older'} than the base`;
  if (reasons.length > 0) {
    return `Newest in the series: ${named}${newer}, which must not be compared: ${reasons.map((reason) => style.text(differsText(reason))).join('; ')}`;
  }
  const shown = gaps.slice(0, SHOWN).map(({ name, base, newest: now }) => {
    const [was, is] = formatApart(base, now);
    return `${style.code(name)} ${was} in the base, ${is} there`;
  });
  const more = gaps.length - SHOWN;
  const told = more > 0 ? [...shown, `and ${more} more`] : shown;
  return `Newest in the series: ${named}${newer}: ${told.length === 0 ? 'the same values as in the base' : told.join('; ')}`;
}

function apart(days: number): string {
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
