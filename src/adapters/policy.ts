import { EvalguardError } from '../core/error.ts';
import { parseLedgerEntry } from '../core/ledger-entry.ts';
import {
  type Document,
  type Fault,
  formatPointer,
  isObject,
  type JsonValue,
  parsePointer,
  resolvePointer,
} from '../document/document.ts';
import { faultMessage } from '../document/fault.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type PolicyProblem,
  policyOf,
  policyProblems,
  type WrittenPolicy,
} from '../policy/written-policy.ts';
import { mappingsIn } from './schemas/mappings.ts';
import { type SchemaFault, validate } from './schemas.ts';

// A policy is written by hand. Head's is a stranger's, and must not cost the guard more than a moment.
const LIMITS = { bytes: 256 * 1024, depth: 40 };

/**
 * Reads a policy: YAML 1.2, of which JSON is a part. `source` is the file's name in messages. Throws an
 * `EvalguardError` of code `policy` that lists every problem with its place.
 */
export async function readPolicy(bytes: Uint8Array, source: string): Promise<Policy> {
  const { decodeYaml } = await import('../document/yaml.ts');
  const decoded = decodeYaml(bytes, LIMITS);
  if (!decoded.ok) {
    const { line, column } = decoded.fault.place;
    throw refusal(source, [`${source}:${line}:${column}: ${wordsOf(decoded.fault)}`]);
  }
  const { document } = decoded;
  const problems = await problemsOf(document);
  if (problems.length > 0) throw refusal(source, inOrder(problems, document, source));
  // The schema has vouched for the shape.
  const offsetOf = (series: string) => placeOf(document, formatPointer(['series', series])).offset;
  return policyOf(document.value as unknown as WrittenPolicy, offsetOf);
}

/** The setting `ledger` at the margin, or in JSON: in a file that is no YAML as a whole, it can still be read alone. */
const LEDGER_LINES =
  /^ledger[ \t]*:.*(?:\r?\n(?:[ \t-].*)?)*|"ledger"\s*:\s*(?:\[[^\]]{0,4096}\]|"[^"]{0,4096}")/mu;

/**
 * The ledger directories that a policy names, as far as they can be read whatever else is wrong with it; `null` where
 * none can be.
 */
export async function ledgerStillNamed(bytes: Uint8Array): Promise<readonly string[] | null> {
  const { decodeYaml } = await import('../document/yaml.ts');
  const ledgerIn = (text: Uint8Array) => {
    const decoded = decodeYaml(text, LIMITS);
    const value = decoded.ok ? decoded.document.value : null;
    return value !== null && typeof value === 'object' && 'ledger' in value ? value['ledger'] : null;
  };
  const lines = LEDGER_LINES.exec(new TextDecoder().decode(bytes.subarray(0, LIMITS.bytes)));
  const ledger = ledgerIn(bytes) ?? (lines === null ? null : ledgerIn(new TextEncoder().encode(lines[0])));
  const named = [ledger].flat().flatMap((one) => {
    const parsed = typeof one === 'string' ? parseLedgerEntry(one) : null;
    return parsed !== null && 'entry' in parsed ? [parsed.entry] : [];
  });
  return named.length === 0 ? null : named;
}

async function problemsOf(document: Document): Promise<readonly PolicyProblem[]> {
  const { value } = document;
  if (!isObject(value)) return [{ pointer: '', message: NO_MAPPING }];
  // A byte order mark is part of YAML.
  const faults = document.faults
    .filter(({ code }) => code !== 'byte-order-mark')
    .map((fault) => ({ pointer: fault.pointer, message: wordsOf(fault), place: fault.place }));
  const own = [
    ...policyProblems(value),
    ...(await problemsOfMappings(value)),
    ...(await problemsOfGrowth(value)),
  ];
  const reported = new Set([...faults, ...own].map(({ pointer }) => pointer));
  const shape = (await validate('policy', value))
    .filter((fault) => fault.key !== null || !reported.has(fault.pointer))
    .map((fault) => ({ pointer: fault.pointer, message: `${fault.message}${hintFor(fault, value)}` }));
  return [...faults, ...own, ...shape];
}

/** Few policies have a mapping, and what checks them is loaded for those alone. */
async function problemsOfMappings(policy: JsonValue): Promise<readonly PolicyProblem[]> {
  if (mappingsIn(policy).length === 0) return [];
  return (await import('../policy/written-mapping.ts')).mappingProblems(policy);
}

const GROWTH = ['grows', 'key', 'ignore', 'rows', 'folder'];

async function problemsOfGrowth(policy: JsonValue): Promise<readonly PolicyProblem[]> {
  const series = resolvePointer(policy, '/series');
  const says = (one: JsonValue) => isObject(one) && GROWTH.some((setting) => Object.hasOwn(one, setting));
  if (!isObject(series) || !Object.values(series).some(says)) return [];
  return (await import('../policy/written-growth.ts')).growthProblems(policy);
}

/** What to do about a fault that people meet in YAML, as a sentence that follows the fault's own; '' where it says enough. */
function hintFor({ pointer, problem, key }: SchemaFault, policy: JsonValue): string {
  const tokens = parsePointer(pointer) ?? [];
  const value = resolvePointer(policy, pointer);
  if (problem === 'unknown-key' && key === '<<') return ' YAML 1.2 has no merge key; write the settings out.';
  if (problem === 'missing-key' && (key === 'min' || key === 'max') && tokens.at(-2) === 'thresholds') {
    return ' A threshold without bounds holds nothing.';
  }
  if (problem === 'wrong-type' && value === null) {
    return ' Nothing stands after the colon; fill it in, or leave the key out.';
  }
  // A version in quotes is not allowed rather than of a wrong type.
  if ((problem !== 'wrong-type' && pointer !== '/version') || typeof value !== 'string') return '';
  if (/^(?:yes|no|on|off|y|n|true|false)$/i.test(value)) {
    return ' Words such as yes, no, on and off are text in YAML 1.2, and so is all that stands in quotes; write true or false.';
  }
  if (value.trim() !== '' && Number.isFinite(Number(value))) {
    return ' What stands in quotes is text, not a number; take the quotes away.';
  }
  return '';
}

const NO_MAPPING =
  'the file holds no settings. A policy is a mapping that begins with "version: 1"; without any policy file the defaults count.';

function wordsOf(fault: Fault): string {
  switch (fault.code) {
    case 'empty':
      return NO_MAPPING;
    case 'not-finite':
      return `${fault.data['token']} is no finite number, and nothing can be held against it; write a number such as 0.95.`;
    case 'lfs-pointer':
      return 'the file is a Git LFS pointer, not the policy itself; keep the policy out of LFS (git lfs untrack).';
    default:
      return `${faultMessage(fault)}.`;
  }
}

// More than this nobody mends in one go, and a stranger's file must not fill a log.
const MOST_LISTED = 100;

type Placed = PolicyProblem & { readonly place?: Fault['place'] };

function inOrder(problems: readonly Placed[], document: Document, source: string): readonly string[] {
  const lines = problems
    .map((problem) => ({
      message: problem.message,
      place: problem.place ?? placeOf(document, problem.pointer),
    }))
    .sort((a, b) => a.place.offset - b.place.offset || (a.message < b.message ? -1 : 1))
    .map(({ place, message }) => `${source}:${place.line}:${place.column}: ${message}`);
  const more = lines.length - MOST_LISTED;
  return more > 0 ? [...lines.slice(0, MOST_LISTED), `and ${more} more`] : lines;
}

/** The place of a value, or of the nearest value around it. */
function placeOf(document: Document, pointer: string): Fault['place'] {
  const place = document.locate(pointer);
  if (place !== null) return place;
  return pointer === ''
    ? { offset: 0, line: 1, column: 1 }
    : placeOf(document, pointer.slice(0, pointer.lastIndexOf('/')));
}

function refusal(source: string, lines: readonly string[]): EvalguardError {
  return new EvalguardError(
    'policy',
    `The policy ${source} cannot be used, so nothing can be judged by it:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    'Mend what is listed and run evalguard again. docs/policy.md lists every setting.',
  );
}
