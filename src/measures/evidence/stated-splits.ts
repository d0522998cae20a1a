import { agreementOf, agreementText, agrees } from '../../core/agreement.ts';
import type { Reading, Row, StatedSplit } from '../../core/reading.ts';
import { splitBy } from '../observation.ts';
import { reasonText } from './reason.ts';
import { placesOf, recomputeOver } from './recompute.ts';

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
