import type { Document } from '../document/document.ts';

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
