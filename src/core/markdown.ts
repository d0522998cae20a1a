import { logLine, visible } from './text.ts';

/** Breaks a word for GitHub's linkers, which look at rendered text: escapes and entities are undone before they run. */
const BREAK = '&#8203;';

/** Abbreviated commit ids are linked from 7 digits on. */
const UNLINKED_DIGITS = 6;

const HAZARDS =
  /[&<>\\|`*_[\]!~$@]|#\d?|:(?=\/\/|[\w+-]+(?::|$))|www(?=\.)|gh-(?=\d)|[\da-f]{7,}|^(?:\s|[-+=]|\d{1,9}(?=[.)](?:\s|$)))|\s$/gi;

/**
 * Text from a file as Markdown that renders as that very text, in a paragraph, a list or the cell of a table: no
 * structure, no HTML, no link, mention, reference, emoji or formula comes of it. Unseen characters are spelt out.
 */
export function markdownText(text: string): string {
  return visible(text).replace(HAZARDS, defuse);
}

function defuse(hazard: string): string {
  const first = hazard.charAt(0);
  if (hazard.length >= 7 && /^[\da-f]+$/i.test(hazard)) return splitDigits(hazard);
  if (/^\d+$/.test(hazard)) return `${hazard.slice(0, -1)}&#${hazard.charCodeAt(hazard.length - 1)};`;
  // GitHub's own advice for a dollar sign that is no formula.
  if (first === '$') return '<span>$</span>';
  if (first === '#') return hazard.length > 1 ? `\\#${BREAK}${hazard.slice(1)}` : '\\#';
  if (first === '@' || first === ':' || hazard.length > 1) return hazard + BREAK;
  // Backslash and pipe as entities: renderers disagree on escaped ones in the cells of a table.
  return /[&<>\\|\s]/.test(first) ? `&#${first.charCodeAt(0)};` : `\\${first}`;
}

function splitDigits(digits: string): string {
  return digits.replace(new RegExp(`.{${UNLINKED_DIGITS}}(?=.)`, 'g'), `$&${BREAK}`);
}

/**
 * A path or an id from a file as a code span, where GitHub links and expands nothing. Text that a code span cannot hold
 * everywhere (a pipe in a table, a runner's command in a log) is plain text instead.
 */
export function markdownCode(text: string): string {
  const shown = visible(text);
  if (shown.includes('|') || logLine(shown) !== shown || shown.trim() === '') return markdownText(text);
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/u.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** A backtick that opens a word, text without another, and one that closes it. */
const CODE = /(?<![^\s(])`([^`]+)`(?![^\s.,;:)])/g;

/** A sentence of evalguard's own, with what it marks by backticks (commands to copy, settings) as code spans. */
export function markdownProse(sentence: string): string {
  const parts = visible(sentence).split(CODE);
  return parts.map((part, at) => (at % 2 === 0 ? markdownText(part) : markdownCode(part))).join('');
}
