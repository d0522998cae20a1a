import type { Path } from '../../core/path.ts';
import type { JsonValue } from '../../document/document.ts';
import { decodeJson, decodeJsonLines } from '../../document/json.ts';
import type { ResultFile } from '../../formats/format.ts';
import { detectFormat } from '../../formats/registry.ts';

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
