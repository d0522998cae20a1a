import { defineRule } from '../core/rule.ts';
import { citationPlace, citedData, citedWords } from './shared/citation.ts';
import type { CitationSubject } from './subject.ts';

export const citationRetracted = defineRule({
  id: 'citation/retracted',
  severity: 'error',
  title: 'A number in the text is bound to a result that was retracted.',
  why: 'A retraction says that a result does not count. A text that goes on citing it tells readers a number that nobody stands behind.',
  advice:
    'Cite the result that replaces it. To tell of the old number as history, take the binding away and say that it was retracted.',
  *check({ citations }: CitationSubject) {
    for (const one of citations) {
      if (one.retraction === null) continue;
      const { path: retraction, reason, superseded_by } = one.retraction;
      yield { ...citationPlace(one), data: { ...citedData(one), retraction, reason, superseded_by } };
    }
  },
  message: ({ record, value, arm, text, retraction, reason }) =>
    `The text cites ${citedWords({ value, arm })} (${text}) of ${record}, which ${retraction} retracts${reason === '' ? '' : `: ${reason}`}. Readers are told a number that nobody stands behind.`,
  remedy: ({ superseded_by }) =>
    superseded_by === null
      ? 'Cite another result; or take the binding away and say in the text that the number was retracted.'
      : `Cite ${superseded_by}, which replaces it, and run \`evalguard cite refresh\`.`,
});
