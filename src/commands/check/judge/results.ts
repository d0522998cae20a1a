import { dateIn, dayAfter, isDate, momentOf } from '../../../core/calendar.ts';
import { type JudgedMetric, metricReport } from '../../../core/judged-metric.ts';
import { baseName, type Path } from '../../../core/path.ts';
import type { Judge, Reading } from '../../../core/reading.ts';
import type { ResultReport } from '../../../core/report.ts';
import { UNKNOWN_SAMPLING } from '../../../core/verdict.ts';
import type { JsonObject } from '../../../document/document.ts';
import { splitsOf } from '../../../measures/evidence/recompute.ts';
import { describeHardFail } from '../../../policy/hard-fail.ts';
import { whyOutsidePin } from '../../../policy/pin.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import { whyNotWhole } from '../../../policy/reference-run.ts';
import { REMEDY } from '../../../policy/threshold-remedy.ts';
import type { JudgedThreshold } from '../../../policy/thresholds.ts';
import type { LocatedThreshold, RecordSubject } from '../../../rules/subject.ts';

/** One reading of a record, as reported. */
export function resultReport(
  record: RecordSubject,
  reading: Reading,
  metrics: readonly JudgedMetric[],
): ResultReport {
  return {
    path: record.path,
    arm: reading.arm,
    series: record.series?.id ?? null,
    format: reading.format,
    run: reading.run,
    mode: reading.mode,
    metrics_version: reading.metrics_version,
    status: reading.status,
    reason: reading.reason,
    models: Object.fromEntries(reading.models),
    judge: reading.judge === null ? null : judgeReport(reading.judge),
    metrics: metrics.map(metricReport),
    splits: splitsOf(reading),
    losses: reading.losses,
  };
}

function judgeReport(judge: Judge): JsonObject {
  return { ...judge };
}

/** The identity by which results of a series follow each other: date, then run number, then path. */
export function byAge(a: { path: Path; reading: Reading }, b: { path: Path; reading: Reading }): number {
  const left = [dayOf(a.reading), a.reading.run.run ?? 0, momentIn(a.reading), a.path] as const;
  const right = [dayOf(b.reading), b.reading.run.run ?? 0, momentIn(b.reading), b.path] as const;
  for (const [index, one] of left.entries()) {
    const other = right[index]!;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** A text that is no day orders nothing: it would be newer than every day, or older, by its letters. */
function dayOf({ run }: Reading): string {
  return run.date !== null && isDate(run.date) ? run.date : '';
}

function momentIn({ run }: Reading): number {
  return (run.generated_at === null ? null : momentOf(run.generated_at)) ?? Number.NEGATIVE_INFINITY;
}

/**
 * Whether a result names a day later than the one after a moment, in its content or in its name: it is not the newest,
 * whatever it says.
 */
export function isDatedAhead(
  { path, reading: { run } }: { path: Path; reading: Reading },
  seconds: number | null,
): boolean {
  if (isNamedAhead(path, seconds)) return true;
  const moment = run.generated_at === null ? null : momentOf(run.generated_at);
  const day = moment === null ? null : new Date(moment).toISOString().slice(0, 10);
  return [run.date, day].some((one) => isLater(one, seconds));
}

/** Whether a name alone says so. */
export function isNamedAhead(path: Path, seconds: number | null): boolean {
  return isLater(dateIn(baseName(path)), seconds);
}

function isLater(day: string | null, seconds: number | null): boolean {
  return seconds !== null && day !== null && isDate(day) && day > dayAfter(seconds);
}

/** A reading whose rows were let go, with the thresholds that were judged while they were there. */
export interface JudgedReading {
  readonly path: Path;
  readonly series: string;
  readonly reading: Reading;
  readonly thresholds: readonly JudgedThreshold[];
}

/** The newest result of a series that counts; a run that the series allows although it is no whole one never is. */
export function newestOf(series: Series, readings: readonly JudgedReading[]): JudgedReading | null {
  return countedIn(series, readings).counted.at(-1) ?? null;
}

function countedIn(series: Series, readings: readonly JudgedReading[]) {
  const all = readings.filter(({ series: id }) => id === series.id).sort(byAge);
  const real = all.filter(({ reading }) => whyNotWhole(reading, series)?.allowed !== true);
  const counted = real.filter(({ reading }) => whyOutsidePin(series, reading) === null);
  return { all, real, counted };
}

/** The thresholds of a series, judged on its newest result that counts. */
export function newestThresholds(
  series: Series,
  readings: readonly JudgedReading[],
  policy: Policy,
): readonly LocatedThreshold[] {
  const { all, real, counted } = countedIn(series, readings);
  const newest = counted.at(-1);
  if (newest === undefined) return noResult(series, policy, whyNone(series, all, real));
  return counted
    .filter(({ path }) => path === newest.path)
    .flatMap(({ thresholds }) => thresholds)
    .map((threshold) => ({ ...threshold, line: null, column: null }));
}

/** Why no result counts, and what to do: no file is of the series, or those that are do not count in it. */
function whyNone(series: Series, all: readonly JudgedReading[], real: readonly JudgedReading[]) {
  const newest = real.at(-1);
  const pin = newest === undefined ? null : whyOutsidePin(series, newest.reading);
  if (newest !== undefined && pin !== null)
    return {
      reason: `no result of this series counts: in ${newest.path}, the newest, ${pin}`,
      remedy: REMEDY.pin,
    };
  const why =
    all.length === 0
      ? 'none that stands is of this series'
      : 'every one is scripted or only a part of the suite';
  return { reason: `no result of this series counts: ${why}`, remedy: REMEDY.no_result };
}

/** A series in which no result counts: each of its thresholds is unmeasured, which must not pass for met. */
function noResult(
  series: Series,
  policy: Policy,
  why: { readonly reason: string; readonly remedy: string },
): readonly LocatedThreshold[] {
  const conditions = series.hard_fail.map((hard) => ({
    ...{ metric: describeHardFail(hard), min: null, max: 0, enforce: true },
  }));
  return [...series.thresholds, ...conditions].map(({ metric, min, max, enforce }) => ({
    path: `${policy.ledger[0] ?? '.'}/${series.files}`,
    series: series.id,
    arm: null,
    metric,
    min,
    max,
    value: null,
    verdict: 'unmeasured',
    ...why,
    enforced: enforce,
    ...UNKNOWN_SAMPLING,
    within_noise: false,
    unknown: null,
    failing: null,
    pointer: null,
    line: null,
    column: null,
  }));
}
