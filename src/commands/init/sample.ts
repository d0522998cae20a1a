import { baseName, type Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { type Decoded, isObject, type JsonValue } from '../../document/document.ts';
import { decodeJson, decodeJsonLines } from '../../document/json.ts';
import type { ResultFile } from '../../formats/format.ts';
import { readMapped } from '../../formats/mapping/mapping.ts';
import { recognise } from '../../formats/mapping/recognise/recognise.ts';
import { detectFormat, formatById } from '../../formats/registry.ts';
import { type FileSyntax, type Mapping, syntaxByEnding } from '../../policy/policy.ts';

/** A file that was looked at. */
export interface Sample {
  readonly path: Path;
  readonly file: ResultFile;
  /** The format that knows it, or `null`. */
  readonly format: string | null;
  /** What it holds, whatever its syntax; `null` where that could not be read. */
  readonly value: JsonValue;
  readonly syntax: FileSyntax | null;
}

/** A file and the format that knows it; `null` where it cannot be parsed. */
export async function sampleOf(path: Path, bytes: Uint8Array): Promise<Sample | null> {
  const syntax = syntaxByEnding(baseName(path));
  const decoded = syntax === null ? null : await decode(bytes, syntax);
  if (decoded?.ok === false) return null;
  const document = decoded?.document ?? null;
  const file = { path, bytes, document };
  return { path, file, format: detectFormat(file)?.id ?? null, value: document?.value ?? null, syntax };
}

async function decode(bytes: Uint8Array, syntax: FileSyntax): Promise<Decoded> {
  switch (syntax) {
    case 'json':
      return decodeJson(bytes);
    case 'jsonl':
      return decodeJsonLines(bytes);
    case 'yaml':
      return (await import('../../document/yaml.ts')).decodeYaml(bytes);
    case 'csv':
      return (await import('../../document/csv.ts')).decodeCsv(bytes);
    case 'xlsx':
      return (await import('../../adapters/workbook.ts')).decodeWorkbook(bytes, () => {});
    default:
      return syntax satisfies never;
  }
}

/** What a path says: that a file is of an evaluation, that it goes into one, or nothing. */
export type Trust = 'evaluation' | 'input' | 'none';

/**
 * How to read files: the format that knows all of them, `auto` where several do, or a mapping that fits all of them.
 * `null` where they are not read. `trust`: what their path says of them; of what goes into an evaluation only what nobody could
 * take for anything else is a result.
 */
export function readAs(samples: readonly Sample[], trust: Trust): string | Mapping | null {
  const formats = new Set(samples.map(({ format }) => format));
  const [only] = formats;
  if (samples.length === 0) return null;
  if (formats.size === 1 && typeof only === 'string') return only;
  if (!formats.has(null)) return 'auto';
  const readable = samples.every(
    ({ value, syntax }) => value !== null && syntax !== null && ['json', 'jsonl', 'yaml'].includes(syntax),
  );
  if (trust === 'none' || !readable || !areAlike(samples)) return null;
  const mapping =
    recognise(
      samples.map(({ value }) => value),
      { confident: trust === 'input' },
    )?.mapping ?? null;
  if (mapping === null) return null;
  // What one of them is not read by fits that one by chance.
  return samples.every((sample) => readingsOf(sample, mapping).length > 0) ? mapping : null;
}

/** The share of members that files of one shape have in common at least. */
const ALIKE = 0.5;

/** Whether files have one shape: most members in common with the first. */
export function areAlike(samples: readonly Sample[]): boolean {
  const [first, ...others] = samples.map((sample) => membersOf(sample.value));
  if (first === undefined) return false;
  return others.every((other) => {
    if (other.kind !== first.kind) return false;
    const common = [...first.names].filter((name) => other.names.has(name)).length;
    return common >= ALIKE * Math.max(1, Math.min(first.names.size, other.names.size));
  });
}

/** The members of a file by name; of a list, or an object whose members are alike, those of its first item. */
function membersOf(value: JsonValue): { readonly kind: string; readonly names: ReadonlySet<string> } {
  if (Array.isArray(value)) {
    const item = value[0];
    const names = Array.isArray(item) ? item.map(String) : isObject(item) ? Object.keys(item) : [];
    return { kind: 'list', names: new Set(names) };
  }
  if (!isObject(value)) return { kind: typeof value, names: new Set() };
  const members = Object.values(value);
  const keyed = members.length > 1 && members.every((member) => isObject(member));
  if (!keyed) return { kind: 'object', names: new Set(Object.keys(value)) };
  // Models or cases as keys: what varies is the keys.
  const inner = members.map((member) => new Set(isObject(member) ? Object.keys(member) : []));
  const shared = [...inner[0]!].filter((name) => inner.every((names) => names.has(name)));
  return shared.length > 0
    ? { kind: 'keyed', names: new Set(shared) }
    : { kind: 'object', names: new Set(Object.keys(value)) };
}

/** The readings of a file: one, or one of each arm. */
export function readingsOf({ file, format: detected }: Sample, format: string | Mapping): readonly Reading[] {
  if (typeof format !== 'string') {
    const mapped = readMapped(file, format);
    return 'readings' in mapped ? mapped.readings : [];
  }
  return formatById(detected ?? format)?.read(file) ?? [];
}
