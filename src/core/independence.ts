import type { Row } from './reading.ts';

/**
 * The rows that are samples of their own, in their order. A row that says `cached: true` repeats an answer that was
 * given before: however often it stands there, the system was asked once. It counts only where no other row of its case
 * (and arm and turn) does, or where its output shows that it is another answer than all of those. Which rows count hangs
 * on the number of a sample, never on where its row stands.
 */
export function independentRows(rows: readonly Row[]): readonly Row[] {
  if (!rows.some(isCached)) return rows;
  const asked = new Map<string, Set<string | null>>();
  const kept = new Set<Row>();
  // What was asked in this run comes first; of what was cached, an answer before an error, and the first that was drawn.
  const ordered = [
    ...rows.filter((row) => !isCached(row)),
    ...rows
      .filter(isCached)
      .sort((a, b) => Number(a.error !== null) - Number(b.error !== null) || a.sample - b.sample),
  ];
  for (const row of ordered) {
    const key = JSON.stringify([row.id, row.arm, row.turn]);
    const before = asked.get(key) ?? new Set();
    const answer = answerOf(row);
    if (isCached(row) && !isAnotherAnswer(answer, before)) continue;
    asked.set(key, before.add(answer));
    kept.add(row);
  }
  return rows.filter((row) => kept.has(row));
}

/** How many rows are no samples of their own. */
export function cachedRepeats(rows: readonly Row[]): number {
  return rows.length - independentRows(rows).length;
}

/** What cached rows do not add, as a part of a sentence. */
export function repeatsText(repeats: number): string {
  return repeats === 1
    ? '1 cached row adds no sample of its own'
    : `${repeats} cached rows add no samples of their own`;
}

/** What a file with cached repeats does not hold, as one of a reading's losses. */
export function cachedLosses(rows: readonly Row[] | null): readonly string[] {
  const repeats = rows === null ? 0 : cachedRepeats(rows);
  return repeats === 0 ? [] : [`independent samples of every row: ${repeatsText(repeats)}`];
}

function isCached({ source }: Row): boolean {
  // Rows seldom say it, and asking for an own member first costs more than all else of 50,000 of them.
  return source['cached'] === true && Object.hasOwn(source, 'cached');
}

/** Whether an answer differs from all others. Where one was not kept (`null`) nobody knows, and that is never enough. */
function isAnotherAnswer(answer: string | null, others: ReadonlySet<string | null>): boolean {
  return others.size === 0 || (answer !== null && !others.has(null) && !others.has(answer));
}

/** The answer that a row keeps, as a text that two equal ones share; `null` where it keeps none. */
export function answerOf({ source }: Pick<Row, 'source'>): string | null {
  const answer = Object.hasOwn(source, 'output') ? (source['output'] ?? null) : null;
  return answer === null ? null : JSON.stringify(answer);
}
