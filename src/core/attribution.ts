import { answerOf } from './answer.ts';
import type { Attribution, Difference } from './comparison.ts';
import type { Reading, Row } from './reading.ts';

/**
 * What two runs with different judges (or prompts of the judge) say about the answers that were judged: `null` where the
 * judge is the same. Only where every answer is kept on both sides, and is the same, is a difference the judge's.
 */
export function attributionOf(
  base: Reading,
  head: Reading,
  reasons: readonly Difference[],
): Attribution | null {
  if (!reasons.some(({ key }) => key === 'judge' || key === 'rubric')) return null;
  const before = new Map((base.rows ?? []).map((row) => [keyOf(row), answerOf(row)]));
  const after = new Map((head.rows ?? []).map((row) => [keyOf(row), answerOf(row)]));
  const counts = { same: 0, changed: 0, unknown: 0 };
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    if (was === null || is === null) counts.unknown += 1;
    else if (was === is) counts.same += 1;
    else counts.changed += 1;
  }
  return counts;
}

function keyOf({ id, arm, sample, turn }: Row): string {
  return JSON.stringify([id, arm, sample, turn]);
}
