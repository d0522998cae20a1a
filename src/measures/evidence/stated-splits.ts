import { agrees } from '../../core/agreement.ts';
import type { Reading, Row, StatedSplit } from '../../core/reading.ts';
import { reasonText } from './reason.ts';
import { recomputeOver } from './recompute.ts';

/** A stated number over a part of the rows that those rows do not come to. */
export interface WrongSplit {
  readonly split: StatedSplit;
  readonly value: number | null;
  readonly reason: string | null;
}

/** The stated splits that their rows contradict. A null claims nothing. */
export function statedSplits(reading: Reading): readonly WrongSplit[] {
  const { rows, splits, definitions, claims } = reading;
  if (rows === null) return [];
  return splits.flatMap((split) => {
    const definition = definitions.get(split.metric);
    if (definition === undefined || split.value === null) return [];
    const mine = rows.filter((row) => groupOf(row, split.by) === split.group);
    const computed = recomputeOver(reading, split.metric, definition, mine);
    if (computed === null) return [];
    const { value } = computed;
    const places = claims.find(({ name }) => name === split.metric)?.places;
    if (value.value !== null && agrees(split.value, value.value, places)) return [];
    return [{ split, value: value.value, reason: value.value === null ? reasonText(value) : null }];
  });
}

function groupOf(row: Row, by: StatedSplit['by']): string | null {
  const value = row[by];
  return value === null ? null : String(value);
}
