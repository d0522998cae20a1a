import { agreementOf, agreementText, agrees } from '../../core/agreement.ts';
import type { Reading, Row, StatedSplit } from '../../core/reading.ts';
import type { SplitReport } from '../../core/report.ts';
import { splitBy } from '../observation.ts';
import { evidenceOf, placesOf, recomputeOver } from './recompute.ts';
import { reasonText } from './unmeasured.ts';

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

/** A stated number over a part of the rows that those rows do not come to. */
interface WrongSplit {
  readonly split: StatedSplit;
  readonly value: number | null;
  readonly reason: string | null;
  /** Percent or cut decimals, in words; empty where it is no slip that can be named. */
  readonly slip: string;
}

/** The stated splits that their rows contradict. A null claims nothing. */
export function statedSplits(reading: Reading): readonly WrongSplit[] {
  const { rows, splits, definitions } = reading;
  if (rows === null) return [];
  const groups = new Map<StatedSplit['by'], ReadonlyMap<string, readonly Row[]>>();
  const rowsOf = ({ by, group }: StatedSplit): readonly Row[] => {
    const parts = groups.get(by) ?? splitBy(rows, (row) => groupOf(row, by));
    groups.set(by, parts);
    return parts.get(group) ?? [];
  };
  return splits.flatMap((split): readonly WrongSplit[] => {
    const definition = definitions.get(split.metric);
    if (definition === undefined || split.value === null) return [];
    const computed = recomputeOver(reading, split.metric, definition, rowsOf(split));
    if (computed === null) return [];
    const { value } = computed;
    if (value.value === null) return [{ split, value: null, reason: reasonText(value), slip: '' }];
    const places = placesOf(reading, split.metric);
    if (agrees(split.value, value.value, places)) return [];
    const slip = agreementText(agreementOf(split.value, value.value, places));
    return [{ split, value: value.value, reason: null, slip }];
  });
}

function groupOf(row: Row, by: StatedSplit['by']): string | null {
  const value = row[by];
  return value === null ? null : String(value);
}
