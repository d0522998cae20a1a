import { coverageOf, type JudgedMetric } from '../core/judged-metric.ts';
import { nearest } from '../core/nearest.ts';
import type { Path } from '../core/path.ts';
import { formatBeside } from '../core/quantity.ts';
import type { Reading, Row } from '../core/reading.ts';
import type { ThresholdReport } from '../core/report.ts';
import { isWithinNoise, UNKNOWN_SAMPLING } from '../core/sampling.ts';
import { judge, type Measured } from '../core/verdict.ts';
import { type Demands, measuredValue } from './demands.ts';
import { type Gate, judgeHardFail, type ScoreOf, whyInconclusive } from './gates.ts';
import { outsidePin, outsidePinAlone } from './pin.ts';
import { DEFAULT_POLICY, type JudgePolicy, type Series, type Threshold } from './policy.ts';
import {
  casesRemedy,
  demandedReading,
  lackingRows,
  lackingText,
  pinRemedy,
  type ReferenceRun,
  type Refusal,
  unprovenRemedy,
  unprovenText,
  whyLessThanExpected,
  whyNotWhole,
  whyOtherEvidence,
  whyOtherRows,
} from './reference-run.ts';
import { REMEDY } from './threshold-remedy.ts';

/** A threshold with its verdict. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
  readonly unknown: { readonly nearest: string | null } | null;
  /** Set for a condition on single rows: `value` is then how many fail the run. */
  readonly gate: { readonly cases: readonly string[]; readonly count: number } | null;
  readonly pointer: string | null;
  /** The bound that was missed, where one was: of a ratio its value alone does not always say which. */
  readonly missed?: 'min' | 'max' | null;
  /** What to do where it is unmeasured and enforced. */
  readonly remedy: string;
}

/** What an enforced threshold may expect of the evidence: the series' reference run, where base holds one. */
export interface Expectations {
  readonly reference: ReferenceRun | null;
  readonly judges: JudgePolicy;
  /** What the rows give for a score that a condition on rows names; else what they state. */
  readonly scoreOf?: ScoreOf;
}

const NOTHING_EXPECTED: Expectations = { reference: null, judges: DEFAULT_POLICY.judge };

/**
 * Judges the thresholds of a series on one reading, then its conditions on single rows. A run that is scripted or only a
 * part of the suite measures none of them. A result outside the series' pins is unmeasured there, as is one whose enforced
 * threshold rests on too few of its cases or on other evidence than the reference run's, or whose run decides nothing.
 */
export function judgeThresholds(
  path: Path,
  series: Series,
  reading: Reading,
  metrics: readonly JudgedMetric[],
  minCoverage: number | null,
  { reference, judges, scoreOf }: Expectations = NOTHING_EXPECTED,
): readonly JudgedThreshold[] {
  const part = whyNotWhole(reading, series);
  const run = whyNoRun(series, reading, part);
  const other = (metric: string): Refusal | null =>
    reference === null
      ? null
      : whyOtherEvidence(metric, reading, reference, series, judges, isRecomputed(metrics, metric));
  const undecided = run === null ? whyInconclusive(series, metrics, other) : null;
  const hollow = isHollow(reading);
  const judged = series.thresholds.map((threshold): JudgedThreshold => {
    const metric = metrics.find(({ name }) => name === threshold.metric);
    const demands: Demands = {
      threshold,
      minCoverage: threshold.min_coverage ?? minCoverage,
      minN: threshold.min_n ?? series.min_n,
      hollow,
    };
    const alone = outsidePinAlone(series, reading, threshold.metric, judges);
    const barred = run ?? (alone === null ? null : { reason: alone, remedy: REMEDY.pin }) ?? undecided;
    const measured: Measured =
      barred === null
        ? enough(metric, measuredValue(metric, demands), threshold, { series, reading, reference, other })
        : { unmeasured: barred.reason, remedy: barred.remedy };
    const verdict = judge(measured, threshold);
    const sampling = barred === null ? (metric?.sampling ?? UNKNOWN_SAMPLING) : UNKNOWN_SAMPLING;
    return {
      path,
      series: series.id,
      arm: reading.arm,
      metric: threshold.metric,
      min: threshold.min,
      max: threshold.max,
      value: verdict.kind === 'unmeasured' ? null : verdict.quantity.value,
      verdict: verdict.kind,
      reason: verdict.kind === 'unmeasured' ? verdict.reason : null,
      missed: verdict.kind === 'missed' ? verdict.bound : null,
      enforced: threshold.enforce && part?.allowed !== true,
      ...sampling,
      within_noise: isWithinNoise(sampling, threshold),
      unknown:
        metric === undefined && run === null
          ? {
              nearest: nearest(
                threshold.metric,
                metrics.map(({ name }) => name),
              ),
            }
          : null,
      gate: null,
      pointer: metric?.pointer ?? null,
      remedy: remedyOf(measured),
    };
  });
  const gates = series.hard_fail.map((hard) => {
    const lacking = lackingRows(hard.where, reading, demandedReading(reference, series));
    const gate = judgeHardFail(hard, reading, minCoverage, lacking, scoreOf);
    const evidence = reference === null ? null : whyOtherRows(hard.score, reading, reference, series, judges);
    const remedy = casesRemedy(gate.share, null, reading, lacking > 0 ? reference : null, series);
    return judgedGate(
      path,
      series,
      reading,
      { ...gate, remedy: gate.share === null ? REMEDY.unmeasured : remedy },
      run ?? (gate.count > 0 ? null : evidence),
      part?.allowed !== true,
    );
  });
  return [...judged, ...gates];
}

/** Why nothing of a run counts: it is outside the pins, no whole run, or has no value at all. */
function whyNoRun(series: Series, reading: Reading, part: Refusal | null): Refusal | null {
  const pinned = outsidePin(series, reading);
  if (pinned !== null) return { reason: pinned, remedy: pinRemedy(series, reading) };
  if (part !== null) return part;
  if (reading.status === 'unmeasured')
    return { reason: reading.reason ?? 'the run is unmeasured', remedy: REMEDY.unmeasured };
  return whyLessThanExpected(reading, series);
}

function isRecomputed(metrics: readonly JudgedMetric[], name: string): boolean {
  return (metrics.find((metric) => metric.name === name)?.recomputed ?? null) !== null;
}

interface Evidence {
  readonly series: Series;
  readonly reading: Reading;
  readonly reference: ReferenceRun | null;
  readonly other: (metric: string) => Refusal | null;
}

/** A value that was measured, or why what is known of the last run and expected by the policy does not let it count. */
function enough(
  metric: JudgedMetric | undefined,
  measured: Measured,
  threshold: Threshold,
  { series, reading, reference, other }: Evidence,
): Measured {
  const most = Object.hasOwn(series.expect.max_plausible, threshold.metric)
    ? series.expect.max_plausible[threshold.metric]
    : undefined;
  if ('quantity' in measured && most !== undefined && measured.quantity.value > most) {
    return {
      unmeasured: `inconclusive: ${formatBeside(measured.quantity, most)} is more than anybody would believe (expect.max_plausible ${most})`,
      remedy: REMEDY.implausible,
    };
  }
  // What misses by its own evidence has missed, whatever else could be said of it.
  if (!threshold.enforce || metric === undefined || judge(measured, threshold).kind === 'missed')
    return measured;
  const refused = metric.value === null ? null : other(threshold.metric);
  if (refused !== null) return { unmeasured: refused.reason, remedy: refused.remedy };
  if ('quantity' in measured) return measured;
  const { lacking = [], unproven = [] } = metric;
  const texts =
    reference === null ? [] : [lackingText(lacking, reference), unprovenText(unproven, reference)];
  const short = texts.filter((text) => text !== null);
  const nothing = metric.measured === 0 && short.length > 0;
  if (measured.remedy !== REMEDY.coverage && !nothing) return measured;
  const then = lacking.length > 0 || metric.recomputed === null ? reference : null;
  return {
    unmeasured: [...(nothing ? [] : [measured.unmeasured]), ...short].join('; '),
    remedy:
      unproven.length > 0
        ? unprovenRemedy(series)
        : casesRemedy(coverageOf(metric), threshold.metric, reading, then, series),
  };
}

/** Whether the file keeps rows, and none of them came to anything: there is none, or all ended in an error. */
function isHollow({ rows }: Reading): boolean {
  const measured = ({ scores, judgments }: Row) =>
    [...scores.values()].some((value) => value !== null) || judgments.some(({ value }) => value !== null);
  return rows?.every((row) => row.error !== null && !measured(row)) ?? false;
}

/** A condition on single rows as a threshold that is always enforced: at most 0 rows may fail the run. */
function judgedGate(
  path: Path,
  series: Series,
  { arm }: Reading,
  { condition, cases, count, unmeasured, remedy }: Gate & { readonly remedy: string },
  barred: Refusal | null,
  enforced: boolean,
): JudgedThreshold {
  const why = barred?.reason ?? unmeasured;
  const bar = { path, series: series.id, arm, metric: condition, min: null, max: 0, enforced };
  const shared = { ...bar, ...UNKNOWN_SAMPLING, within_noise: false };
  const rest = { unknown: null, pointer: null, remedy: barred?.remedy ?? remedy };
  return why === null
    ? {
        ...shared,
        value: count,
        verdict: count === 0 ? 'met' : 'missed',
        reason: null,
        gate: { cases, count },
        ...rest,
      }
    : { ...shared, value: null, verdict: 'unmeasured', reason: why, gate: null, ...rest };
}

function remedyOf(measured: Measured): string {
  return ('unmeasured' in measured ? measured.remedy : undefined) ?? REMEDY.unmeasured;
}
