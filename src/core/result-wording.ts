import { agreementOf, agreementText, agrees } from './agreement.ts';
import { compareToBound, formatApart, formatBeside, formatNumber } from './quantity.ts';
import type { MetricReport, ResultReport, SplitReport, ThresholdReport } from './report.ts';
import { type SamplingInterval, UNMEASURED } from './verdict.ts';
import { count, type Style } from './wording.ts';

/** A value with the digits that show on which side of its bounds it is. */
export function thresholdValue({ value, min, max, verdict }: ThresholdReport): string {
  if (value === null) return UNMEASURED;
  const bounds = [min, max].filter((bound) => bound !== null);
  // A ratio of counts was compared exactly: all digits then, should 12 not tell it from its bound.
  const tied = verdict === 'missed' && bounds.every((bound) => compareToBound({ value }, bound) === 0);
  return tied ? String(value) : formatBeside(value, ...bounds);
}

/** A judged value with what it rests on: `0.6919 (198 cases, 95 % 0.6245 to 0.7521, within noise)`. */
export function judgedValue(threshold: ThresholdReport): string {
  const rests = samplingText(threshold);
  return rests === '' ? thresholdValue(threshold) : `${thresholdValue(threshold)} (${rests})`;
}

/** Below this an interval on no known scale is short where a few cases are far from the others (docs/statistics.md). */
const MANY_CASES = 30;

/** On how many cases a value was judged, and where it would lie over all of them; empty where it was not, or nobody knows. */
function samplingText({ verdict, n, few, interval, within_noise, min, max }: ThresholdReport): string {
  if (verdict === 'unmeasured') return '';
  const cases = n === null ? [] : `${count(n, 'case')}${few ? ', which is few' : ''}`;
  return [
    cases,
    interval === null ? [] : intervalText(interval, [min, max]),
    interval?.method === 't' && n !== null && n < MANY_CASES ? 'short if the cases are skewed' : [],
    within_noise ? 'within noise' : [],
  ]
    .flat()
    .join(', ');
}

/** An interval with the digits that show on which side of a bound its ends lie: `95 % 0.6245 to 0.7521`. */
export function intervalText(
  { low, high, level }: SamplingInterval,
  bounds: readonly (number | null)[],
): string {
  const beside = bounds.filter((bound) => bound !== null);
  return `${level * 100} % ${formatBeside(low, ...beside)} to ${formatBeside(high, ...beside)}`;
}

export function boundsText({ min, max, enforced }: ThresholdReport): string {
  const bounds = [min === null ? [] : `min ${min}`, max === null ? [] : `max ${max}`].flat().join(', ');
  return enforced ? `${bounds}, enforced` : bounds;
}

export function metricValue({ value }: MetricReport): string {
  return value === null ? UNMEASURED : formatNumber(value);
}

/** How many cases a metric was measured on, and what the others could make of it; empty where nothing is known. */
export function coverageText({ measured, expected, value, low, high }: MetricReport): string {
  if (measured === null) return '';
  const counted = expected === null ? `${measured} measured` : `${measured} of ${expected} measured`;
  // Over nothing the bounds are those of the scale, and say nothing.
  if (measured === 0 || low === null || high === null || (low === value && high === value)) return counted;
  return `${counted}; with every case ${formatNumber(low)} to ${formatNumber(high)}`;
}

/** A metric over a part of the rows, with how much of the part it stands on. */
export function splitValue({ value, measured, expected }: SplitReport): string {
  const number = value === null ? UNMEASURED : formatNumber(value);
  return `${number} (${measured} of ${expected})`;
}

/** What a metric rests on: the file's claim, its rows, or both. */
export function evidenceText({ claimed, recomputed, value, places }: MetricReport): string {
  if (claimed !== null && recomputed !== null) {
    const agreement = agreementOf(claimed, recomputed, places);
    if (agreement.kind === 'equal') return 'claim and rows agree';
    if (agrees(claimed, recomputed, places))
      return `claim and rows agree (${formatNumber(claimed)} is claimed, ${agreementText(agreement)})`;
    const [claim, rows] = formatApart(claimed, recomputed);
    return `claims ${claim}, rows come to ${rows}`;
  }
  if (recomputed !== null) return 'recomputed from rows';
  if (claimed !== null && value === null) return `claims ${formatNumber(claimed)}`;
  return claimed === null ? '' : 'claim alone';
}

/** What a result is: its series, format, mode, version of its metrics, and why it is not measured. */
export function resultText(result: ResultReport, style: Style): string {
  const { series, format, mode, metrics_version, status, reason } = result;
  return [
    series === null ? 'no series' : `series ${style.text(series)}`,
    style.text(format),
    mode === null ? [] : style.text(mode),
    metrics_version === null ? [] : `metrics version ${style.text(String(metrics_version))}`,
    status === 'measured' ? [] : status === 'retracted' ? 'retracted' : UNMEASURED,
    reason === null ? [] : style.text(reason),
  ]
    .flat()
    .join(', ');
}

/** What was evaluated: each role and the route that served it; empty where the file names none. */
export function modelsText({ models }: ResultReport, style: Style): string {
  return Object.entries(models)
    .map(([role, route]) => `${style.text(role)} ${style.code(route)}`)
    .join(', ');
}

/** Who judged a result, and how many of its judgments came back. */
export function judgeText(judge: NonNullable<ResultReport['judge']>, style: Style): string {
  const own = (key: string) => (Object.hasOwn(judge, key) ? judge[key] : undefined);
  const route = own('route');
  const counts = ['ruled', 'unreached', 'undisclosed'].flatMap((key) => {
    const value = own(key);
    return typeof value === 'number' ? `${value} ${key}` : [];
  });
  const served = own('served');
  const names = Array.isArray(served) ? served.filter((name) => typeof name === 'string') : [];
  return [
    typeof route === 'string' ? style.code(route) : 'no route named',
    ...counts,
    names.length === 0 ? [] : `served by ${names.map(style.code).join(', ')}`,
  ]
    .flat()
    .join(', ');
}
