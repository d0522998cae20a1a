import type { CitationProblem } from '../core/citation/citation.ts';
import { defineRule } from '../core/rule.ts';
import { shorten } from '../core/text.ts';
import { type CitedData, citationPlace, citedData, citedWords } from './shared/citation.ts';
import type { CitationSubject } from './subject.ts';

interface Data extends CitedData {
  readonly problem: CitationProblem;
}

export const citationBroken = defineRule({
  id: 'citation/broken',
  severity: 'error',
  title: 'A number in the text is bound to something that is not there or cannot be read.',
  why: 'A citation is a promise that the proof can be looked up. One that leads nowhere looks like proof and is none.',
  advice:
    'Bind the number to a record of the ledger, by a metric or JSON Pointer that the record has, or take the binding away.',
  *check({ citations }: CitationSubject) {
    for (const one of citations) {
      if (one.judgement.kind !== 'broken') continue;
      const data: Data = { ...citedData(one), problem: one.judgement.problem };
      yield { ...citationPlace(one), data };
    }
  },
  message: (data) => `${happened(data)} So nothing proves the number in the text.`,
  remedy: (data) => nextStep(data),
});

function happened({ record, value, arm, text, problem }: Data): string {
  const cites = `${text === '' ? 'The text' : `The text (${shorten(text, 40)})`} cites ${citedWords({ value, arm })} in ${record}`;
  switch (problem.kind) {
    case 'syntax':
      return `The citation cannot be understood: ${problem.why}.`;
    case 'unclosed':
      return 'The citation is not closed: no <!-- /evalguard --> follows it before the next one or the end of the page.';
    case 'unopened':
      return 'This <!-- /evalguard --> closes no citation.';
    case 'no-number':
      return `A citation holds "${shorten(problem.text, 40)}", which is not one number.`;
    case 'adjoined':
      return `The page shows "${shorten(problem.shown, 40)}", and only "${shorten(problem.text, 40)}" of it is bound to a record.`;
    case 'unreadable-page':
      return `The citations of this page were not read: ${problem.why}.`;
    case 'no-record':
      return problem.removed
        ? `${cites}, and this change takes the record away.`
        : `${cites}, and there is no such file.`;
    case 'no-file':
      return `${cites}, which is a ${problem.found} and no record.`;
    case 'outside-ledger':
      return `${cites}, which is not in the ledger, so that anybody may change it at any time.`;
    case 'unreadable':
      return `${cites}, which cannot be read: ${problem.why}.`;
    case 'no-metric':
      return `${cites}, which has no metric of that name.`;
    case 'no-pointer':
      return `${cites}, which holds nothing at that pointer.`;
    case 'no-value':
      return `${cites}, where ${problem.found} stands and no number.`;
    case 'no-arm':
      return `${cites}, which has no such arm.`;
    case 'which-arm':
      return `${cites}, which has that metric in several arms (${list(problem.known)}).`;
    case 'no-counts':
      return `${cites} as a fraction, but the record does not say how many of how many.`;
  }
}

function nextStep({ problem, value }: Data): string {
  switch (problem.kind) {
    case 'syntax':
    case 'unclosed':
    case 'unopened':
      return 'Write it as `<!-- evalguard: RECORD METRIC as percent -->97 %<!-- /evalguard -->`; docs/citations.md has the grammar.';
    case 'no-number':
      return 'Leave only the number between the two comments (or in the link), and put other words outside.';
    case 'adjoined':
      return problem.percent
        ? 'Bind the percentage whole: `<!-- evalguard: RECORD METRIC as percent -->97 %<!-- /evalguard -->`.'
        : 'Put the whole number between the two comments (or in the link), or a space between it and what is no part of it.';
    case 'unreadable-page':
      return 'Split the page, or take it out of `citations` in the policy.';
    case 'no-record':
      if (problem.removed) return 'Put the record back, as its own finding says: the text then stands again.';
      return problem.nearest === null
        ? 'Add the record that proves the number, or take the number out of the text.'
        : `Did you mean ${problem.nearest}? Otherwise add the record that proves the number, or take it out of the text.`;
    case 'no-file':
    case 'outside-ledger':
      return 'Put the result into the ledger under a name of its own (`evalguard record`), and cite that.';
    case 'unreadable':
      return 'Cite a record that can be read.';
    case 'no-metric':
      return problem.nearest === null
        ? `It has ${problem.known.length === 0 ? 'no metrics; cite a JSON Pointer instead' : list(problem.known)}.`
        : `Did you mean ${problem.nearest}?`;
    case 'no-pointer':
      return 'Open the record and correct the pointer; it begins with "/", and "/" in a key is written "~1".';
    case 'no-value':
      return 'Cite a number, or null for what was not measured.';
    case 'no-arm':
      return problem.known.length === 0
        ? 'Leave the arm out: the record has none.'
        : `Its arms are ${list(problem.known)}.`;
    case 'which-arm':
      return `Say which: \`${value} of ${problem.known[0]}\`.`;
    case 'no-counts':
      return 'Cite it as percent or as decimal, or cite both counts by their JSON Pointers.';
  }
}

const MOST_LISTED = 12;

function list(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return more > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more` : names.join(', ');
}
