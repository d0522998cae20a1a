import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../../core/digest.ts';
import { inputError } from '../../core/error.ts';
import { isFile } from '../../core/ledger.ts';
import { RETRACTION_SCHEMA } from '../../core/native.ts';
import { baseName, directoryName, type Path, pathIn } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { byRecord, toNative } from '../../core/record/native.ts';
import type { Shown, ShownResult, ThresholdReport } from '../../core/report.ts';
import { type Retraction, readRetraction } from '../../core/retraction.ts';
import type { JsonObject, JsonValue } from '../../document/document.ts';
import { decodeJson } from '../../document/json.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { rowScores } from '../../measures/evidence/observed.ts';
import type { Policy } from '../../policy/policy.ts';
import { judgeThresholds } from '../../policy/thresholds.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { resultReport } from '../check/judge/results.ts';
import { asRetracted } from '../check/judge/retractions.ts';
import { inWorkTree, type Workplace, type WorkTree } from '../open.ts';
import { type Located, locate } from './locate.ts';
import { readAnywhere, whyNoReadings } from './read.ts';
import { readRecognised } from './recognised.ts';

/** What `show` needs to know. */
interface ShowOptions extends Workplace {
  /** Where the user stands: files count from there. */
  readonly from: string;
  /** A file, inside a repository or not, or `REV:PATH`. */
  readonly result: string;
}

/** One result in full: identity, models, judge, metrics with verdicts, coverage, losses, retraction. */
export function show(options: ShowOptions): Promise<Shown> {
  return inWorkTree(options, async (workTree, policy) => {
    const located = await locate(workTree, policy, { text: options.result, from: options.from });
    const known = await readAnywhere(located, policy);
    const found = known.readings.length === 0 ? await readRecognised(known, located) : null;
    const record = found?.record ?? known;
    if (record.readings.length === 0) {
      const { why, remedy } = whyNoReadings(record);
      throw inputError(`${record.path} cannot be shown: ${why}.`, remedy);
    }
    const retraction = await retractionBeside(workTree, located);
    return shownOf(record, located, { policy, retraction, recognised: found?.recognised ?? null });
  });
}

/** What is known of a file besides its reading. */
interface Around extends Pick<Shown, 'retraction' | 'recognised'> {
  readonly policy: Policy;
}

/** Each result of a file that was read. */
export function shownOf(
  record: RecordSubject,
  located: Located,
  { policy, retraction, recognised }: Around,
): Shown {
  const retracted = retraction === null ? new Map() : new Map([[record.path, retraction]]);
  const records = recordsOf(record, located);
  const results = record.readings.map((reading, at): ShownResult => {
    const metrics = judgedMetrics(reading);
    return {
      result: asRetracted(resultReport(record, reading, metrics), retracted),
      code: reading.code,
      dataset: reading.dataset,
      thresholds: retraction === null ? thresholdsOf(record, reading, metrics, policy) : [],
      stated: reading.stated,
      record: records[at] ?? null,
    };
  });
  return { results, retraction, recognised };
}

function thresholdsOf(
  { path, series }: RecordSubject,
  reading: Reading,
  metrics: ReturnType<typeof judgedMetrics>,
  policy: Policy,
): readonly ThresholdReport[] {
  if (series === null) return [];
  const expectations = { reference: null, judges: policy.judge, scoreOf: rowScores(reading) };
  return judgeThresholds(path, series, reading, metrics, policy.min_coverage, expectations);
}

/** The native form of each reading, in their order: a candidate's stands in its baseline's. */
function recordsOf(record: RecordSubject, { bytes }: Located): readonly (JsonObject | null)[] {
  if (record.native !== null && record.content.kind === 'document') {
    return [record.content.document.value as JsonValue as JsonObject];
  }
  const source = { format: record.format ?? 'unknown', file: baseName(record.path), sha256: sha256(bytes) };
  return byRecord(record.readings).flatMap((readings) => [
    toNative(readings, source, { metrics_version: 1 }),
    ...readings.slice(1).map(() => null),
  ]);
}

/** A retraction is a few lines; what is larger need not be opened. */
const LARGEST = 64 * 1024;

/** The retraction of a file that stands in the same directory, whatever its name; `null` where there is none. */
async function retractionBeside(workTree: WorkTree | null, located: Located): Promise<Retraction | null> {
  const digests = digestsOf(located.bytes);
  for await (const { path, bytes } of neighbours(workTree, located)) {
    const found = retractionIn(path, bytes);
    if (found === null || !digests.includes(found.of.sha256)) continue;
    if (
      found.of.path === located.path ||
      (workTree === null && baseName(found.of.path) === baseName(located.path))
    )
      return found;
  }
  return null;
}

/** Of the bytes, and of what git holds where the work tree has CRLF. */
function digestsOf(bytes: Uint8Array): readonly string[] {
  const unix = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return [bytes, unix].map(sha256);
}

function retractionIn(path: Path, bytes: Uint8Array): Retraction | null {
  if (!Buffer.from(bytes).includes(RETRACTION_SCHEMA)) return null;
  const decoded = decodeJson(bytes);
  return decoded.ok ? readRetraction(path, decoded.document.value) : null;
}

async function* neighbours(
  workTree: WorkTree | null,
  { path, file, snapshot }: Located,
): AsyncGenerator<{ readonly path: Path; readonly bytes: Uint8Array }> {
  const directory = directoryName(path);
  const pathOf = (name: string) => pathIn(directory, name);
  const isWanted = (name: string) => /\.json$/i.test(name) && name !== baseName(path);
  if (file !== null) {
    for (const name of (await readdir(dirname(file)).catch(() => [])).filter(isWanted).sort()) {
      const bytes = await readFile(join(dirname(file), name)).catch(() => null);
      if (bytes !== null && bytes.length <= LARGEST) yield { path: pathOf(name), bytes };
    }
  } else if (snapshot !== null && workTree !== null) {
    const { lines } = await snapshot.children(directory);
    const files = lines.filter(({ name, entry }) => isFile(entry.kind) && isWanted(name));
    const oids = files.map(({ entry }) => entry.oid);
    let at = 0;
    for await (const object of workTree.objects.readAll(oids, LARGEST)) {
      const { name } = files[at++]!;
      if (typeof object !== 'string' && object.bytes !== null)
        yield { path: pathOf(name), bytes: object.bytes };
    }
  }
}
