import { aggregateNamed } from '../../core/definition.ts';
import { getOrMake } from '../../core/maps.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { shortList, words } from '../../core/text.ts';
import { evidenceOf } from '../../measures/evidence/recompute.ts';
import type { Contradiction } from '../../measures/evidence/row-value.ts';

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
  return shortList(names, NAMED, count);
}

/** The rows in which one score contradicts one kind of evidence: the first of them, and how many there are. */
export interface StrangeRows {
  readonly score: string;
  readonly by: Contradiction['by'];
  readonly slip: Contradiction['slip'];
  readonly found: readonly Contradiction[];
  readonly count: number;
}

/** Rows that state something else than they hold, by score, each once however many metrics follow from it. */
export function strangeRows(reading: Reading): readonly StrangeRows[] {
  const groups = new Map<string, { first: Contradiction; found: Map<Row, Contradiction> }>();
  for (const { basis } of evidenceOf(reading)) {
    for (const contradiction of basis.kind === 'claim' ? [] : basis.contradictions) {
      const { score, by, slip, row } = contradiction;
      const key = JSON.stringify([score, by, slip]);
      getOrMake(groups, key, () => ({ first: contradiction, found: new Map() })).found.set(
        row,
        contradiction,
      );
    }
  }
  return Array.from(groups.values(), ({ first: { score, by, slip }, found }) => ({
    score,
    by,
    slip,
    found: [...found.values()].slice(0, NAMED),
    count: found.size,
  }));
}

/** The sign that the system under evaluation gave no answer. */
const NO_ANSWER = new Set(words('target_error target_quota target_timeout infrastructure'));

/** Passes in rows whose target failed, of rates that are better high and no judge's: those are unmeasured anyway. */
export function failedPasses({ format, definitions, rows }: Reading) {
  if (format !== 'native') return [];
  const failed = (rows ?? []).filter(({ error }) => error !== null && NO_ANSWER.has(error.kind));
  if (failed.length === 0) return [];
  const scores = new Set(
    [...definitions].flatMap(([name, definition]) => {
      const { aggregate, direction, judged, score } = definition;
      const counts =
        (aggregateNamed(aggregate)?.passes ?? null) !== null && direction !== 'lower' && judged !== true;
      return counts ? [typeof score === 'string' ? score : name] : [];
    }),
  );
  return [...scores].flatMap((score) => {
    const found = failed.filter((row) => row.scores.get(score) === true);
    return found.length === 0 ? [] : [{ score, found: found.slice(0, NAMED), count: found.length }];
  });
}
