import { UNSEEN } from '../core/text.ts';

/**
 * A whole report, audit or other value as JSON, two spaces deep. What a reader cannot see is escaped, and so is a sign of `##[`, which a CI
 * runner would obey anywhere in its log: parsed, it is the same value.
 */
export function json(report: object): string {
  const text = JSON.stringify(report, null, 2).replace(/##(?=\w*\[)/g, '#\\u0023');
  return `${text.replace(UNSEEN, (character) => (character === '\n' ? character : escapeUnits(character)))}\n`;
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
