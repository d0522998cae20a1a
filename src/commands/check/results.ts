import type { JsonValue } from '../../core/document/document.ts';
import { type JudgedMetric, metricReport } from '../../core/judged-metric.ts';
import type { Path } from '../../core/path.ts';
import type { Judge, Reading } from '../../core/reading.ts';
import type { ResultReport } from '../../core/report.ts';
import { splitsOf } from '../../measures/evidence/splits.ts';
import type { RecordSubject } from '../../rules/subject.ts';

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

function judgeReport(judge: Judge): { readonly [key: string]: JsonValue } {
  return { ...judge };
}

/** The identity by which results of a series follow each other: date, then run number, then path. */
export function byAge(a: { path: Path; reading: Reading }, b: { path: Path; reading: Reading }): number {
  const left = [
    a.reading.run.date ?? '',
    a.reading.run.run ?? 0,
    a.reading.run.generated_at ?? '',
    a.path,
  ] as const;
  const right = [
    b.reading.run.date ?? '',
    b.reading.run.run ?? 0,
    b.reading.run.generated_at ?? '',
    b.path,
  ] as const;
  for (const [index, one] of left.entries()) {
    const other = right[index]!;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
