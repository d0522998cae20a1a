import type { Claim, Definition, Reading, Row } from '../core/reading.ts';
import { formatPointer, type JsonObject } from '../document/document.ts';
import { aggregate } from '../measures/aggregate.ts';
import { reasonText } from '../measures/evidence/unmeasured.ts';
import { type Measured, whyNothing } from '../measures/observation.ts';
import { asNumber, asText } from './field.ts';
import { observations } from './row.ts';
import { NO_NUMBER } from './wording.ts';

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

/** The claim that a definition makes of the rows that it is over, with how many cases it rests on: no file states it. */
export function claimFromRows(name: string, definition: Definition, rows: readonly Row[]): Claim {
  const score = String(definition['score'] ?? name);
  const how = definition.aggregate === 'rate' ? 'rate' : 'mean';
  const result = aggregate({ aggregate: how }, observations(rows, score));
  const { measuredCases: measured, expectedCases: expected } = result.coverage;
  return computedClaim(name, result, { measured, expected, ...scaleOf(definition) });
}

/** The rows of the category that a definition asks for; all of them where it asks for none. */
export function inCategory(rows: readonly Row[], definition: Definition): readonly Row[] {
  const category = asText(definition, 'where', 'category');
  return category === null ? rows : rows.filter((row) => row.category === category);
}

/** What metrics claim, and how they follow from the rows where that is known. */
export function claimsAndDefinitions(
  metrics: readonly { readonly claim: Claim; readonly definition: Definition | null }[],
): Pick<Reading, 'claims' | 'definitions'> {
  return {
    claims: metrics.map(({ claim }) => claim),
    definitions: new Map(
      metrics.flatMap(({ claim, definition }) => (definition === null ? [] : [[claim.name, definition]])),
    ),
  };
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
