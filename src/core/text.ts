/**
 * Characters that a reader cannot see or that move what follows: controls (C0, DEL, C1), line separators, directional
 * and zero-width characters, fillers, variation selectors, tags, noncharacters, lone surrogates. A fixed list, not
 * Unicode's properties, so that every version of Node prints the same bytes.
 */
export const UNSEEN = new RegExp(
  `[${[
    '\\0-\\x1f\\x7f-\\x9f', // controls
    '\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\uffa0', // hyphens, joiners, fillers
    '\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff', // zero width, line separators, directions
    '\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}', // variation selectors, tags
    '\\ufff0-\\ufffb\\ufffe\\uffff\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}', // specials, formats of scripts
    '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}', // signs that act on others
    '\\ud800-\\udfff', // surrogates without their other half
  ].join('')}]`,
  'gu',
);

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/**
 * Text from a file on one line, with everything unseen spelt out: `\x1b`, `\u202e`, `\n`, and `\xNN` for a byte of a
 * path that is not UTF-8. Text that was made visible once stays as it is.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x100) return SHORT_ESCAPES.get(character) ?? `\\x${hex(code, 2)}`;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Controls, directions and line separators: what a terminal obeys, or what makes a line read as another one. */
const OBEYED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
const STYLE = /(\x1b\[\d*m)/;

/** The signs in a printed text that are evalguard's own: its colours, or commands for the runner of a CI. */
export type OwnSigns = 'none' | 'styles' | 'commands';

/**
 * A text as it leaves the program, for a terminal or a log. Reporters have made text from files visible already; here
 * nothing passes that they or an error's words forgot. What needed nothing stays as it is, byte by byte.
 */
export function printable(text: string, own: OwnSigns = 'none'): string {
  const escaped = (part: string) => part.replace(OBEYED, escapeCharacter);
  return text
    .split('\n')
    .map((line) => {
      if (own === 'commands') return escaped(line);
      const parts = own === 'styles' ? line.split(STYLE) : [line];
      return logLine(parts.map((part, at) => (at % 2 === 0 ? escaped(part) : part)).join(''));
    })
    .join('\n');
}

/** The words of a text, apart by white space. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The first names as one text, with how many more there are of `all`. */
export function shortList(names: readonly string[], most: number, all = names.length): string {
  const shown = names.slice(0, most);
  return `${shown.join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`;
}

/** At most `limit` code points of a text; a cut is shown by an ellipsis, which counts. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}

/**
 * A line that no CI takes for a command. GitHub's runner obeys `::name` at the start of a line, whatever white space
 * leads it, and `##[name]` anywhere in it; Azure and TeamCity obey `##name[`. The first sign is spelt as an escape.
 */
export function logLine(line: string): string {
  return line.replace(/^((?:\s|\x1b\[\d*m)*):(?=:)/u, '$1\\x3a').replace(/##(?=\w*\[)/g, '#\\x23');
}

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
