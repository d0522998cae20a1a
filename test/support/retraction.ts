import type { RetractionSubject } from '../../src/rules/subject.ts';

export const DIGEST = 'd'.repeat(64);

/** A retraction of a record that the base holds, by its digest. */
export function aRetraction(
  parts: Partial<RetractionSubject> = {},
  superseded_by: string | null = null,
): RetractionSubject {
  return {
    retraction: {
      path: 'results/a.retraction-1.json',
      of: { path: 'results/a.json', sha256: DIGEST },
      reason: 'the index had not been built',
      date: '2026-09-29',
      superseded_by,
    },
    target: 'held',
    digests: [DIGEST],
    successor: true,
    setsAside: null,
    ...parts,
  };
}
