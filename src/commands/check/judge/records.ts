import type { Progress } from '../../../core/budget.ts';
import type { Entry } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { Incomplete, ResultReport, ThresholdReport } from '../../../core/report.ts';
import type { Retraction } from '../../../core/retraction.ts';
import { applyRules } from '../../../core/rule.ts';
import { findArms } from '../../../measures/comparison/arms.ts';
import { judgedMetrics } from '../../../measures/evidence/metrics.ts';
import { rowScores } from '../../../measures/evidence/observed.ts';
import { metricsFor } from '../../../measures/evidence/reference-run.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import type { ReferenceRun } from '../../../policy/reference-run.ts';
import { hasEnforcedThresholds } from '../../../policy/series.ts';
import { type JudgedThreshold, judgeThresholds } from '../../../policy/thresholds.ts';
import {
  fileRules,
  type RuleFinding,
  recordRules,
  resultsRules,
  retractionRules,
  thresholdRules,
} from '../../../rules/registry.ts';
import type { LocatedThreshold, RecordSubject } from '../../../rules/subject.ts';
import { type DuplicateSource, Duplicates } from './duplicates.ts';
import { isDatedAhead, type JudgedReading, newestOf, newestThresholds, resultReport } from './results.ts';
import { asRetracted, effectiveRetractions, type KnownRetraction, retractionIn } from './retractions.ts';

/** The records of a check and what they are compared with, read as they are asked for, so that memory stays flat. */
export interface RecordSource {
  readonly policy: Policy;
  /** The policy that head proposes, where it changes the one that counts. */
  readonly proposed: Policy | null;
  /** Whether every record of the ledger is looked at, rather than those that a range adds. */
  readonly whole: boolean;
  /** What is dated later than the day after this instant (seconds since 1970) is never the newest. */
  readonly until: number | null;
  /** Where the records stand whose content is judged. */
  readonly entries: ReadonlyMap<Path, Entry>;
  /** Files that are only a part of a record, and are judged as files. */
  readonly parts: ReadonlySet<Path>;
  readonly duplicates: DuplicateSource;
  /** Reads records one after the other. One that cannot be read, or would cost too much, is noted and left out. */
  records(entries: ReadonlyMap<Path, Entry>): AsyncIterable<RecordSubject>;
  /** Does work on one record; `null` where that would cost too much, which is noted. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  /** Does work that draws from the budget: of the record that was read last, or anew for the one at a path. */
  drawnBy<T>(work: () => T, path?: Path): T;
  /** The run of base that the evidence of a reading is compared with. With `older`, one that the reading follows. */
  referenceRun(
    series: Series,
    judged: { readonly path: Path; readonly reading: Reading },
    older?: boolean,
  ): Promise<ReferenceRun | null>;
  /** What is known of the records that retractions name. */
  retractions(retractions: readonly Retraction[]): Promise<readonly KnownRetraction[]>;
  /** The newest record of each added record's series that stood before. */
  predecessors(added: readonly RecordSubject[]): Promise<readonly RecordSubject[]>;
}

/** What the records of a range came to. */
export interface JudgedRecords {
  readonly results: readonly ResultReport[];
  readonly thresholds: readonly ThresholdReport[];
  readonly findings: readonly RuleFinding[];
  readonly incomplete: readonly Incomplete[];
  /** The retractions among the records. */
  readonly retractions: readonly Retraction[];
  /** What a range adds and can be compared, with its rows; empty where every record was looked at, so that memory stays flat. */
  readonly added: readonly RecordSubject[];
}

/** Records between two signs of progress. */
const STEP = 250;

/** Judges records one after the other, each while its rows are there, then all of them together, then their thresholds. */
export async function judgeRecords(source: RecordSource, progress: Progress): Promise<JudgedRecords> {
  const { policy, whole, entries } = source;
  const results: ResultReport[] = [];
  const findings: RuleFinding[] = [];
  const thresholds: LocatedThreshold[] = [];
  const readings: JudgedReading[] = [];
  const records: RecordSubject[] = [];
  const retractions: Retraction[] = [];
  const added: RecordSubject[] = [];
  const duplicates = new Duplicates(source.duplicates, policy);
  let done = 0;
  for await (const record of source.records(entries)) {
    // A record that would cost too much is noted, and the rest is judged.
    const own = await source.attempt(() => judgeRecord(source, record));
    if (own !== null) {
      findings.push(...own.findings);
      results.push(...own.results);
      thresholds.push(...own.thresholds);
      readings.push(...own.readings);
      const retraction = retractionIn(record);
      if (retraction !== null) retractions.push(retraction);
      if (!whole && isCompared(record)) added.push(record);
      duplicates.note(record, false);
      records.push(withoutContent(record));
    }
    done += 1;
    if (done % STEP === 0 || done === entries.size) progress(done, entries.size, 'records');
  }
  const known = await source.retractions(retractions);
  const retracted = effectiveRetractions(known, entries);
  if (whole) {
    const standing = readings.filter((one) => !retracted.has(one.path) && !isDatedAhead(one, source.until));
    for (const series of policy.series) thresholds.push(...(await judgeNewest(source, series, standing)));
  }
  const present = await source.predecessors(records);
  for (const record of present) duplicates.note(record, true);
  const gone = new Set(retracted.keys());
  findings.push(
    ...applyRules(resultsRules, {
      added: records,
      present,
      landed: whole,
      proposed: source.proposed,
      duplicates: await duplicates.find(gone, whole),
      retracted: gone,
    }),
    ...applyRules(thresholdRules, { thresholds }),
    ...known.flatMap(({ subject }) => applyRules(retractionRules, subject)),
  );
  return {
    results: results.map((result) => asRetracted(result, retracted)),
    thresholds: thresholds.map(thresholdReport),
    // A retracted result counts for nothing, whatever its date.
    findings: findings.filter(
      ({ rule, path }) => rule !== 'result/date' || path === null || !retracted.has(path),
    ),
    incomplete: thresholds.flatMap(unmeasuredThreshold),
    retractions,
    added,
  };
}

/** What one record came to by itself. */
interface JudgedRecord {
  readonly findings: readonly RuleFinding[];
  readonly results: readonly ResultReport[];
  readonly thresholds: readonly LocatedThreshold[];
  /** Its readings without rows, where thresholds are those of the newest result of each series. */
  readonly readings: readonly JudgedReading[];
}

async function judgeRecord(source: RecordSource, record: RecordSubject): Promise<JudgedRecord> {
  const { path, series, readings, folder } = record;
  const files = (folder?.files ?? []).filter((one) => one.path === path || source.parts.has(one.path));
  const findings = source.drawnBy(() => [
    ...files.flatMap((file): readonly RuleFinding[] => applyRules(fileRules, file)),
    ...applyRules(recordRules, record),
  ]);
  const results = source.drawnBy(() =>
    readings.map((reading) => resultReport(record, reading, judgedMetrics(reading))),
  );
  const located: LocatedThreshold[] = [];
  const judged: JudgedReading[] = [];
  for (const reading of readings) {
    if (series === null) break;
    const thresholds = !hasEnforcedThresholds(series)
      ? source.drawnBy(() => judgeByItself(record, series, reading))
      : source.whole
        ? []
        : await judgeAgainstReference(source, record, series, reading);
    if (source.whole) judged.push({ path, series: series.id, reading: withoutRows(reading), thresholds });
    else located.push(...thresholds.map((threshold) => locate(threshold, record)));
  }
  return { findings, results, thresholds: located, readings: judged };
}

function judgeByItself({ path, policy }: RecordSubject, series: Series, reading: Reading) {
  return judgeThresholds(path, series, reading, judgedMetrics(reading), policy.min_coverage);
}

/** Judges a reading whose series enforces something: with what base's records say it should hold. */
async function judgeAgainstReference(
  source: RecordSource,
  { path, policy }: RecordSubject,
  series: Series,
  reading: Reading,
  older = false,
): Promise<readonly JudgedThreshold[]> {
  const reference = await source.referenceRun(series, { path, reading }, older);
  return source.drawnBy(() => {
    const metrics = metricsFor(series, reading, reference);
    const expectations = { reference, judges: policy.judge, scoreOf: rowScores(reading) };
    return judgeThresholds(path, series, reading, metrics, policy.min_coverage, expectations);
  }, path);
}

/**
 * The thresholds of a series, judged on the newest of its results that stand. Their rows were let go: where the series
 * enforces something that one is read again, with its reference run.
 */
async function judgeNewest(
  source: RecordSource,
  series: Series,
  standing: readonly JudgedReading[],
): Promise<readonly LocatedThreshold[]> {
  const newest = hasEnforcedThresholds(series) ? newestOf(series, standing) : null;
  const entry = newest === null ? undefined : source.entries.get(newest.path);
  if (newest === null || entry === undefined) return newestThresholds(series, standing, source.policy);
  const again: JudgedReading[] = [];
  for await (const record of source.records(new Map([[newest.path, entry]]))) {
    for (const reading of record.readings) {
      const thresholds = await judgeAgainstReference(source, record, series, reading, true);
      again.push({ path: record.path, series: series.id, reading: withoutRows(reading), thresholds });
    }
  }
  return newestThresholds(series, again, source.policy);
}

/** Whether it can be compared: with a predecessor of its series, or with its own other arm. */
function isCompared({ path, series, readings }: RecordSubject): boolean {
  return series !== null || findArms(path, readings).kind === 'two';
}

/** A record without its text and rows: what rules of all records together need, whatever their number. */
function withoutContent(record: RecordSubject): RecordSubject {
  const folder = record.folder && { ...record.folder, files: [] };
  return { ...record, folder, content: { kind: 'other' }, readings: record.readings.map(withoutRows) };
}

function withoutRows(reading: Reading): Reading {
  return { ...reading, rows: null };
}

function locate(threshold: JudgedThreshold, { path, content }: RecordSubject): LocatedThreshold {
  const { pointer, verdict } = threshold;
  const wanted = verdict !== 'met' && pointer !== null && content.kind === 'document';
  // A line counts in the record's own file.
  const elsewhere = wanted && (content.document.fileAt?.(pointer)?.path ?? path) !== path;
  const place = wanted && !elsewhere ? content.document.locate(pointer) : null;
  return { ...threshold, line: place?.line ?? null, column: place?.column ?? null };
}

function thresholdReport(threshold: LocatedThreshold): ThresholdReport {
  const { unknown: _unknown, failing: _failing, remedy: _remedy, missed: _missed, ...located } = threshold;
  const { pointer: _pointer, line: _line, column: _column, ...rest } = located;
  return rest;
}

function unmeasuredThreshold(threshold: JudgedThreshold): Incomplete[] {
  const { path, metric, verdict, reason, enforced, remedy } = threshold;
  if (!enforced || verdict !== 'unmeasured') return [];
  return [
    {
      code: 'threshold-unmeasured',
      message: `${metric} is enforced and n/a (unmeasured)${reason === null ? '' : `: ${reason}`}, so it cannot be said that it is met.`,
      remedy,
      path,
    },
  ];
}
