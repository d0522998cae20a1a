import type { Definition, Row } from '../../core/reading.ts';

/**
 * The definitions of a file that states neither definitions nor numbers: a score that is only ever true or false is a
 * rate, any other a mean, also one that was never measured, so that it shows. A score with text in it (a game's
 * winner) has none. Each is marked `derived`: nobody stated it.
 */
export function derivedDefinitions(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [score, value] of row.scores) {
      const seen = kinds.get(score) ?? new Set();
      kinds.set(score, value === null ? seen : seen.add(typeof value));
    }
  }
  const definitions = new Map<string, Definition>();
  for (const [score, seen] of kinds) {
    if (seen.has('string')) continue;
    const how = seen.has('boolean') && !seen.has('number') ? 'rate' : 'mean';
    definitions.set(score, { aggregate: how, score, derived: true });
  }
  return definitions;
}
