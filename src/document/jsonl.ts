import { skipSpace } from './ascii.ts';
import { DEFAULT_LIMITS, type Decoded, type JsonValue, type Limits } from './document.ts';
import { decoded, FaultList } from './fault.ts';
import { orConflict, parseClean } from './json.ts';
import { jsonLocator } from './locator.ts';
import { Parser } from './parse.ts';
import { markLength, placeFinder } from './place.ts';
import { linesOf, refuseForeign, refuseTooLarge } from './refusal.ts';

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
