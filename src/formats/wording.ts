import type { Document } from '../document/document.ts';

/** The reason of a value that is neither a number nor a boolean. */
export const NO_NUMBER = 'evidence_missing: what stands there is no number';

/** The reason of a `null` of which the file says no more. */
export const STATES_NULL = 'evidence_missing: the file states null';

/** The loss of a file that keeps no rows. */
export const NO_ROWS = 'rows: the file holds none';

/** The losses that there are: of a list in which `false` stands for one that there is not. */
export function listLosses(...lines: readonly (string | false)[]): readonly string[] {
  return lines.filter((line) => line !== false);
}

/** JSON pointers of values that are written as `NaN`, `Infinity` or too large a number, and what stands there. */
export type NotFinite = ReadonlyMap<string, string>;

/** Where a document holds a token that was read as `null`, since it is no number. */
export function notFiniteIn(document: Document | null): NotFinite {
  const faults = document?.faults.filter(({ code }) => code === 'not-finite') ?? [];
  return new Map(faults.map(({ pointer, data }) => [pointer, String(data['token'])]));
}

/** The reason of a `null`: what stands there instead of a number, else what the caller knows. */
export function reasonOfNull(notFinite: NotFinite, pointer: string, otherwise: string): string {
  const token = notFinite.get(pointer);
  return token === undefined ? otherwise : `inconclusive: the file says ${token}`;
}

/** Enough to find them by; a run that failed has thousands. */
const NAMED = 5;

/** The loss that such values are, or none. */
export function notFiniteLosses(notFinite: NotFinite): readonly string[] {
  if (notFinite.size === 0) return [];
  const places = [...notFinite].slice(0, NAMED).map(([pointer, token]) => `${token} at ${pointer}`);
  const more = notFinite.size - places.length;
  return [
    `numbers: ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''} is no number and was read as unmeasured`,
  ];
}
