import type { Entry } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { ResultReport } from '../../../core/report.ts';
import { type Retraction, readRetraction } from '../../../core/retraction.ts';
import { judgedMetrics } from '../../../measures/evidence/metrics.ts';
import { rowScores } from '../../../measures/evidence/observed.ts';
import { whyOutsidePin } from '../../../policy/pin.ts';
import type { Series } from '../../../policy/policy.ts';
import { judgeThresholds } from '../../../policy/thresholds.ts';
import type { RecordSubject, RetractionSubject, SetAside } from '../../../rules/subject.ts';
import { byAge } from './results.ts';

/** The retraction that a record is, or `null` where it is something else or breaks the schema. */
export function retractionIn({ path, native, content }: RecordSubject): Retraction | null {
  if (native === null || native.faults.length > 0 || content.kind !== 'document') return null;
  return readRetraction(path, content.document.value);
}

/** A retraction, what its rules look at, and the object that the base holds at the path that it names. */
export interface KnownRetraction {
  readonly subject: RetractionSubject;
  readonly oid: string | null;
}

/**
 * The retractions that hold, by the path of the record: published, and of the very bytes that stand there now. Another
 * content under the same name is not freed by it.
 */
export function effectiveRetractions(
  known: readonly KnownRetraction[],
  records: ReadonlyMap<Path, Entry>,
): ReadonlyMap<Path, Retraction> {
  return new Map(
    known
      .filter(({ subject: { retraction, digests }, oid }) => {
        const { path, sha256 } = retraction.of;
        return oid !== null && records.get(path)?.oid === oid && digests.includes(sha256);
      })
      .map(({ subject: { retraction } }) => [retraction.of.path, retraction]),
  );
}

/** A result as it is reported once it has been retracted. */
export function asRetracted(result: ResultReport, retracted: ReadonlyMap<Path, Retraction>): ResultReport {
  const retraction = retracted.get(result.path);
  if (retraction === undefined) return result;
  const { path, reason } = retraction;
  return { ...result, status: 'retracted', reason, retraction: path };
}

/** The metrics whose thresholds a retracted result missed, or could not be shown to meet where they are enforced. */
export function unmetMetrics({ path, series, readings, policy }: RecordSubject): readonly string[] {
  const [own] = readings;
  if (series === null || own === undefined || !canBeNewest(series, own)) return [];
  const unmet = readings
    .flatMap((reading) => {
      const expectations = { reference: null, judges: policy.judge, scoreOf: rowScores(reading) };
      const metrics = judgedMetrics(reading);
      return judgeThresholds(path, series, reading, metrics, policy.min_coverage, expectations);
    })
    .filter(({ verdict, enforced }) => verdict === 'missed' || (enforced && verdict === 'unmeasured'))
    .map(({ metric }) => metric);
  return [...new Set(unmet)];
}

/** What retracting a result sets aside: where it is the newest of its series, an `other` one is judged in its place. */
export function setAsideBy(
  { path, series, readings: [own] }: RecordSubject,
  metrics: readonly string[],
  others: readonly { readonly path: Path; readonly reading: Reading }[],
): SetAside | null {
  if (series === null || own === undefined) return null;
  const newest = others
    .filter(({ reading }) => canBeNewest(series, reading))
    .sort(byAge)
    .at(-1);
  if (newest !== undefined && byAge(newest, { path, reading: own }) > 0) return null;
  return { series: series.id, metrics, instead: newest?.path ?? null };
}

function canBeNewest(series: Series, reading: Reading): boolean {
  return reading.mode !== 'scripted' && whyOutsidePin(series, reading) === null;
}
