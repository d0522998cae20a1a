import type { Row } from '../../core/reading.ts';

/** A row as a person finds it: its case, and its arm, sample and turn where there are several. */
export interface RowName {
  readonly id: string;
  readonly arm: string | null;
  readonly sample: number;
  readonly turn: number | null;
}

/** Rows that are named one by one in a sentence. */
export const NAMED = 5;

export function rowName({ id, arm, sample, turn }: Row): RowName {
  return { id, arm, sample, turn };
}

/** `refund (sample 2)`; sample 1 is what a case has that ran once. */
export function spellRow({ id, arm, sample, turn }: RowName): string {
  const parts = [
    arm === null ? [] : `arm ${arm}`,
    sample === 1 ? [] : `sample ${sample}`,
    turn === null ? [] : `turn ${turn}`,
  ].flat();
  return parts.length === 0 ? id : `${id} (${parts.join(', ')})`;
}

/** Names in a sentence, and how many more there are. */
export function listNames(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, NAMED);
  return count > shown.length ? `${shown.join(', ')} and ${count - shown.length} more` : shown.join(', ');
}
