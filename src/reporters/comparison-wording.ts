import type {
  Attribution,
  Comparison,
  Difference,
  MetricComparison,
  NewestResult,
  PairsCompared,
  SplitComparison,
} from '../core/comparison.ts';
import { formatApart, formatNumber } from '../core/quantity.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { count, type Style } from '../core/wording.ts';

/** The words for a verdict, the same in every report. */
const VERDICTS: Readonly<Record<MetricComparison['verdict'], string>> = {
  improved: 'improved',
  regressed: 'regressed',
  no_difference: 'no difference detected',
  insufficient: 'insufficient',
  incomparable: 'incomparable',
  unmeasured: UNMEASURED,
};

/** The verdict in words. Where both sides have a value and it cannot be told which is better, nothing is unmeasured. */
export function verdictText({ verdict, base, head }: MetricComparison): string {
  return verdict === 'unmeasured' && base !== null && head !== null ? UNDECIDED : VERDICTS[verdict];
}

const UNDECIDED = 'undecided';

/** In place of a base where a value is of neither side. */
export const NO_SIDE = '–';

/** Both values, with enough digits that they are seen to differ; in place of a base, what head is held against. */
export function valuesText({
  base,
  head,
  against = null,
  decides = true,
}: Pick<MetricComparison, 'base' | 'head'> &
  Partial<Pick<MetricComparison, 'against' | 'decides'>>): readonly [string, string] {
  if (base !== null && head !== null) return formatApart(base, head);
  const from = !decides ? NO_SIDE : against === null ? UNMEASURED : `against ${against}`;
  return [base === null ? from : formatNumber(base), head === null ? UNMEASURED : formatNumber(head)];
}

/** The difference with its interval, `+0.12 [0.03, 0.2]`; of a value that is held against a number its own interval. */
export function differenceText({
  difference,
  interval,
  against,
}: Pick<MetricComparison, 'difference' | 'interval' | 'against'>): string {
  const range = interval === null ? '' : `[${interval.map(formatNumber).join(', ')}]`;
  if (difference === null) return against === null ? '' : range;
  return [`${difference > 0 ? '+' : ''}${formatNumber(difference)}`, range].filter(Boolean).join(' ');
}

/** A number over a part of the cases: both values and the difference. */
export function splitText({ base, head, difference }: SplitComparison): readonly [string, string, string] {
  return [...valuesText({ base, head }), differenceText({ difference, interval: null, against: null })];
}

/** Cases that fail or pass by a metric only since the base. */
interface ChangedCases {
  readonly title: string;
  readonly metric: string;
  readonly cases: readonly string[];
}

/** The cases that changed by each metric, the failing ones first: which metric a case fails by is part of the news. */
export function changedCases({ metrics }: Comparison): readonly ChangedCases[] {
  const of = (title: string, list: 'newly_failing' | 'newly_passing') =>
    metrics.flatMap((metric) => {
      const cases = metric[list] ?? [];
      return cases.length === 0 ? [] : [{ title, metric: metric.name, cases }];
    });
  return [...of('Newly failing', 'newly_failing'), ...of('Newly passing', 'newly_passing')];
}

/** What the verdict rests on: cases, how many differ, p, the smallest effect that would have been found where none was. */
export function evidenceOfDifference(metric: MetricComparison): string {
  const { cases, untied, b, c, p, p_adjusted: adjusted, mde, lost, low, high, reason, verdict } = metric;
  // A test over no pair says nothing.
  const paired = cases !== null && cases > 0;
  const found = verdict === 'improved' || verdict === 'regressed';
  const parts = [
    metric.pairs === null ? null : pairsText(metric.pairs, metric),
    !paired || metric.pairs !== null
      ? null
      : b === null
        ? `${untied ?? 0} of ${count(cases, 'case')} differ`
        : `${count(cases, 'case')}, ${b} lost, ${c} gained`,
    !paired || p === null
      ? null
      : `p ${pText(p)}${adjusted === null || adjusted === p ? '' : ` (Holm ${pText(adjusted)})`}`,
    mde === null || found ? null : `would find ${formatNumber(mde)} or more`,
    lost === 0
      ? null
      : `${count(lost, 'case')} on one side alone, left out of the difference${!paired || low === null || high === null ? '' : ` (with them ${formatNumber(low)} to ${formatNumber(high)})`}`,
    reason,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function pairsText(pairs: PairsCompared, { low, high }: MetricComparison): string {
  const { arm, won, lost, ties, flips, unmeasured } = pairs;
  const judged = won + lost + ties + (flips ?? 0);
  const rate = flips === null || judged === 0 ? '' : ` (flip rate ${formatNumber(flips / judged)})`;
  const range =
    low === null || high === null ? '' : `: between ${formatNumber(low)} and ${formatNumber(high)}`;
  const missing = unmeasured === 0 ? '' : `, ${unmeasured} ${UNMEASURED}${range}`;
  return `${arm} won ${won} of ${won + lost} decided pairs; ${ties} ties, ${flips ?? UNMEASURED} flips${rate}${missing}`;
}

function pText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : formatNumber(Number(p.toPrecision(2)));
}

/** A reason or a change: `metrics_version: 3 -> 4`. */
export function differsText({ key, base, head, metric }: Difference): string {
  const of = `${key}${metric === undefined ? '' : ` of ${metric}`}`;
  if (base === null && head === null) return `${of}: stated on neither side`;
  const [one, other] = [base, head].map((value) => (value === null ? 'not stated' : plain(value)));
  return `${of}: ${one} -> ${other}`;
}

function plain(value: Difference['base']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The comparison in a sentence: how many metrics came to which verdict. */
export function comparisonSentence({ comparable, metrics }: Comparison): string {
  if (!comparable) return 'These results must not be compared.';
  const words = metrics.map(verdictText);
  const parts = [...Object.values(VERDICTS), UNDECIDED]
    .map((word) => [words.filter((each) => each === word).length, word] as const)
    .filter(([number]) => number > 0);
  return `${parts.map(([number, word]) => `${number} ${word}`).join(', ')}.`;
}

/** What to do about a refusal: each key that forbids the comparison, ready to paste. */
export function refusalRemedy({ comparable, reasons }: Comparison): string | null {
  if (comparable || reasons.length === 0) return null;
  const keys = [...new Set(reasons.map(({ key }) => key))];
  const unversioned = reasons.some(
    ({ key, base, head }) => key === 'metrics_version' && (base === null || head === null),
  );
  const record = unversioned
    ? 'A file that states no version of its metrics has one once it is recorded: `evalguard record FILE --metrics-version N`, with the same N for as long as their definitions stay. '
    : '';
  return `${record}Measure both in the same way; or, where the difference does not matter, override it by name: ${keys.map((key) => `--allow ${key}`).join(' ')}.`;
}

/** Gaps that a person still reads in one line. */
const MOST_GAPS = 5;

/** The age as it ends a sentence; two arms of one run have none. */
export function ageClause(comparison: Pick<Comparison, 'age_days' | 'base' | 'head'>): string {
  const { base, head } = comparison;
  return base.path === head.path && base.arm !== head.arm ? '' : `, ${ageText(comparison)}`;
}

/** How much older the base is than the head: an old base leaves room for a regression that the latest result would show. */
function ageText({ age_days: days }: Pick<Comparison, 'age_days'>): string {
  if (days === null) return 'age not known, since a run states no date';
  return days === 0 ? 'of the same day' : `${daysText(days)} ${days > 0 ? 'older' : 'newer'}`;
}

/** The newest result of the series, where another one is the base: which it is, and what is otherwise in it. */
function newestText(newest: NewestResult, style: Style): string {
  const { path, arm, days_newer: days, reasons, gaps } = newest;
  const named = `${style.code(path)}${arm === null ? '' : ` (${style.code(arm)})`}`;
  const newer =
    days === null || days === 0 ? '' : `, ${daysText(days)} ${days > 0 ? 'newer' : 'older'} than the base`;
  if (reasons.length > 0) {
    return `Newest in the series: ${named}${newer}, which must not be compared: ${reasons.map((reason) => style.text(differsText(reason))).join('; ')}`;
  }
  const shown = gaps.slice(0, MOST_GAPS).map(({ name, base, newest: now }) => {
    const [was, is] = formatApart(base, now);
    return `${style.code(name)} ${was} in the base, ${is} there`;
  });
  const more = gaps.length - MOST_GAPS;
  const values = more > 0 ? [...shown, `and ${more} more`] : shown;
  return `Newest in the series: ${named}${newer}: ${values.length === 0 ? 'the same values as in the base' : values.join('; ')}`;
}

function daysText(days: number): string {
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

/** What a judged difference can come from, where the judge changed. */
function attributionText({ same, changed, unknown }: Attribution): string {
  const answers = same + changed + unknown;
  if (changed > 0) {
    return `Judge and answers changed (${changed} of ${answers} answers): what a judged difference comes from cannot be told.`;
  }
  if (unknown > 0 || answers === 0) {
    const kept =
      answers === 0 ? 'no answers were kept' : `${unknown} of ${answers} answers were not kept on both sides`;
    return `The judge changed, and ${kept}: whether the answers changed too, and what a judged difference comes from, cannot be told.`;
  }
  return `The judge changed, and the answers are the same: a judged difference is the judge's.`;
}

/** What a reader must know before the numbers: a newer result than the base, another judge. */
export function background({ newest, attribution }: Comparison, style: Style): readonly string[] {
  return [
    ...(newest === null ? [] : [newestText(newest, style)]),
    ...(attribution === null ? [] : [attributionText(attribution)]),
  ];
}
