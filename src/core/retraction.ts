import { isObject, type JsonObject, type JsonValue } from '../document/document.ts';
import { RETRACTION_SCHEMA } from './native.ts';
import { baseName, type Path } from './path.ts';

/** A record that says of another one that it is not to be counted. */
export interface Retraction {
  /** The path of the retraction itself. */
  readonly path: Path;
  readonly of: {
    readonly path: Path;
    /** SHA-256 of the bytes of the record that is retracted, in hexadecimal. */
    readonly sha256: string;
  };
  readonly reason: string;
  /** A UTC day. */
  readonly date: string;
  /** The record that replaces it, or `null`. */
  readonly superseded_by: Path | null;
}

/** The retraction in a document, or `null` where it is something else: what a file is follows from its `schema`. */
export function readRetraction(path: Path, value: JsonValue): Retraction | null {
  if (!isObject(value) || text(value, 'schema') !== RETRACTION_SCHEMA) return null;
  const of = Object.hasOwn(value, 'of') ? value['of'] : undefined;
  if (!isObject(of)) return null;
  const [target, sha256] = [text(of, 'path'), text(of, 'sha256')];
  const [reason, date] = [text(value, 'reason'), text(value, 'date')];
  if (target === null || sha256 === null || reason === null || date === null) return null;
  return { path, of: { path: target, sha256 }, reason, date, superseded_by: text(value, 'superseded_by') };
}

/** The file name of the n-th retraction of a result, beside it: `<result>.retraction-<n>.json`. */
export function retractionName(result: string, number: number): string {
  return `${result.replace(/\.json$/i, '')}.retraction-${number}.json`;
}

const RETRACTION_NAME = /\.retraction-\d+\.json$/i;

/** Whether a file has the name of a retraction: it is no result, whatever series claims it. */
export function namedAsRetraction(path: Path): boolean {
  return RETRACTION_NAME.test(path);
}

/** Whether a file beside a record has the name of a retraction of it. */
export function namesRetraction(name: string, record: Path): boolean {
  const base = baseName(record);
  const stems = [base, base.replace(/\.[^.]*$/, '')];
  return /\.retraction-\d+\.json$/.test(name) && stems.some((stem) => name.startsWith(`${stem}.retraction-`));
}

function text(object: JsonObject, key: string): string | null {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : null;
}
