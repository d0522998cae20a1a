import { RESULT_SCHEMA } from '../../src/core/native.ts';
import { findSecrets, knownSecrets } from '../../src/core/record/secrets.ts';
import { applyRule, type FindingReport, type Rule } from '../../src/core/rule.ts';
import type { Decoded } from '../../src/document/document.ts';
import { decodeJson } from '../../src/document/json.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import { detectFormat } from '../../src/formats/registry.ts';
import type { NativeFacts, RecordContent, RecordSubject, ResultsSubject } from '../../src/rules/subject.ts';
import { aPolicy } from './policies.ts';
import { validateNow } from './validate.ts';

/** The bytes of a text, or of any JSON. */
export function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/** A file as readers see it. Throws where the content is no document. */
export function aFile(content: unknown, path = 'results/run.json'): ResultFile {
  const bytes = bytesOf(content);
  const decoded = decodeJson(bytes);
  if (!decoded.ok) throw new Error(`no document: ${decoded.fault.code}`);
  return { path, bytes, document: decoded.document };
}

/** The name that the records of these tests have unless they say otherwise. */
export const NAME = 'results/eval-2026-09-28-corpus-run1.json';

/**
 * A record with this content (JSON text, bytes, or a value), read as `check` reads it: decoded, validated where it
 * calls itself native, and read by its series' mapping or by the format that detects it.
 */
export function aRecord(content: unknown, parts: Partial<RecordSubject> = {}): RecordSubject {
  const path = parts.path ?? NAME;
  const bytes = bytesOf(content);
  const decoded = decodeJson(bytes);
  const series = parts.series ?? null;
  const native = nativeOf(decoded, bytes);
  const read = decoded.ok && !native?.faults.length ? readFile(path, bytes, decoded, series) : NOTHING;
  return {
    path,
    entry: { oid: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391', kind: 'file' },
    content: contentOf(decoded),
    series,
    nearSeries: null,
    unclaimed: null,
    source: null,
    native,
    secrets: decoded.ok ? knownSecrets(findSecrets(decoded.document.value)) : [],
    ...read,
    folder: null,
    policy: aPolicy(series === null ? {} : { series: [series] }),
    committed: null,
    ...parts,
  };
}

const NOTHING = { format: null, unread: null, readings: [] } as const;

function contentOf(decoded: Decoded): RecordContent {
  return decoded.ok
    ? { kind: 'document', document: decoded.document }
    : { kind: 'fault', fault: decoded.fault };
}

function nativeOf(decoded: Decoded, bytes: Uint8Array): NativeFacts | null {
  if (!decoded.ok) {
    const named = /"schema"\s*:\s*"(evalguard\.[^"]*)"/.exec(new TextDecoder('latin1').decode(bytes));
    return named?.[1] === undefined ? null : { schema: named[1], known: true, faults: [] };
  }
  const { value } = decoded.document;
  const schema = value !== null && typeof value === 'object' && 'schema' in value ? value.schema : null;
  if (typeof schema !== 'string' || !schema.startsWith('evalguard.')) return null;
  const known = schema === RESULT_SCHEMA || schema === 'evalguard.retraction/v1';
  const name = schema === RESULT_SCHEMA ? 'result' : 'retraction';
  return { schema, known, faults: known ? validateNow(name, value) : [] };
}

function readFile(
  path: string,
  bytes: Uint8Array,
  decoded: Extract<Decoded, { ok: true }>,
  series: RecordSubject['series'],
): Pick<RecordSubject, 'format' | 'unread' | 'readings'> {
  const file = { path, bytes, document: decoded.document };
  if (series !== null && 'mapping' in series.format) {
    const mapped = readMapped(file, series.format.mapping);
    return 'unread' in mapped
      ? { ...NOTHING, unread: mapped.unread }
      : { ...NOTHING, format: 'mapping', readings: mapped.readings };
  }
  const format = detectFormat(file);
  return format === null ? NOTHING : { ...NOTHING, format: format.id, readings: format.read(file) };
}

/** A valid native result of one row, with these parts in place of its own; `undefined` leaves one out. */
export function aResult(parts: { readonly [key: string]: unknown } = {}): { [key: string]: unknown } {
  return {
    schema: RESULT_SCHEMA,
    metrics_version: 1,
    method: { limits: {} },
    models: { agent: 'openai:gpt-5.5' },
    results: [{ id: 'refund', scores: { passed: true } }],
    ...parts,
  };
}

/** What a rule finds, with its words. */
export function findingsOf<Id extends string, Subject, Data extends object>(
  rule: Rule<Id, Subject, Data>,
  subject: Subject,
): (Pick<FindingReport, 'severity' | 'path' | 'pointer' | 'line' | 'column' | 'message' | 'remedy'> & {
  readonly data: Data;
})[] {
  return applyRule(rule, subject).map(({ severity, path, pointer, line, column, data }) => ({
    severity,
    path,
    pointer: pointer ?? null,
    line: line ?? null,
    column: column ?? null,
    message: rule.message(data, {
      path,
      pointer: pointer ?? null,
      line: line ?? null,
      column: column ?? null,
    }),
    remedy: rule.remedy(data, { path }),
    data,
  }));
}

/** Results side by side, in a range that proposes no other policy and retracts nothing. */
export function sideBySide(
  added: readonly RecordSubject[],
  parts: Partial<ResultsSubject> = {},
): ResultsSubject {
  return {
    added,
    present: [],
    landed: false,
    proposed: null,
    duplicates: [],
    retracted: new Set(),
    ...parts,
  };
}
