import type { Claim, Definition, Row } from '../core/reading.ts';
import { formatPointer, type JsonObject } from '../document/document.ts';
import { aggregate } from '../measures/aggregate.ts';
import { type Measured, whyNothing } from '../measures/observation.ts';
import { asNumber } from './field.ts';
import { observations } from './row.ts';
import { NO_NUMBER, reasonText } from './wording.ts';

type Path = readonly (string | number)[];

/**
 * The claim that stands under a key, or `null` where the key is absent. `why` is the reason of a stated `null`; what is
 * no number is unmeasured, never converted.
 */
export function claimAt(
  object: JsonObject,
  key: string,
  path: Path,
  why: () => string,
  name = key,
): Claim | null {
  if (!Object.hasOwn(object, key)) return null;
  const value = asNumber(object[key]);
  const pointer = formatPointer([...path, key]);
  if (value !== null) return { name, value, reason: null, pointer };
  return { name, value, reason: object[key] === null ? why() : NO_NUMBER, pointer };
}

/** A value that a reader computed as a claim: it stands nowhere in the file. */
export function computedClaim(name: string, computed: Measured, counts: Partial<Claim> = {}): Claim {
  const claim = { name, pointer: null, ...counts };
  if (computed.value === null) return { ...claim, value: null, reason: reasonText(computed) };
  const ratio = computed.ratio === undefined ? {} : { ratio: computed.ratio };
  return { ...claim, value: computed.value, reason: null, ...ratio };
}

/** The claim that a definition makes of rows, with how many cases it rests on: of a file that states no such headline. */
export function claimFromRows(name: string, definition: Definition, rows: readonly Row[]): Claim {
  const score = String(definition['score'] ?? name);
  const result = aggregate(
    { aggregate: definition.aggregate === 'rate' ? 'rate' : 'mean' },
    observations(rows, score),
  );
  const { measuredCases, expectedCases } = result.coverage;
  const counts = { measured: measuredCases, expected: expectedCases };
  return computedClaim(name, result, { ...counts, ...scaleOf(definition) });
}

/** Why none of these rows has a value for a score, in the words of RESULT.md's list. */
export function whyUnmeasured(rows: readonly Row[], score: string): string {
  return reasonText(whyNothing(observations(rows, score)));
}

/** Direction and unit of a definition, for the claim of the same name. */
export function scaleOf(definition: Definition | undefined): Pick<Claim, 'direction' | 'unit'> {
  const direction = definition?.['direction'];
  const unit = definition?.['unit'];
  return {
    direction: direction === 'higher' || direction === 'lower' ? direction : null,
    unit: typeof unit === 'string' ? unit : null,
  };
}
