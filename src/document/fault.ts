import type { Decoded, Fault, FaultCode, Place } from './document.ts';

/** A fault as a decoder sees it: the offset in bytes is known, line and column are not yet. */
export interface Found {
  readonly code: FaultCode;
  readonly pointer: string;
  readonly offset: number;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Ends a decoder's work: thrown inside a decoder only, and caught by it. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly found: Found;
  constructor(found: Found) {
    super(found.code);
    this.found = found;
  }
}

const TOLERATED: ReadonlySet<FaultCode> = new Set([
  'byte-order-mark',
  'duplicate-key',
  'reserved-key',
  'not-finite',
  'unsafe-integer',
]);

// A file of 20 MB can hold millions of NaN: nobody reads a list of them, and memory would pay for it.
const MOST_LISTED = 1000;

/** Collects the faults that a document survives. Beyond the first 1,000, the last says how many were left out (`more`). */
export class FaultList {
  readonly #found: Found[] = [];
  #more = 0;

  add(found: Found): void {
    if (this.#found.length < MOST_LISTED) this.#found.push(found);
    else this.#more++;
  }

  /** The faults with their places, in the order of the file. */
  placed(placeOf: (offset: number) => Place): readonly Fault[] {
    const sorted = this.#found.toSorted((a, b) => a.offset - b.offset);
    return sorted.map((found, index) => {
      const last = this.#more > 0 && index === sorted.length - 1;
      return toFault(last ? { ...found, data: { ...found.data, more: this.#more } } : found, placeOf);
    });
  }
}

export function toFault(found: Found, placeOf: (offset: number) => Place): Fault {
  const { code, pointer, offset } = found;
  const first = found.data['first'];
  const data = typeof first === 'number' ? withPlace(found.data, placeOf(first)) : found.data;
  return { code, pointer, place: placeOf(offset), data, fatal: !TOLERATED.has(code) };
}

function withPlace(data: Found['data'], place: Place): Found['data'] {
  return { ...data, first: place.offset, firstLine: place.line, firstColumn: place.column };
}

/** Runs a decoder: a `Stop` becomes the fault of a refused file, every other error is a defect and passes. */
export function decoded(placeOf: (offset: number) => Place, decode: () => Decoded): Decoded {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Stop) return { ok: false, fault: toFault(error.found, placeOf) };
    throw error;
  }
}
