import { skipSpace, textOf } from './ascii.ts';
import { DEFAULT_LIMITS, type Decoded, type Fault, type JsonValue, type Limits } from './document.ts';
import { decoded, FaultList } from './fault.ts';
import { jsonLocator } from './locator.ts';
import { Parser } from './parse.ts';
import { markLength, placeFinder } from './place.ts';
import { refuseConflict, refuseForeign, refuseTooLarge } from './refusal.ts';
import { provesClean } from './scan.ts';

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

/** The slow way, with every fault in its place. Throws a `Stop` for what cannot be a document. */
export function parseCarefully(bytes: Uint8Array, depth: number, faults: FaultList): JsonValue {
  const start = markLength(bytes);
  refuseForeign(bytes);
  if (start > 0) faults.add({ code: 'byte-order-mark', pointer: '', offset: 0, data: {} });
  const span = { bytes, start, end: bytes.length, line: null };
  return orConflict(bytes, () => new Parser(span, depth, faults).parse());
}

/** A text that does not parse is first asked whether a merge left it so: that is what a person has to mend. */
export function orConflict<T>(bytes: Uint8Array, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    refuseConflict(bytes);
    throw error;
  }
}
