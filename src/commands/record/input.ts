import { sha256 } from '../../core/digest.ts';
import { type EvalguardError, inputError, usageError } from '../../core/error.ts';
import { RESULT_SCHEMA } from '../../core/native.ts';
import { baseName } from '../../core/path.ts';
import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { byRecord, type SourceFile, toNative } from '../../core/record/native.ts';
import { applyRules } from '../../core/rule.ts';
import { nearest } from '../../core/text.ts';
import type { JsonObject, JsonValue } from '../../document/document.ts';
import { spelledJson } from '../../document/spelling.ts';
import { formats } from '../../formats/registry.ts';
import { DEFAULT_POLICY, DEFAULT_SERIES, type Policy, type Series } from '../../policy/policy.ts';
import { type RuleFinding, recordRules } from '../../rules/registry.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { readRecord } from '../check/read/record.ts';

/** A run's output. `name` is its file name, `-` for standard input. */
export interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A result that is to be recorded, in the native form, with its reading. */
export interface Draft {
  readonly content: JsonObject;
  readonly reading: Reading;
  /** `null` where there is no file behind it. */
  readonly source: SourceFile | null;
}

/** The results of a file, or what is wrong with it. */
type ReadInput =
  | { readonly kind: 'drafts'; readonly drafts: readonly Draft[] }
  | { readonly kind: 'refused'; readonly findings: readonly RuleFinding[] };

/** How a file is read: by the reader of that id, or like the files of that series. */
export interface Reader {
  readonly from: string | null;
  readonly policy: Policy;
  readonly metricsVersion: number;
}

/** Reads the output of a harness: any known format, a native result, or what `show --format json` printed. */
export async function readInput(input: Input, reader: Reader): Promise<ReadInput> {
  const record = await decodeInput(input, reader);
  const shown = record.content.kind === 'document' ? shownRecords(record.content.document.value) : null;
  if (shown !== null) return together(shown, reader);
  // A file in a form that is not read has nothing to mend in it, and the ledger knows nothing of it.
  if (record.unread !== null) throw notRead(input, record.unread, record, reader);
  // Whatever else is wrong shows on the record itself; these are lost or hidden once the file has been read.
  // Secrets are reported of the record: not everything in the file comes into it.
  const findings = applyRules(recordRules, { ...record, secrets: [] }).filter(
    ({ rule, severity }) => severity === 'error' && (rule.startsWith('file/') || rule === 'result/schema'),
  );
  const path = input.name === '-' ? 'standard input' : input.name;
  if (findings.length > 0) {
    return { kind: 'refused', findings: findings.map((finding) => ({ ...finding, path })) };
  }
  const [first] = record.readings;
  if (first === undefined) throw unknownFormat(input, record);
  const source: SourceFile = { format: first.format, file: input.name, sha256: sha256(input.bytes) };
  if (record.native !== null && record.content.kind === 'document') {
    const content = record.content.document.value as JsonObject;
    return { kind: 'drafts', drafts: [{ content, reading: first, source }] };
  }
  const assumed = { metrics_version: reader.metricsVersion };
  const drafts = byRecord(record.readings).map((readings) => ({
    content: toNative(readings, source, assumed),
    reading: readings[0],
    source,
  }));
  return { kind: 'drafts', drafts };
}

/**
 * Decodes and reads a file wherever it comes from; without a reader, by whichever knows it. Standard input has no ending
 * that tells its syntax: JSON first, then JSON Lines.
 */
export async function decodeInput({ name, bytes }: Input, reader: Reader | null): Promise<RecordSubject> {
  const series = reader === null ? ANY_SERIES : seriesFor(reader);
  const policy: Policy = { ...DEFAULT_POLICY, ledger: ['.'], series: [series] };
  const read = (path: string) => readRecord(path, { oid: '', kind: 'file' }, { bytes }, policy, null, null);
  if (name !== '-') return read(baseName(name.replaceAll('\\', '/')));
  const json = await read('input.json');
  if (json.content.kind !== 'fault') return json;
  const lines = await read('input.jsonl');
  return lines.content.kind === 'fault' ? json : lines;
}

/** A series that claims the file, so that the wanted reader reads it and every fault of it is found. */
function seriesFor({ from, policy }: Reader): Series {
  const own = policy.series.find(({ id }) => id === from);
  const known = formats.map(({ id }) => id);
  if (from !== null && own === undefined && !known.includes(from)) {
    const all = [...known, ...policy.series.map(({ id }) => id)];
    const near = nearest(from, all);
    throw usageError(
      `--from ${from} names neither a format nor a series of the policy${near === null ? '.' : `; did you mean ${near}?`}`,
      `Leave it out to have the format detected, or use one of: ${all.join(', ')}.`,
    );
  }
  if (own?.folder) {
    throw usageError(
      `--from ${from} names a series whose results are folders, and one file is no such result.`,
      'Copy the folder of the run into the ledger as it is, and commit it.',
    );
  }
  return {
    ...ANY_SERIES,
    id: own?.id ?? 'input',
    format: own?.format ?? { reader: from ?? 'auto' },
    ...(own?.columns === undefined ? {} : { columns: own.columns }),
    syntax: own?.syntax ?? null,
  };
}

const ANY_SERIES: Series = { ...DEFAULT_SERIES, id: 'input', files: '**' };

/** The records inside what `evalguard show --format json` prints: one element of a report's results, or a list. */
function shownRecords(value: JsonValue): readonly JsonValue[] | null {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const shown = list.every(
    (each) =>
      each !== null &&
      typeof each === 'object' &&
      ['record', 'path', 'metrics'].every((key) => Object.hasOwn(each, key)),
  );
  if (!shown || list.length === 0) return null;
  const records = list.map((each) => (each as JsonObject)['record']!);
  return records.some((record) => (record as JsonObject | null)?.['schema'] === RESULT_SCHEMA)
    ? records.filter((record) => record !== null)
    : null;
}

async function together(records: readonly JsonValue[], reader: Reader): Promise<ReadInput> {
  const drafts: Draft[] = [];
  for (const record of records) {
    const bytes = new TextEncoder().encode(spelledJson(record));
    const read = await readInput({ name: '-', bytes }, { ...reader, from: null });
    if (read.kind === 'refused') return read;
    drafts.push(...read.drafts);
  }
  return { kind: 'drafts', drafts };
}

const CONVERT = 'Record one in a form that is read; what is read of each tool stands in docs/formats.md.';

/** Of a file that a reader refuses, only another form of it helps; of any other, another reader may. */
function notRead(
  input: Input,
  why: string,
  { path, content }: RecordSubject,
  { from, policy }: Reader,
): EvalguardError {
  const document = content.kind === 'document' ? content.document : null;
  const isRefused = formats.some(({ refuse }) => refuse?.({ path, bytes: input.bytes, document }) === why);
  const otherwise = policy.series.some(({ id }) => id === from)
    ? `Name another format or series with --from, or correct the format of the series "${from}" in evalguard.yaml, in a change of its own.`
    : `Leave --from out to have the format detected, or name another: ${formats.map(({ id }) => id).join(', ')}.`;
  return inputError(`${called(input)} was not recorded: ${why}.`, isRefused ? CONVERT : otherwise);
}

function unknownFormat(input: Input, { content }: RecordSubject): EvalguardError {
  const why =
    content.kind === 'other' ? 'its ending names no syntax that is read' : 'no reader knows its shape';
  return inputError(
    `${called(input)} was not recorded: ${why}.`,
    `Name its format with --from (${formats.map(({ id }) => id).join(', ')}, or a series with a mapping), or write the native form: docs/recording.md shows it in ten lines.`,
  );
}

function called({ name }: Input): string {
  return name === '-' ? 'What was piped in' : name;
}

/** The result of a run that left nothing to read. */
export function unmeasuredDraft(metricsVersion: number): Draft {
  const content = { schema: RESULT_SCHEMA, metrics_version: metricsVersion };
  return { content, reading: { ...EMPTY_READING, format: 'native' }, source: null };
}
