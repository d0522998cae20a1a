import { type Measured, ratioOf, unmeasured } from './measured.ts';

/**
 * The share of the passages that a question needs which are among the first k hits, in [0, 1]; 1 means that the answer
 * can be built. Each passage is given as the ids of the hits that hold it: any one of them finds it. Two passages may
 * be found by one hit. Null (`not_applicable`) where no passage is needed; a passage that no id holds is never found.
 */
export function passageRecall(
  passages: readonly (readonly string[])[],
  retrieved: readonly string[],
  k = retrieved.length,
): Measured {
  if (passages.length === 0) return unmeasured('not_applicable', 'the question needs no passage');
  const hits = new Set(retrieved.slice(0, k));
  const found = passages.filter((ids) => ids.some((id) => hits.has(id))).length;
  return ratioOf(found, passages.length);
}
