import { directoryName, type Path } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

interface Data {
  readonly headline: Path;
  /** Whether the folder may grow, and the file would take its result apart all the same. */
  readonly grows: boolean;
}

export const ledgerAddedToFolder = defineRule({
  id: 'ledger/added-to-folder',
  severity: 'error',
  title: 'A file is added to a folder that has landed as one result.',
  why: 'Where a series says that a result is a folder, the folder is written once as a whole: a file that comes later changes what the result says, although no file of it changed.',
  advice:
    'Put the new run into a folder of its own. Where files of a run come later by design, set `folder: grows` in the series. A README.md, a retraction and what the policy exempts may always be added, and a headline to files that landed before it.',
  *check({ changes }: RangeSubject): Iterable<RuleMatch<Data>> {
    for (const { change, folder } of changes) {
      if (change.kind === 'added' && folder !== null) yield { path: change.path, data: { ...folder } };
    }
  },
  message: ({ headline, grows }) =>
    grows
      ? `The folder ${directoryName(headline)} has landed as the result ${headline}. It may grow, but this file would be the headline of another result in it, and so take the first apart.`
      : `The folder ${directoryName(headline)} has landed as one result (${headline}), which is written once as a whole. This file would change what it says.`,
  remedy: ({ grows }) =>
    grows
      ? 'Put this result into a folder beside the other.'
      : 'Take the file out of the change, or put the new run into a folder of its own. Files that come later by design need `folder: grows` in the series, in a change of its own.',
});
