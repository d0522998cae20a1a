import type { Repository } from '../../adapters/git/repository.ts';
import type { Entry } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Policy } from '../../core/policy.ts';
import type { Progress } from '../../core/progress.ts';
import type { Reading } from '../../core/reading.ts';
import type { Incomplete, ResultReport, ThresholdReport } from '../../core/report.ts';
import type { Retraction } from '../../core/retraction.ts';
import { applyRules } from '../../core/rule.ts';
import { type JudgedThreshold, judgeThresholds } from '../../core/thresholds.ts';
import { findArms } from '../../measures/comparison/two-arms.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import {
  type Finding,
  recordRules,
  resultsRules,
  retractionRules,
  thresholdRules,
} from '../../rules/registry.ts';
import type { LocatedThreshold, RecordSubject } from '../../rules/subject.ts';
import { unreadable } from './facts.ts';
import { type Counted, newestThresholds } from './newest-thresholds.ts';
import type { JudgingPolicy } from './policy.ts';
import { predecessors } from './predecessors.ts';
import type { Range } from './range.ts';
import { readRecord } from './record.ts';
import { isAhead, resultReport } from './results.ts';
import { effective, marked, retractionFacts, retractionIn } from './retractions.ts';
import { withSetAside } from './set-aside.ts';

/** What the records of a range came to. */
export interface JudgedRecords {
  readonly results: readonly ResultReport[];
  readonly thresholds: readonly ThresholdReport[];
  readonly findings: readonly Finding[];
  readonly incomplete: readonly Incomplete[];
  /** The retractions among the records. */
  readonly retractions: readonly Retraction[];
  /** What a range adds and can be compared, with its rows; empty where every record was looked at, so that memory stays flat. */
  readonly added: readonly RecordSubject[];
}

/** Records between two signs of progress. */
const STEP = 250;

/** Reads records one after the other, judges each, then all of them side by side, then their thresholds. */
export async function judgeRecords(
  repository: Repository,
  range: Range,
  entries: ReadonlyMap<Path, Entry>,
  { policy }: JudgingPolicy,
  progress: Progress,
): Promise<JudgedRecords> {
  const results: ResultReport[] = [];
  const findings: Finding[] = [];
  const located: LocatedThreshold[] = [];
  const slim: RecordSubject[] = [];
  const retractions: Retraction[] = [];
  const counted: Counted[] = [];
  const added: RecordSubject[] = [];
  for await (const record of recordsOf(repository, range, entries, policy)) {
    findings.push(...applyRules(recordRules, record));
    for (const reading of record.readings) {
      const metrics = judgedMetrics(reading);
      results.push(resultReport(record, reading, metrics));
      const { path, series } = record;
      if (series === null) continue;
      const thresholds = judgeThresholds(path, series, reading, metrics, policy.min_coverage);
      if (range.mode !== 'all') located.push(...thresholds.map((threshold) => locate(threshold, record)));
      else counted.push({ path, series: series.id, reading: withoutRows(reading), thresholds });
    }
    const retraction = retractionIn(record);
    if (retraction !== null) retractions.push(retraction);
    if (range.mode !== 'all' && isCompared(record)) added.push(record);
    slim.push(withoutContent(record));
    if (slim.length % STEP === 0 || slim.length === entries.size)
      progress(slim.length, entries.size, 'records');
  }
  const known = await withSetAside(
    repository,
    range,
    await retractionFacts(repository, range, retractions),
    policy,
  );
  const retracted = effective(known, entries);
  if (range.mode === 'all') {
    const standing = counted.filter((one) => !retracted.has(one.path) && !isAhead(one, range.committed));
    located.push(...policy.series.flatMap((series) => newestThresholds(series, standing, policy)));
  }
  const present = await predecessors(repository, range, slim, policy);
  findings.push(
    ...applyRules(resultsRules, { added: slim, present }),
    ...applyRules(thresholdRules, { thresholds: located }),
    ...known.flatMap(({ subject }) => applyRules(retractionRules, subject)),
  );
  return {
    results: results.map((result) => marked(result, retracted)),
    thresholds: located.map(
      ({
        unknown: _unknown,
        gate: _gate,
        remedy: _remedy,
        missed: _missed,
        pointer: _pointer,
        line: _line,
        column: _column,
        ...rest
      }) => rest,
    ),
    // A retracted result counts for nothing, whatever its date.
    findings: findings.filter(
      ({ rule, path }) => rule !== 'result/date' || path === null || !retracted.has(path),
    ),
    incomplete: located.flatMap(unmeasuredThreshold),
    retractions,
    added,
  };
}

async function* recordsOf(
  repository: Repository,
  range: Range,
  entries: ReadonlyMap<Path, Entry>,
  policy: Policy,
): AsyncGenerator<RecordSubject> {
  const list = [...entries];
  await repository.prefetch(list.map(([, { oid }]) => oid));
  let index = 0;
  for await (const object of repository.objects.readAll(
    list.map(([, { oid }]) => oid),
    policy.max_bytes,
  )) {
    const [path, entry] = list[index++]!;
    if (typeof object === 'string') throw unreadable(entry.oid);
    const read = object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    yield await readRecord(path, entry, read, policy, range.committed);
  }
}

/** Whether it can stand beside something: a predecessor of its series, or its own other arm. */
function isCompared({ path, series, readings }: RecordSubject): boolean {
  return series !== null || findArms(path, readings).kind === 'two';
}

/** A record without its text and rows: what the comparison side by side needs, whatever the number of records. */
function withoutContent(record: RecordSubject): RecordSubject {
  return {
    ...record,
    content: { kind: 'other' },
    readings: record.readings.map(withoutRows),
  };
}

function withoutRows(reading: Reading): Reading {
  return { ...reading, rows: null };
}

function locate(threshold: JudgedThreshold, { content }: RecordSubject): LocatedThreshold {
  const { pointer, verdict } = threshold;
  const wanted = verdict !== 'met' && pointer !== null && content.kind === 'document';
  const place = wanted ? content.document.locate(pointer) : null;
  return { ...threshold, line: place?.line ?? null, column: place?.column ?? null };
}

function unmeasuredThreshold({
  path,
  metric,
  verdict,
  reason,
  enforced,
  remedy,
}: JudgedThreshold): Incomplete[] {
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
