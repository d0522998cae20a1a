import { shellWord } from '../shell.ts';
import { visible } from '../text.ts';
import { count } from '../wording.ts';
import { selectorText } from './citation.ts';
import type { Suggestion } from './suggestion.ts';
import { placeOf } from './wording.ts';

/** Each number that could be bound, with the command that binds it to the likeliest record. */
export function suggestText(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return 'No number outside a citation equals a value of the ledger.\n';
  const told = suggestions.map(({ page, candidate, targets }) => {
    const [best, ...others] = targets;
    const place = { page, line: candidate.line, column: candidate.column };
    const metric = selectorText(best!.selector);
    const more = others.length === 0 ? '' : ` (and ${count(others.length, 'other value')})`;
    const of = best!.arm === null ? [] : ['--arm', shellWord(best!.arm)];
    const command = [
      'evalguard cite add',
      `${shellWord(page)}:${candidate.line}:${candidate.column}`,
      '--record',
      shellWord(best!.record),
      '--metric',
      shellWord(metric),
      ...of,
    ].join(' ');
    return `${placeOf(place)}  ${visible(candidate.text)} is ${visible(metric)} in ${visible(best!.record)}${more}\n  ${command}\n`;
  });
  return `${told.join('')}\n${count(suggestions.length, 'number')} could be bound. Read the line before you bind one: an equal number need not be the same one.\n`;
}
