/**
 * The known word that somebody most likely meant, or null if none is near enough: at most one edit for three
 * characters. Case and `_`, `-`, `.`, space do not count. Of equally near words the first in code-unit order.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  const folded = fold(word);
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const candidate of [...known].sort()) {
    const other = fold(candidate);
    const limit = Math.floor(Math.max(folded.length, other.length) / 3);
    if (Math.abs(folded.length - other.length) > limit) continue;
    const distance = editDistance(folded, other);
    if (distance <= limit && (best === null || distance < best.distance))
      best = { word: candidate, distance };
  }
  return best?.word ?? null;
}

/**
 * Edits that turn one text into the other: insert, delete, replace, or swap two neighbours (Damerau-Levenshtein
 * in its optimal-string-alignment form), in UTF-16 code units.
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edited = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      current.push(swapped ? Math.min(edited, beforeLast[column - 2]! + 1) : edited);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[_\-. ]/g, '');
}
