import { placeFinder } from './bytes.ts';
import type { Decoded, Document, Fault, FaultCode, Limits, Place } from './document.ts';

/** A fault as a decoder sees it: the offset in bytes is known, line and column are not yet. */
interface UnplacedFault extends Omit<Fault, 'place' | 'fatal'> {
  readonly offset: number;
}

/** The fault that ends a decoder's work: thrown inside a decoder, and caught by `decoded`. */
export class FatalFault extends Error {
  override readonly name = 'FatalFault';
  readonly fault: UnplacedFault;
  constructor(fault: UnplacedFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/**
 * Runs a decoder on a file that is not too large. A `FatalFault` becomes the fault of a refused file; every other error
 * is a defect and passes.
 */
export function decoded(
  bytes: Uint8Array,
  limits: Limits,
  decode: (placeOf: (offset: number) => Place) => Document,
): Decoded {
  const placeOf = placeFinder(bytes);
  try {
    if (bytes.length > limits.bytes) {
      const data = { bytes: bytes.length, limit: limits.bytes };
      throw new FatalFault({ code: 'too-large', pointer: '', offset: 0, data });
    }
    return { ok: true, document: decode(placeOf) };
  } catch (error) {
    if (error instanceof FatalFault) return { ok: false, fault: toFault(error.fault, placeOf) };
    throw error;
  }
}

// A file of 20 MB can hold millions of NaN: nobody reads a list of them, and memory would pay for it.
const MOST_LISTED = 1000;

/** Collects the faults that a document survives. Beyond the first 1,000, the last says how many were left out (`more`). */
export class FaultList {
  readonly #faults: UnplacedFault[] = [];
  #more = 0;

  add(fault: UnplacedFault): void {
    if (this.#faults.length < MOST_LISTED) this.#faults.push(fault);
    else this.#more++;
  }

  /** The faults with their places, in the order of the file. */
  placed(placeOf: (offset: number) => Place): readonly Fault[] {
    const sorted = this.#faults.toSorted((a, b) => a.offset - b.offset);
    return sorted.map((fault, index) => {
      const last = this.#more > 0 && index === sorted.length - 1;
      return toFault(last ? { ...fault, data: { ...fault.data, more: this.#more } } : fault, placeOf);
    });
  }
}

const TOLERATED: ReadonlySet<FaultCode> = new Set([
  'byte-order-mark',
  'duplicate-key',
  'reserved-key',
  'not-finite',
  'unsafe-integer',
]);

function toFault(unplaced: UnplacedFault, placeOf: (offset: number) => Place): Fault {
  const { code, pointer, offset } = unplaced;
  const first = unplaced.data['first'];
  const data = typeof first === 'number' ? withPlace(unplaced.data, placeOf(first)) : unplaced.data;
  return { code, pointer, place: placeOf(offset), data, fatal: !TOLERATED.has(code) };
}

function withPlace(data: UnplacedFault['data'], place: Place): UnplacedFault['data'] {
  return { ...data, first: place.offset, firstLine: place.line, firstColumn: place.column };
}

/** How to fix each mistake in the syntax of a text. */
const REMEDIES = {
  comment: 'comments are not JSON; delete it, or keep the remark in a field of its own',
  'control-character': 'control characters inside a string must be escaped, as \\t or \\u0000; escape it',
  'bad-escape':
    'JSON knows the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX only; write a backslash itself as \\\\',
  'bad-number':
    'numbers are written like 0.5, -3 or 1e9: no leading +, no leading zero, digits on both sides of the point; rewrite it',
  csv: 'in CSV a quote stands around a whole cell, and one inside it is doubled; mend the line, or write the file with a CSV library',
  'foreign-word':
    'JSON knows the words true, false and null only, and text stands in double quotes; write it so',
  'line-break-in-string':
    'a string cannot span lines: either its closing double quote is missing, or the break must be written \\n; add one or the other',
  'missing-colon':
    'a key and its value are joined by a colon; add the colon, or the quote that is missing from the key',
  'missing-comma':
    'values and members are separated by commas; add the comma, or escape a double quote inside a string as \\"',
  'missing-value': 'a value is missing; write it, or null and a reason under unmeasured',
  'single-quote':
    "JSON uses double quotes only; replace the single quotes (Python's json.dumps writes the right ones)",
  'trailing-comma': 'JSON allows no comma after the last value; delete the comma',
  'trailing-text':
    'a JSON file holds one value; delete what follows it, or name the file .jsonl if each line is a value',
  unexpected: 'this is not JSON; mend the text here, or write the file anew with a JSON library',
  'unfinished-line':
    'in JSON Lines each line holds one whole value; write the value on one line, or name the file .json',
  'unquoted-key': 'keys stand in double quotes in JSON; quote it',
  workbook: 'it cannot be read as an Excel workbook (.xlsx); save it as one again, or as CSV',
  'wrong-bracket':
    'brackets close in the order in which they were opened, "[" with "]" and "{" with "}"; mend the bracket',
  yaml: 'evalguard reads YAML 1.2 in its core schema, one document a file; mend the text here',
} as const;

/** A mistake that JSON, CSV, YAML or a workbook does not allow. */
export type SyntaxProblem = keyof typeof REMEDIES;

/** A fault in words: what is wrong, why it matters, what to do. The place is not in it, except where there are two. */
export function faultMessage(fault: Fault): string {
  const { data } = fault;
  const more = data['more'];
  return more === undefined
    ? sentence(fault, data)
    : `${sentence(fault, data)} (${more} more faults are not listed)`;
}

function sentence(fault: Fault, data: Fault['data']): string {
  switch (fault.code) {
    case 'syntax':
      return syntaxSentence(data);
    case 'truncated':
      return `truncated at byte ${data['bytes']}: the text ends where ${data['expected']} should follow, as after a write that broke off; write the file again from its source`;
    case 'empty':
      return data['bytes'] === 0
        ? 'the file is empty (0 bytes): nothing was recorded, or a write broke off; write it again or remove it before it is merged'
        : 'the file holds no value (only white space, NUL bytes or comments): nothing was recorded, or a write broke off; write it again or remove it before it is merged';
    case 'merge-conflict':
      return `a line of ${data['marker']} looks like an unresolved merge, so both sides may be in the file; restore the side that was measured`;
    case 'encoding':
      if (data['binary'] !== undefined)
        return `the file is ${data['binary']} and no text, so nothing in it can be read; ${data['advice']}`;
      return data['encoding'] === undefined
        ? `the byte ${data['byte']} is not UTF-8, so the text cannot be read for certain; save the file as UTF-8`
        : `the file is ${data['encoding']}, and JSON in git is UTF-8; save it as UTF-8 without a byte order mark`;
    case 'byte-order-mark':
      return 'the file begins with a byte order mark, at which many JSON readers fail; save it as UTF-8 without one';
    case 'lfs-pointer':
      return 'the file is a Git LFS pointer, not the result itself, so nothing in it can be checked; keep result files out of LFS (git lfs untrack)';
    case 'too-large':
      return `the file has ${data['bytes']} bytes and the limit is ${data['limit']}, so it was not read; keep bulky outputs in a file of their own`;
    case 'too-deep':
      return `values lie more than ${data['depth']} levels within one another, which no result needs and many readers cannot take; flatten the file`;
    case 'duplicate-key':
      return `the key ${quote(data['key'])} stands twice in one object, first at line ${data['firstLine']}, column ${data['firstColumn']} and again at line ${fault.place.line}, column ${fault.place.column}; readers take one or the other, so keep the right one only`;
    case 'reserved-key':
      return `the key ${quote(data['key'])} is refused and was left out, for it can change how JavaScript readers see every other key; rename it`;
    case 'not-finite':
      return /^[-+.]?[0-9]/.test(String(data['token']))
        ? `${data['token']} is too large for a number and becomes Infinity in most readers; write null and a reason under unmeasured`
        : `${data['token']} is not JSON; write null and a reason under unmeasured`;
    case 'unsafe-integer':
      return `the integer ${data['token']} has more digits than a double holds, so readers round it to another number; write it as a string in double quotes`;
  }
}

function syntaxSentence(data: Fault['data']): string {
  const remedy = REMEDIES[data['problem'] as SyntaxProblem];
  if (data['detail'] !== undefined) return `${String(data['detail']).replace(/\.$/, '')}: ${remedy}`;
  return `found ${data['found']} where ${data['expected']} was expected: ${remedy}`;
}

function quote(key: string | number | undefined): string {
  return JSON.stringify(cut(String(key)));
}

/** A text, cut to a length that fits a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
