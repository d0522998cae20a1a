import { dateIn, dayAfter, isDate, momentOf } from '../../../core/calendar.ts';
import { type JudgedMetric, metricReport } from '../../../core/judged-metric.ts';
import { baseName, type Path } from '../../../core/path.ts';
import type { Judge, Reading } from '../../../core/reading.ts';
import type { ResultReport } from '../../../core/report.ts';
import type { JsonObject } from '../../../document/document.ts';
import { splitsOf } from '../../../measures/evidence/splits.ts';
import type { RecordSubject } from '../../../rules/subject.ts';

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
export function isAhead(
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
