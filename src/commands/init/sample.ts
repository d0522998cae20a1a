import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { JsonValue } from '../../document/document.ts';
import { decodeJson, decodeJsonLines } from '../../document/json.ts';
import type { ResultFile } from '../../formats/format.ts';
import { readMapped } from '../../formats/mapping/mapping.ts';
import { recognise } from '../../formats/mapping/recognise.ts';
import { detectFormat, formatById } from '../../formats/registry.ts';
import type { Mapping } from '../../policy/policy.ts';

/** A file that was looked at. */
export interface Sample {
  readonly path: Path;
  readonly file: ResultFile;
  /** The format that knows it, or `null`. */
  readonly format: string | null;
  /** What it holds where it is JSON, else `null`. */
  readonly value: JsonValue;
}

/** A file and the format that knows it; `null` where it cannot be parsed. */
export function sampleOf(path: Path, bytes: Uint8Array): Sample | null {
  const lines = /\.(?:jsonl|ndjson)$/i.test(path);
  const syntax = lines ? decodeJsonLines : /\.json$/i.test(path) ? decodeJson : null;
  const decoded = syntax?.(bytes) ?? null;
  if (decoded?.ok === false) return null;
  const document = decoded?.document ?? null;
  const file = { path, bytes, document };
  return { path, file, format: detectFormat(file)?.id ?? null, value: document?.value ?? null };
}

/**
 * How to read a family: the format that knows all of it, `auto` where several do, or a mapping that fits all of it.
 * `null` where it does not look like results. `mayMap`: its path says that it holds results.
 */
export function readAs(samples: readonly Sample[], mayMap: boolean): string | Mapping | null {
  const formats = new Set(samples.map(({ format }) => format));
  const [only] = formats;
  if (samples.length === 0) return null;
  if (formats.size === 1 && typeof only === 'string') return only;
  if (!formats.has(null)) return 'auto';
  const values = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  return mayMap && values.length === samples.length ? (recognise(values)?.mapping ?? null) : null;
}

/** The first reading of a file; `null` where it has none. */
export function readingOf({ file, format: detected }: Sample, format: string | Mapping): Reading | null {
  if (typeof format !== 'string') {
    const mapped = readMapped(file, format);
    return 'readings' in mapped ? (mapped.readings[0] ?? null) : null;
  }
  return formatById(detected ?? format)?.read(file)[0] ?? null;
}
