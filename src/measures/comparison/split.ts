import type { SplitComparison } from '../../core/comparison.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { recomputeOver } from '../evidence/recompute.ts';

const WAYS = ['category', 'provenance'] as const;

/**
 * The metrics that may be compared, over each category and provenance, side by side; nothing where all rows are of one
 * group.
 */
export function splitComparisons(
  base: Reading,
  head: Reading,
  metrics: readonly string[],
): readonly SplitComparison[] {
  const { rows: older } = base;
  const { rows: newer } = head;
  if (older === null || newer === null) return [];
  return WAYS.flatMap((by) => {
    const groups = [...new Set([...older, ...newer].map((row) => row[by]))]
      .filter((group) => group !== null)
      .sort();
    if (groups.length < 2) return [];
    return groups.flatMap((group) =>
      metrics
        .filter((name) => base.definitions.has(name) && head.definitions.has(name))
        .flatMap((name) => {
          const [from, to] = [
            valueOver(base, name, older, by, group),
            valueOver(head, name, newer, by, group),
          ];
          if (from === null && to === null) return [];
          return [
            {
              by,
              group,
              name,
              base: from,
              head: to,
              difference: from === null || to === null ? null : to - from,
            },
          ];
        }),
    );
  });
}

function valueOver(
  reading: Reading,
  name: string,
  rows: readonly Row[],
  by: (typeof WAYS)[number],
  group: string,
): number | null {
  const definition = reading.definitions.get(name);
  if (definition === undefined) return null;
  const part = rows.filter((row) => row[by] === group);
  return recomputeOver(reading, name, definition, part)?.value.value ?? null;
}
