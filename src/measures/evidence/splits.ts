import type { Reading } from '../../core/reading.ts';
import type { SplitReport } from '../../core/report.ts';
import { splitBy } from '../observation.ts';
import { evidenceOf, recomputeOver } from './recompute.ts';

/** More parts than this are a case each, and no table that a person reads. */
const MOST_GROUPS = 20;

/**
 * Every metric of a reading by category and by provenance, where its rows are of several: a mean over hand-written and
 * synthesised cases can hide that only one of them holds. Sorted by part, group and metric.
 */
export function splitsOf(reading: Reading): readonly SplitReport[] {
  const { rows } = reading;
  if (rows === null || reading.status === 'unmeasured') return [];
  return (['category', 'provenance'] as const).flatMap((by) => {
    const groups = splitBy(rows, (row) => row[by]);
    if (groups.size < 2 || groups.size > MOST_GROUPS) return [];
    return [...groups].flatMap(([group, mine]) =>
      evidenceOf(reading).flatMap(({ name, definition, basis }): readonly SplitReport[] => {
        if (definition === null || basis.kind === 'claim') return [];
        const computed = recomputeOver(reading, name, definition, mine);
        // What a definition's own condition leaves out of a group is no part of it.
        if (computed === null || computed.expected === 0) return [];
        const { value, measured, expected } = computed;
        return [{ by, group, metric: name, value: value.value, measured, expected }];
      }),
    );
  });
}
