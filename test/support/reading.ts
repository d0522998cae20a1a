import { readFileSync } from 'node:fs';
import type { Claim, Reading, Row } from '../../src/core/reading.ts';
import { decodeCsv } from '../../src/document/csv.ts';
import type { Decoded, Document } from '../../src/document/document.ts';
import { decodeJson, decodeJsonLines } from '../../src/document/json.ts';
import { decodeYaml } from '../../src/document/yaml.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { detectFormat } from '../../src/formats/registry.ts';
import { bytesOf } from './record.ts';

/** A file on disk as readers see it: decoded where its ending is one of a known syntax and its text is sound. */
export function fileAt(path: string): ResultFile {
  return { path, bytes: readFileSync(path), document: documentOf(path, readFileSync(path)) };
}

/** A file of any content. */
export function fileOf(path: string, content: unknown): ResultFile {
  const bytes = bytesOf(content);
  return { path, bytes, document: documentOf(path, bytes) };
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Decoded>> = {
  json: decodeJson,
  jsonl: decodeJsonLines,
  yaml: decodeYaml,
  yml: decodeYaml,
  csv: decodeCsv,
};

function documentOf(path: string, bytes: Uint8Array): Document | null {
  const decoded = DECODERS[path.slice(path.lastIndexOf('.') + 1)]?.(bytes);
  return decoded?.ok === true ? decoded.document : null;
}

/** The readings of a file by the reader that detects it. Throws where none does. */
export function readingsOf(file: ResultFile): readonly Reading[] {
  const format = detectFormat(file);
  if (format === null) throw new Error(`no reader knows ${file.path}`);
  return format.read(file);
}

/** The one reading of a file. */
export function readOne(file: ResultFile): Reading {
  const [reading, ...more] = readingsOf(file);
  if (reading === undefined || more.length > 0)
    throw new Error(`${file.path} has ${more.length + 1} readings`);
  return reading;
}

/** The values of a reading's claims by name; `null` is unmeasured. */
export function valuesOf(reading: Reading): { readonly [name: string]: number | null } {
  return Object.fromEntries(reading.claims.map(({ name, value }) => [name, value]));
}

export function claimOf(reading: Reading, name: string): Claim {
  const claim = reading.claims.find((each) => each.name === name);
  if (claim === undefined) throw new Error(`no claim ${name}`);
  return claim;
}

/** The bounds that a file states, with the verdicts that it drew. */
export function statedOf(
  reading: Reading,
): readonly (readonly [string, number | null, number | null, string | null])[] {
  return reading.stated.map(({ metric, min, max, verdict }) => [metric, min, max, verdict]);
}

/** The scores of a row as a plain object. */
export function scoresOf(row: Row | undefined): { readonly [score: string]: unknown } {
  return Object.fromEntries(row?.scores ?? []);
}
