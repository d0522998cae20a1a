import { linesOf, markLength, placeFinder, skipSpace, textOf } from './bytes.ts';
import { DEFAULT_LIMITS, type Decoded, type Fault, type JsonValue, type Limits } from './document.ts';
import { decoded, FaultList } from './fault.ts';
import { Parser } from './json-parser.ts';
import { jsonLocator, provesClean } from './json-scan.ts';
import { orConflict, refuseForeign, refuseTooLarge } from './refusal.ts';

const NO_FAULTS: readonly Fault[] = Object.freeze([]);

/**
 * Decodes a JSON text (RFC 8259). `JSON.parse` does the work where one linear scan can vouch for its answer;
 * every other text goes to a parser that knows its places.
 */
export function decodeJson(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): Decoded {
  const start = markLength(bytes);
  const placeOf = placeFinder(bytes);
  return decoded(placeOf, () => {
    refuseTooLarge(bytes, limits);
    const clean = start === 0 ? parseClean(bytes, 0, bytes.length, limits.depth) : undefined;
    const faults = new FaultList();
    const value = clean === undefined ? parseCarefully(bytes, limits.depth, faults) : clean;
    let locate: ReturnType<typeof jsonLocator> | null = null;
    return {
      ok: true,
      document: {
        value,
        faults: clean === undefined ? faults.placed(placeOf) : NO_FAULTS,
        locate(pointer) {
          locate ??= jsonLocator(bytes, skipSpace(bytes, start, bytes.length), placeOf);
          return locate(pointer);
        },
      },
    };
  });
}

/** The value of a span that is JSON beyond doubt; undefined for any other, which says nothing yet. */
export function parseClean(
  bytes: Uint8Array,
  start: number,
  end: number,
  depth: number,
): JsonValue | undefined {
  if (!provesClean(bytes, start, end, depth)) return undefined;
  try {
    return JSON.parse(textOf(bytes, start, end));
  } catch {
    return undefined;
  }
}

/** The slow way, with every fault in its place. Throws a `FatalFault` for what cannot be a document. */
export function parseCarefully(bytes: Uint8Array, depth: number, faults: FaultList): JsonValue {
  const start = markLength(bytes);
  refuseForeign(bytes);
  if (start > 0) faults.add({ code: 'byte-order-mark', pointer: '', offset: 0, data: {} });
  const span = { bytes, start, end: bytes.length, line: null };
  return orConflict(bytes, () => new Parser(span, depth, faults).parse());
}

/**
 * Decodes JSON Lines: the document's value is the array of the lines' values, blank lines left out. A pointer
 * begins with the index of a value, a place has the line of the file. `spend` is called with the number of values before
 * they are made; what it throws ends the decoding.
 */
export function decodeJsonLines(
  bytes: Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
  spend: (lines: number) => void = () => {},
): Decoded {
  const placeOf = placeFinder(bytes);
  return decoded(placeOf, () => {
    refuseTooLarge(bytes, limits);
    refuseForeign(bytes);
    const faults = new FaultList();
    if (markLength(bytes) > 0) faults.add({ code: 'byte-order-mark', pointer: '', offset: 0, data: {} });
    const lines = filledLines(bytes);
    spend(lines.length);
    const value = orConflict(bytes, () => parseLines(bytes, lines, limits, faults));
    let locate: ReturnType<typeof jsonLocator> | null = null;
    return {
      ok: true,
      document: {
        value,
        faults: faults.placed(placeOf),
        locate(pointer) {
          locate ??= jsonLocator(
            bytes,
            new Map(lines.map(([start], index) => [String(index), start])),
            placeOf,
          );
          return locate(pointer);
        },
      },
    };
  });
}

type Line = readonly [start: number, end: number];

function filledLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (const [from, end] of linesOf(bytes, markLength(bytes))) {
    const start = skipSpace(bytes, from, end);
    if (start < end) lines.push([start, end]);
  }
  return lines;
}

function parseLines(bytes: Uint8Array, lines: readonly Line[], limits: Limits, faults: FaultList): JsonValue {
  return lines.map(([start, end], index) => {
    const clean = parseClean(bytes, start, end, limits.depth);
    if (clean !== undefined) return clean;
    const line = { index, last: index === lines.length - 1 };
    return new Parser({ bytes, start, end, line }, limits.depth, faults).parse();
  });
}
