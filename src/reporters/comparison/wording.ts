import type { Comparison, Difference, MetricComparison } from '../../core/comparison.ts';
import { formatApart, formatNumber } from '../../core/quantity.ts';
import { UNMEASURED } from '../../core/verdict.ts';

/** The words for a verdict, the same in every report. */
export const VERDICTS: Readonly<Record<MetricComparison['verdict'], string>> = {
  improved: 'improved',
  regressed: 'regressed',
  no_difference: 'no difference detected',
  insufficient: 'insufficient',
  incomparable: 'incomparable',
  unmeasured: UNMEASURED,
};

/** Both values, with enough digits that they are seen to differ. */
export function valuesText({ base, head }: MetricComparison): readonly [string, string] {
  if (base !== null && head !== null) return formatApart(base, head);
  return [base === null ? UNMEASURED : formatNumber(base), head === null ? UNMEASURED : formatNumber(head)];
}

/** The difference with its interval: `+0.12 [0.03, 0.2]`. */
export function differenceText({ difference, interval }: MetricComparison): string {
  if (difference === null) return '';
  const sign = difference > 0 ? '+' : '';
  const range = interval === null ? '' : ` [${interval.map(formatNumber).join(', ')}]`;
  return `${sign}${formatNumber(difference)}${range}`;
}

/** What the verdict rests on: cases, how many differ, p, the smallest effect that would have been found where none was. */
export function evidenceOfDifference(metric: MetricComparison): string {
  const { cases, untied, b, c, p, p_adjusted: adjusted, mde, lost, low, high, reason, verdict } = metric;
  // A test over no pair says nothing.
  const paired = cases !== null && cases > 0;
  const found = verdict === 'improved' || verdict === 'regressed';
  const parts = [
    !paired
      ? null
      : b === null
        ? `${untied ?? 0} of ${cases} cases differ`
        : `${cases} cases, ${b} lost, ${c} gained`,
    !paired || p === null
      ? null
      : `p ${pText(p)}${adjusted === null || adjusted === p ? '' : ` (Holm ${pText(adjusted)})`}`,
    mde === null || found ? null : `would find ${formatNumber(mde)} or more`,
    lost === 0
      ? null
      : `${lost} cases on one side alone${!paired || low === null || high === null ? '' : `: between ${formatNumber(low)} and ${formatNumber(high)}`}`,
    reason,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function pText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : formatNumber(Number(p.toPrecision(2)));
}

/** A reason or a change: `metrics_version: 3 -> 4`. */
export function differsText({ key, base, head }: Difference): string {
  const [one, other] = [base, head].map((value) => (value === null ? 'not stated' : plain(value)));
  return `${key}: ${one} -> ${other}`;
}

function plain(value: Difference['base']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One sentence over all. */
export function summary({ comparable, metrics }: Comparison): string {
  if (!comparable) return 'These results must not be compared.';
  const count = (verdict: MetricComparison['verdict']) =>
    metrics.filter((metric) => metric.verdict === verdict).length;
  const parts = (Object.keys(VERDICTS) as MetricComparison['verdict'][])
    .map((verdict) => [count(verdict), VERDICTS[verdict]] as const)
    .filter(([number]) => number > 0);
  return `${parts.map(([number, word]) => `${number} ${word}`).join(', ')}.`;
}
