import type { Repository } from '../../adapters/git/repository.ts';
import type { Budget, Progress } from '../../core/budget.ts';
import type { Entry } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { Incomplete, ResultReport, ThresholdReport } from '../../core/report.ts';
import type { Retraction } from '../../core/retraction.ts';
import { applyRules } from '../../core/rule.ts';
import { findArms } from '../../measures/comparison/compare-arms.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { rowScores } from '../../measures/evidence/observed.ts';
import { metricsFor } from '../../measures/evidence/reference-run.ts';
import type { Policy, Series } from '../../policy/policy.ts';
import { enforces } from '../../policy/series.ts';
import { type JudgedThreshold, judgeThresholds } from '../../policy/thresholds.ts';
import {
  type RuleFinding,
  recordRules,
  resultsRules,
  retractionRules,
  thresholdRules,
} from '../../rules/registry.ts';
import type { LocatedThreshold, RecordSubject } from '../../rules/subject.ts';
import { Duplicates } from './duplicates.ts';
import { type Counted, newestOf, newestThresholds } from './judge/newest-thresholds.ts';
import { isAhead, resultReport } from './judge/results.ts';
import { predecessors } from './predecessors.ts';
import type { JudgingPolicy } from './read/policy.ts';
import type { Range } from './read/range.ts';
import { readWithin } from './read/record.ts';
import type { ReferenceRuns } from './reference-runs.ts';
import { effective, marked, retractionFacts, retractionIn } from './retractions.ts';
import { withSetAside } from './set-aside.ts';

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

/** Reads records one after the other, judges each, then all of them side by side, then their thresholds. */
export async function judgeRecords(
  repository: Repository,
  range: Range,
  entries: ReadonlyMap<Path, Entry>,
  { policy, proposed }: JudgingPolicy,
  progress: Progress,
): Promise<JudgedRecords> {
  const results: ResultReport[] = [];
  const findings: RuleFinding[] = [];
  const located: LocatedThreshold[] = [];
  const slim: RecordSubject[] = [];
  const retractions: Retraction[] = [];
  const counted: Counted[] = [];
  const added: RecordSubject[] = [];
  let done = 0;
  const duplicates = new Duplicates(repository, range, policy);
  const referenceRuns = await referenceRunsOf(repository, range, policy, entries);
  for await (const record of recordsOf(repository, range, entries, policy)) {
    // A record that would cost too much is noted, and the rest is judged.
    const own = await repository.unread.attempt(
      () => judgeRecord(repository, range, record, referenceRuns),
      null,
    );
    if (own !== null) {
      findings.push(...own.findings);
      results.push(...own.results);
      located.push(...own.located);
      counted.push(...own.counted);
      const retraction = retractionIn(record);
      if (retraction !== null) retractions.push(retraction);
      if (range.mode !== 'all' && isCompared(record)) added.push(record);
      duplicates.note(record, false);
      slim.push(withoutContent(record));
    }
    done += 1;
    if (done % STEP === 0 || done === entries.size) progress(done, entries.size, 'records');
  }
  const known = await withSetAside(
    repository,
    range,
    await retractionFacts(repository, range, retractions, policy.ledger),
    policy,
  );
  const retracted = effective(known, entries);
  if (range.mode === 'all') {
    const standing = counted.filter((one) => !retracted.has(one.path) && !isAhead(one, range.until));
    for (const series of policy.series) {
      const newest = enforces(series) ? newestOf(series, standing) : null;
      const entry = newest === null ? undefined : entries.get(newest.path);
      const judged =
        newest === null || entry === undefined
          ? standing
          : await judgedAgain(repository, range, policy, series, [newest.path, entry], referenceRuns);
      located.push(...newestThresholds(series, judged, policy));
    }
  }
  const present = await predecessors(repository, range, slim, policy);
  for (const record of present) duplicates.note(record, true);
  const gone = new Set(retracted.keys());
  findings.push(
    ...applyRules(resultsRules, {
      added: slim,
      present,
      landed: range.mode === 'all',
      proposed,
      duplicates: await duplicates.found(gone),
      retracted: gone,
    }),
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

/** What one record came to by itself. */
interface JudgedRecord {
  readonly results: readonly ResultReport[];
  readonly findings: readonly RuleFinding[];
  readonly located: readonly LocatedThreshold[];
  readonly counted: readonly Counted[];
}

async function judgeRecord(
  { budget }: Repository,
  range: Range,
  record: RecordSubject,
  referenceRuns: ReferenceRuns | null,
): Promise<JudgedRecord> {
  const { path, series, readings } = record;
  const findings = budget.drawnBy(() => applyRules(recordRules, record));
  const results = budget.drawnBy(() =>
    readings.map((reading) => resultReport(record, reading, judgedMetrics(reading))),
  );
  const located: LocatedThreshold[] = [];
  const counted: Counted[] = [];
  for (const reading of readings) {
    if (series === null) break;
    if (range.mode === 'all') {
      const thresholds = enforces(series) ? [] : budget.drawnBy(() => judgeAlone(record, series, reading));
      counted.push({ path, series: series.id, reading: withoutRows(reading), thresholds });
      continue;
    }
    const thresholds = enforces(series)
      ? await judgeBeside(budget, record, series, reading, referenceRuns)
      : budget.drawnBy(() => judgeAlone(record, series, reading));
    located.push(...thresholds.map((threshold) => locate(threshold, record)));
  }
  return { results, findings, located, counted };
}

function judgeAlone({ path, policy }: RecordSubject, series: Series, reading: Reading) {
  return judgeThresholds(path, series, reading, judgedMetrics(reading), policy.min_coverage);
}

/** Judges a reading whose series enforces something: with what base's records say it should hold. */
async function judgeBeside(
  budget: Budget,
  { path, policy }: RecordSubject,
  series: Series,
  reading: Reading,
  referenceRuns: ReferenceRuns | null,
  older = false,
): Promise<readonly JudgedThreshold[]> {
  const reference = (await referenceRuns?.of(series, { path, reading }, older)) ?? null;
  budget.open(path);
  return budget.drawnBy(() => {
    const metrics = metricsFor(series, reading, reference);
    const expectations = { reference, judges: policy.judge, scoreOf: rowScores(reading) };
    return judgeThresholds(path, series, reading, metrics, policy.min_coverage, expectations);
  });
}

/** Where every record is looked at their rows are let go: the newest one of a series is read again, with its reference run. */
async function judgedAgain(
  repository: Repository,
  range: Range,
  policy: Policy,
  series: Series,
  newest: readonly [Path, Entry],
  referenceRuns: ReferenceRuns | null,
): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for await (const record of recordsOf(repository, range, new Map([newest]), policy)) {
    for (const reading of record.readings) {
      const thresholds = await judgeBeside(repository.budget, record, series, reading, referenceRuns, true);
      counted.push({ path: record.path, series: series.id, reading: withoutRows(reading), thresholds });
    }
  }
  return counted;
}

/** What an added record's evidence is compared with; nothing where there is no base, or nothing is enforced. */
async function referenceRunsOf(
  repository: Repository,
  range: Range,
  policy: Policy,
  entries: ReadonlyMap<Path, Entry>,
): Promise<ReferenceRuns | null> {
  if (!policy.series.some(enforces)) return null;
  const { ReferenceRuns, referenceRunBase } = await import('./reference-runs.ts');
  const base = referenceRunBase(range);
  if (base === null) return null;
  return new ReferenceRuns(repository, policy, base, range.until, range.mode === 'all' ? entries : null);
}

async function* recordsOf(
  repository: Repository,
  range: Range,
  entries: ReadonlyMap<Path, Entry>,
  policy: Policy,
): AsyncGenerator<RecordSubject> {
  const list = [...entries];
  const files = list.map(([path, { oid }]) => ({ path, oid, commit: range.head.id }));
  let index = 0;
  for await (const object of repository.contents(files, policy.max_bytes)) {
    const [path, entry] = list[index++]!;
    if (object === null) continue;
    const read = object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    const record = await readWithin(repository, path, entry, read, policy, range.committed);
    if (record !== null) yield record;
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
