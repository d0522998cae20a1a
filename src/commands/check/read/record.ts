import { createHash } from 'node:crypto';
import type { Repository } from '../../../adapters/git/repository.ts';
import type { Snapshot } from '../../../adapters/git/snapshot.ts';
import { validate } from '../../../adapters/schemas.ts';
import { Budget, BudgetError } from '../../../core/budget.ts';
import type { Entry, LedgerFile } from '../../../core/ledger.ts';
import { RESULT_SCHEMA } from '../../../core/native.ts';
import { baseName, type Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import { type KnownSecret, maySecret } from '../../../core/record/secret-signs.ts';
import { namedAsRetraction } from '../../../core/retraction.ts';
import {
  DEFAULT_LIMITS,
  type Decoded,
  type Document,
  isObject,
  type JsonValue,
} from '../../../document/document.ts';
import { decodeJson, decodeJsonLines } from '../../../document/json.ts';
import { asObject, asText, member } from '../../../formats/field.ts';
import { type Format, MAPPED, type ResultFile } from '../../../formats/format.ts';
import { native as nativeFormat } from '../../../formats/native/native.ts';
import {
  DEFAULT_SERIES,
  type FileSyntax,
  type Policy,
  type Series,
  syntaxByEnding,
} from '../../../policy/policy.ts';
import { nearSeriesOf, seriesOf } from '../../../policy/series.ts';
import type { NativeFacts, RecordContent, RecordSubject, UnclaimedResult } from '../../../rules/subject.ts';
import type { FileSource, RecordBytes } from './files.ts';
import type { OwnContent } from './folder.ts';

/** Gives the files around a record, which its series can ask for; `null` where only the record itself is at hand. */
export type FilesAround = (() => FileSource | Promise<FileSource>) | null;

/**
 * Reads one record: its syntax, its schema where it calls itself native, and what its format says. Where its series says that
 * the result is the folder around it, that folder is read.
 */
export async function readRecord(
  path: Path,
  entry: Entry,
  read: RecordBytes,
  policy: Policy,
  committed: number | null,
  around: FilesAround,
  budget: Budget = new Budget(),
): Promise<RecordSubject> {
  budget.open(path);
  const series = seriesOf(path, policy);
  const bytes = 'bytes' in read ? read.bytes : new Uint8Array();
  const own = await contentOf(read, syntaxOf(path, series), policy, budget);
  const file = { path, entry, nearSeries: null, unclaimed: null, source: null, policy, committed };
  const { folder, ...whole } =
    series === null || series.folder === null || namedAsRetraction(path)
      ? { ...own, folder: null }
      : await (await import('./folder.ts')).readRun(
          { ...file, ...NOTHING, ...own, series, native: null },
          await around?.(),
          {
            budget,
            contentOf: (path, read) => contentOf(read, memberSyntax(path), policy, budget),
          },
        );
  const { content } = whole;
  const document = content.kind === 'document' ? content.document : null;
  const native = await nativeFacts(document?.value ?? null, content.kind === 'fault' ? bytes : null);
  const reading =
    folder?.unread != null
      ? { ...NOTHING, unread: folder.unread }
      : await readFile({ path, bytes, document }, series, content, native, budget);
  budget.spend('rows', rowsIn(reading.readings));
  return {
    ...file,
    ...whole,
    series,
    nearSeries: series === null ? nearSeriesOf(path, policy) : null,
    unclaimed:
      series === null
        ? await unclaimedResult({ path, bytes, document }, reading, native, policy, budget)
        : null,
    native,
    source: native === null || document === null ? null : statedSource(document.value),
    ...reading,
    readings:
      folder === null
        ? reading.readings
        : reading.readings.map((one) => ({ ...one, losses: [...one.losses, ...folder.losses] })),
    folder,
  };
}

async function contentOf(
  read: RecordBytes,
  syntax: FileSyntax | null,
  policy: Policy,
  budget: Budget,
): Promise<OwnContent> {
  if (!('bytes' in read)) return { content: tooLarge(read.size, policy), secrets: [] };
  const content = await decode(read.bytes, syntax, budget);
  return { content, secrets: await secretsIn(read.bytes, content) };
}

/** Rows, and rulings within rows: what every rule of a record looks at. */
function rowsIn(readings: readonly Reading[]): number {
  const ofOne = ({ rows }: Reading) =>
    (rows ?? []).reduce((sum, { judgments }) => sum + 1 + judgments.length, 0);
  return readings.reduce((sum, reading) => sum + ofOne(reading), 0);
}

/** What looks like a key: by its values where the file could be read, else by its lines. */
async function secretsIn(bytes: Uint8Array, content: RecordContent): Promise<readonly KnownSecret[]> {
  const text = () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // A workbook's bytes are packed: only its cells say anything.
  const packed = content.kind === 'document' && bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!packed && !maySecret(text())) return [];
  // Few records hold a sign of one, so the kinds are loaded for those alone.
  const { findSecrets, findSecretsInText, knownSecrets } = await import('../../../core/record/secrets.ts');
  if (content.kind !== 'document') return knownSecrets(findSecretsInText(text()));
  const found = findSecrets(content.document.value);
  // Of a key that stands twice the document holds one value.
  const lost = content.document.faults.some(({ code }) => code === 'duplicate-key');
  return knownSecrets(lost && found.length === 0 ? findSecretsInText(text()) : found);
}

/**
 * Reads a record of a snapshot out of the repository's budget. One that would cost too much is noted as not looked at, and `null`.
 */
export function readWithin(
  repository: Repository,
  snapshot: Snapshot,
  { path, entry }: LedgerFile,
  read: RecordBytes,
  policy: Policy,
  committed: number | null = null,
): Promise<RecordSubject | null> {
  const { budget, unread } = repository;
  const around = async () => new (await import('./files.ts')).SnapshotFiles(repository, snapshot);
  return unread.attempt(() => readRecord(path, entry, read, policy, committed, around, budget), null);
}

/** A file's bytes, decoded as its name or its series says; `null` where that is no syntax of rows. */
export async function decodeTable(
  path: Path,
  bytes: Uint8Array,
  series: Series,
  budget: Budget,
): Promise<{ readonly syntax: TableSyntax; readonly decoded: Decoded } | null> {
  const syntax = syntaxOf(path, series);
  if (syntax === null || syntax === 'xlsx') return null;
  budget.open(path);
  budget.spend('bytes', bytes.length);
  return { syntax, decoded: await decodeAs(bytes, syntax, budget) };
}

/** A syntax whose files hold rows that a policy can name. */
export type TableSyntax = Exclude<FileSyntax, 'xlsx'>;

/** JSON is read wherever it stands in the ledger; other syntaxes only where a series claims the file. */
function syntaxOf(path: Path, series: Series | null): FileSyntax | null {
  if (series?.syntax) return series.syntax;
  const syntax = syntaxByEnding(baseName(path));
  return series === null && syntax !== 'json' ? null : syntax;
}

/** The files of a folder are read by their endings; a workbook in it is an attachment. */
function memberSyntax(path: Path): FileSyntax | null {
  const syntax = syntaxOf(path, ANY_SERIES);
  return syntax === 'xlsx' ? null : syntax;
}

async function decode(bytes: Uint8Array, syntax: FileSyntax | null, budget: Budget): Promise<RecordContent> {
  budget.spend('bytes', bytes.length);
  if (syntax === null) return { kind: 'other' };
  const decoded = await decodeAs(bytes, syntax, budget);
  return decoded.ok
    ? { kind: 'document', document: decoded.document }
    : { kind: 'fault', fault: decoded.fault };
}

/** A byte of YAML costs as much as several steps: the library makes an object of every token. */
const STEPS_A_YAML_BYTE = 8;

async function decodeAs(bytes: Uint8Array, syntax: FileSyntax, budget: Budget): Promise<Decoded> {
  // The policy's limit on bytes was applied before they were read.
  const limits = { ...DEFAULT_LIMITS, bytes: Number.POSITIVE_INFINITY };
  if (syntax === 'json') return decodeJson(bytes, limits);
  const spend = (nodes: number) => budget.spend('nodes', nodes);
  if (syntax === 'jsonl') return decodeJsonLines(bytes, limits, spend);
  if (syntax === 'csv') return (await import('../../../document/csv.ts')).decodeCsv(bytes, limits, spend);
  if (syntax === 'xlsx') return (await import('../../../adapters/workbook.ts')).decodeWorkbook(bytes, spend);
  budget.spend('steps', bytes.length * STEPS_A_YAML_BYTE);
  const { decodeYaml } = await import('../../../document/yaml.ts');
  return decodeYaml(bytes, limits);
}

function tooLarge(size: number, policy: Policy): RecordContent {
  return { kind: 'too-large', size, limit: policy.max_bytes };
}

const SCHEMAS = {
  'evalguard.result/v1': 'result',
  'evalguard.retraction/v1': 'retraction',
  'evalguard.report/v1': 'report',
} as const;

/** What a file that calls itself `evalguard.*` must satisfy. A broken one is looked at for the name alone. */
export async function nativeFacts(value: JsonValue, broken: Uint8Array | null): Promise<NativeFacts | null> {
  if (broken !== null) {
    const start = Buffer.from(broken.buffer, broken.byteOffset, Math.min(broken.length, 4096)).toString(
      'latin1',
    );
    const named = /"schema"\s*:\s*"(evalguard\.[^"\s]*)"/.exec(start);
    return named === null ? null : { schema: named[1]!, known: true, faults: [] };
  }
  if (!isObject(value) || !Object.hasOwn(value, 'schema')) return null;
  const schema = value['schema'];
  if (typeof schema !== 'string' || !schema.startsWith('evalguard.')) return null;
  const name = Object.hasOwn(SCHEMAS, schema) ? SCHEMAS[schema as keyof typeof SCHEMAS] : null;
  return { schema, known: name !== null, faults: name === null ? [] : await validate(name, value) };
}

/** The SHA-256 of the file that a native result says it was made from. */
function statedSource(value: JsonValue): string | null {
  const digest = asText(member(asObject(member(asObject(value), 'source')), 'sha256'));
  return digest === null ? null : digest.toLowerCase();
}

/**
 * Whether a file that no series claims is a result all the same: a reader knows it, or it would be read if a series of the
 * policy claimed it, in whatever syntax.
 */
async function unclaimedResult(
  file: ResultFile,
  read: Read,
  native: NativeFacts | null,
  policy: Policy,
  budget: Budget,
): Promise<UnclaimedResult | null> {
  // Another of evalguard's own files is no result, and a result that breaks the schema is an error already.
  if (policy.series.length === 0 || native?.faults.length || (native && native.schema !== RESULT_SCHEMA)) {
    return null;
  }
  const format = read.format ?? (await formatIfAny(file, policy, budget));
  if (format === null) return null;
  return { format, sha256: createHash('sha256').update(file.bytes).digest('hex') };
}

/** A file that no series claims need not be read: one that costs too much is known by the name that it gives itself. */
async function formatIfAny(file: ResultFile, policy: Policy, budget: Budget): Promise<string | null> {
  try {
    return await formatIfClaimed(file, policy, budget);
  } catch (error) {
    if (!(error instanceof BudgetError) || error.over === 'check') throw error;
    return beginningOf(file.bytes).includes(RESULT_SCHEMA) ? nativeFormat.id : null;
  }
}

async function formatIfClaimed(file: ResultFile, policy: Policy, budget: Budget): Promise<string | null> {
  const { path, bytes } = file;
  const own = policy.series.filter(({ format, columns }) => 'mapping' in format || columns !== undefined);
  const begins = beginningOf(bytes);
  const tried = file.document === null ? null : syntaxOf(path, null);
  const syntaxes = new Set([
    ...(tried === null ? [] : [tried]),
    syntaxOf(path, ANY_SERIES),
    ...(begins.includes('\0') ? [] : policy.series.map(({ syntax }) => syntax)),
    ...(/^(?:\xef\xbb\xbf)?\s*[{[]/.test(begins) ? (['json', 'jsonl'] as const) : []),
  ]);
  for (const syntax of syntaxes) {
    const isTried = syntax === tried && tried !== null;
    const document = isTried ? file.document : syntax && (await documentIn(bytes, syntax, budget));
    if (document === null) continue;
    const native = isTried ? null : await nativeFacts(document.value, null);
    if (native?.schema === RESULT_SCHEMA) return nativeFormat.id;
    for (const series of isTried ? own : [ANY_SERIES, ...own]) {
      const content = { kind: 'document', document } as const;
      const read = await readFile({ path, bytes, document }, series, content, native, budget);
      if (read.format === MAPPED ? isAskedFor(read.readings, series) : read.format !== null)
        return read.format;
    }
  }
  return null;
}

/** Any object of numbers would do for a mapping; a result of the series holds something that the series asks for. */
function isAskedFor(readings: readonly Reading[], { thresholds }: Series): boolean {
  const names = readings.flatMap(({ claims }) => claims.map(({ name }) => name));
  return thresholds.length === 0 ? names.length > 0 : thresholds.some(({ metric }) => names.includes(metric));
}

const ANY_SERIES: Series = { ...DEFAULT_SERIES, id: '', files: '**' };

function beginningOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
}

/** The document that bytes hold in a syntax, or `null` where they hold none. */
async function documentIn(bytes: Uint8Array, syntax: FileSyntax, budget: Budget): Promise<Document | null> {
  const decoded = await decodeAs(bytes, syntax, budget);
  return decoded.ok ? decoded.document : null;
}

interface Read {
  readonly format: string | null;
  readonly unread: string | null;
  readonly readings: readonly Reading[];
}

const NOTHING: Read = { format: null, unread: null, readings: [] };

async function readFile(
  file: ResultFile,
  series: Series | null,
  content: RecordContent,
  native: NativeFacts | null,
  budget: Budget,
): Promise<Read> {
  // What its schema refuses is reported as such; reading it all the same would only guess. A retraction or report is no
  // result, whatever series its name falls into.
  if (
    content.kind === 'fault' ||
    content.kind === 'too-large' ||
    (native !== null && (native.faults.length > 0 || native.schema !== RESULT_SCHEMA))
  )
    return NOTHING;
  const source = series?.format ?? { reader: 'auto' };
  if ('mapping' in source && native === null) {
    const { readMapped } = await import('../../../formats/mapping/mapping.ts');
    const mapped = budget.drawnBy(() => readMapped(file, source.mapping));
    return 'readings' in mapped
      ? { ...NOTHING, format: MAPPED, readings: mapped.readings }
      : { ...NOTHING, unread: mapped.unread };
  }
  const wanted = 'mapping' in source || source.reader === 'auto' ? null : source.reader;
  const format = await formatOf(file, wanted, series, native);
  if (format === null) return NOTHING;
  if (wanted !== null && !format.detect(file))
    return { ...NOTHING, unread: `it does not have the shape of ${format.title}` };
  const refused = format.refuse?.(file) ?? null;
  if (refused !== null) return { ...NOTHING, unread: refused };
  const readings = budget.drawnBy(() => format.read(file));
  return { format: format.id, unread: null, readings };
}

/** The reader of a file. Those of other tools are loaded only where there is a file that is none of evalguard's own. */
async function formatOf(
  file: ResultFile,
  wanted: string | null,
  series: Series | null,
  native: NativeFacts | null,
): Promise<Format | null> {
  if (native !== null && (wanted ?? nativeFormat.id) === nativeFormat.id) {
    return wanted !== null || nativeFormat.detect(file) ? nativeFormat : null;
  }
  if (series?.columns !== undefined && native === null) {
    return (await import('../../../formats/workbook/workbook.ts')).workbookFormat(series.columns);
  }
  const { detectFormat, formatById } = await import('../../../formats/registry.ts');
  return wanted === null ? detectFormat(file) : formatById(wanted);
}
