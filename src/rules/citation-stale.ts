import { plainNumber } from '../core/citation/citation.ts';
import { defineRule } from '../core/rule.ts';
import { shellWord } from '../core/shell.ts';
import { citationPlace, citedData, citedWords } from './shared/citation.ts';
import type { CitationSubject } from './subject.ts';

export const citationStale = defineRule({
  id: 'citation/stale',
  severity: 'error',
  title: 'A number in the text is bound to a result that says another number.',
  why: 'Numbers in prose outlive the results that proved them. A reader cannot tell, so the text must say what its record says, and what was not measured must read as unmeasured.',
  advice:
    'Run `evalguard cite refresh`, which writes what the records say, or bind the number to the record that holds it.',
  *check({ citations }: CitationSubject) {
    for (const one of citations) {
      if (one.judgement.kind !== 'stale') continue;
      const { exact, reason } = one.judgement;
      const [says, should] = [plainNumber(one.judgement.says), plainNumber(one.judgement.should)];
      yield {
        ...citationPlace(one),
        data: { ...citedData(one), says, should, exact, reason, changed: one.changed },
      };
    }
  },
  message: ({ record, value, arm, says, should, exact, reason, changed }) => {
    const claim = says === '' ? 'The text gives no number yet' : `The text says ${says}`;
    const why = reason === null ? '' : ` (${reason})`;
    const full =
      exact === null || exact === should || exact.endsWith(`(${should})`) ? '' : `, in full ${exact}`;
    return `${claim}, but ${citedWords({ value, arm })} in ${record} is ${should}${full}${why}${changed ? ', since this change alters that record' : ''}. Readers are told what the record does not say.`;
  },
  remedy: ({ should, changed }, { path }) =>
    changed
      ? 'Put the record back first, as its own finding says; then look at the text again. To cite a new measurement, bind the number to the record that holds it.'
      : `\`evalguard cite refresh ${shellWord(path ?? '')}\` writes ${should}. If the old number is the true one, find out who changed the record (\`evalguard audit\`), or cite the record that holds it.`,
});
