import type { Reading } from '../../core/reading.ts';
import type { Observation } from '../observation.ts';

/**
 * The cases that a run should have had and holds no row of: those that it lists by name, and as many more as its dataset
 * counts. Without them a run that lost half of its cases would look whole.
 */
export function casesWithoutRows({ rows, cases, dataset }: Reading): readonly Observation[] {
  if (cases.size === 0 && (dataset?.cases ?? 0) === 0) return [];
  const seen = new Set<string>();
  for (const { id } of rows ?? []) seen.add(id);
  const listed = [...cases.keys()].filter((id) => !seen.has(id));
  const counted = dataset?.cases ?? 0;
  const unnamed = Math.max(0, counted - seen.size - listed.length);
  return [
    ...listed.map((id) => absent(id)),
    ...Array.from({ length: Math.min(unnamed, MOST) }, (_, index) =>
      absent(`case without a row ${index + 1}`),
    ),
  ];
}

/** A dataset's count is only a number: one typing error must not allocate a billion cases. */
const MOST = 1_000_000;

function absent(id: string): Observation {
  return { case: id, value: null, reason: 'evidence_missing', detail: 'the result holds no row of the case' };
}
