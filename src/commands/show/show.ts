import { createHash } from 'node:crypto';
import { workTreeAround } from '../../adapters/git/nearby.ts';
import { EvalguardError } from '../../core/error.ts';
import { baseName } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { JsonObject } from '../../core/record/canonical.ts';
import { byRecord, toNative } from '../../core/record/native.ts';
import type { ThresholdReport } from '../../core/report.ts';
import type { Retraction } from '../../core/retraction.ts';
import type { Shown, ShownResult } from '../../core/shown.ts';
import type { JsonValue } from '../../document/document.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { rowScores } from '../../measures/evidence/observed.ts';
import type { Policy } from '../../policy/policy.ts';
import { judgeThresholds } from '../../policy/thresholds.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { resultReport } from '../check/judge/results.ts';
import type { PolicyPlace } from '../check/read/policy.ts';
import { readRecord } from '../check/read/record.ts';
import { marked } from '../check/retractions.ts';
import { decodeInput } from '../record/input.ts';
import { workTreePolicy } from '../record/policy.ts';
import { type Located, locate } from './locate.ts';
import { retractionBeside } from './retraction.ts';
import { unreadText } from './unread.ts';

/** What `show` needs to know: nothing is taken from the process itself. */
export interface ShowOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the user stands: files count from there. */
  readonly from: string;
  readonly policy: PolicyPlace;
  /** A file, inside a repository or not, or `REV:PATH`. */
  readonly result: string;
}

/** Tells of one result: identity, models, judge, metrics with their verdicts, coverage, losses, retraction. */
export async function show(options: ShowOptions): Promise<Shown> {
  const { cwd, env, from } = options;
  const workTree = await workTreeAround({ cwd, env });
  try {
    const policy = await workTreePolicy(workTree?.workTree ?? null, options.policy);
    const located = await locate(workTree, { text: options.result, from });
    const record = await readAnywhere(located, policy);
    if (record.readings.length === 0) throw notReadable(record);
    const retraction = await retractionBeside(workTree, located);
    const records = recordsOf(record, located);
    const results = record.readings.map((reading, at) =>
      shownResult(record, reading, { retraction, policy, native: records[at] ?? null }),
    );
    return { results, retraction };
  } finally {
    workTree?.close();
  }
}

/** Reads a file as its series says; one that no series claims by whatever reader knows it. */
export async function readAnywhere({ bytes, path }: Located, policy: Policy): Promise<RecordSubject> {
  const record = await readRecord(path, { oid: '', kind: 'file' }, { bytes }, policy, null);
  if (record.readings.length > 0 || record.series !== null) return record;
  const read = await decodeInput({ name: baseName(path), bytes }, null);
  return read.readings.length === 0
    ? { ...record, content: read.content, native: read.native }
    : { ...read, path, series: null };
}

interface Around {
  readonly retraction: Retraction | null;
  readonly policy: Policy;
  readonly native: JsonObject | null;
}

function shownResult(
  record: RecordSubject,
  reading: Reading,
  { retraction, policy, native }: Around,
): ShownResult {
  const metrics = judgedMetrics(reading);
  const report = resultReport(record, reading, metrics);
  const retracted = retraction === null ? new Map() : new Map([[record.path, retraction]]);
  return {
    result: marked(report, retracted),
    code: reading.code,
    dataset: reading.dataset,
    thresholds: retraction === null ? thresholdsOf(record, reading, policy) : [],
    stated: reading.stated,
    record: native,
  };
}

function thresholdsOf(record: RecordSubject, reading: Reading, policy: Policy): readonly ThresholdReport[] {
  if (record.series === null) return [];
  const expectations = { reference: null, judges: policy.judge, scoreOf: rowScores(reading) };
  const metrics = judgedMetrics(reading);
  return judgeThresholds(record.path, record.series, reading, metrics, policy.min_coverage, expectations);
}

/** The native form of each reading, in their order: a candidate's stands in its baseline's. */
function recordsOf(record: RecordSubject, { bytes }: Located): readonly (JsonObject | null)[] {
  if (record.native !== null && record.content.kind === 'document') {
    return [record.content.document.value as JsonValue as JsonObject];
  }
  const source = {
    format: record.format ?? 'unknown',
    file: baseName(record.path),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  return byRecord(record.readings).flatMap((readings) => [
    toNative(readings, source, { metrics_version: 1 }),
    ...readings.slice(1).map(() => null),
  ]);
}

function notReadable(record: RecordSubject): EvalguardError {
  const { why, remedy } = unreadText(record);
  return new EvalguardError('input', `${record.path} cannot be shown: ${why}.`, remedy);
}
