import { linesOf, markLength, skipSpace, textOf } from './bytes.ts';
import { DEFAULT_LIMITS, type Decoded, type JsonValue, type Limits } from './document.ts';
import { decoded, FaultList } from './fault.ts';
import { JsonParser } from './json-parser.ts';
import { isCleanJson, jsonLocator } from './json-scan.ts';
import { orConflict, refuseForeign } from './refusal.ts';

/**
 * Decodes a JSON text (RFC 8259). `JSON.parse` does the work where one linear scan can vouch for its answer;
 * every other text goes to a parser that knows its places.
 */
export function decodeJson(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): Decoded {
  return decoded(bytes, limits, (placeOf) => {
    const start = markLength(bytes);
    const faults = new FaultList();
    const clean = start === 0 ? parseCleanJson(bytes, 0, bytes.length, limits.depth) : undefined;
    const value = clean === undefined ? parseFaultyJson(bytes, limits.depth, faults) : clean;
    return {
      value,
      faults: faults.placed(placeOf),
      locate: jsonLocator(bytes, placeOf, () => skipSpace(bytes, start, bytes.length)),
    };
  });
}

/** Parses a span that is clean JSON; undefined for any other, which says nothing yet. */
export function parseCleanJson(
  bytes: Uint8Array,
  start: number,
  end: number,
  depth: number,
): JsonValue | undefined {
  if (!isCleanJson(bytes, start, end, depth)) return undefined;
  try {
    return JSON.parse(textOf(bytes, start, end));
  } catch {
    return undefined;
  }
}

/** Parses a whole text, noting every fault in its place. Throws a `FatalFault` for what cannot be a document. */
export function parseFaultyJson(bytes: Uint8Array, depth: number, faults: FaultList): JsonValue {
  refuseForeign(bytes, faults);
  const span = { bytes, start: markLength(bytes), end: bytes.length, line: null };
  return orConflict(bytes, () => new JsonParser(span, depth, faults).parse());
}

/**
 * Decodes JSON Lines: the document's value is the array of the lines' values, blank lines left out. `spend` is called
 * with the number of values before they are made; what it throws ends the decoding.
 */
export function decodeJsonLines(
  bytes: Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
  spend: (lines: number) => void = () => {},
): Decoded {
  return decoded(bytes, limits, (placeOf) => {
    const faults = new FaultList();
    refuseForeign(bytes, faults);
    const lines = filledLines(bytes);
    spend(lines.length);
    return {
      value: orConflict(bytes, () => parseLines(bytes, lines, limits, faults)),
      faults: faults.placed(placeOf),
      locate: jsonLocator(
        bytes,
        placeOf,
        () => new Map(lines.map(([start], index) => [String(index), start])),
      ),
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
    const clean = parseCleanJson(bytes, start, end, limits.depth);
    if (clean !== undefined) return clean;
    const line = { index, last: index === lines.length - 1 };
    return new JsonParser({ bytes, start, end, line }, limits.depth, faults).parse();
  });
}
