import { defineRule } from '../core/rule.ts';
import { restoreCommand } from '../core/shell.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerRenamed = defineRule({
  id: 'ledger/renamed',
  severity: 'error',
  title: 'A record stands under another path in head, with the same content.',
  why: 'A record is found by its path: links, citations and retractions name it. Under another name it is another run to every reader.',
  advice: 'Move the file back. A copy under a second name may stay beside it.',
  *check(subject: RangeSubject) {
    for (const { change, source, staged } of subject.changes) {
      if (change.kind !== 'renamed') continue;
      yield { path: change.path, data: { from: change.from, oid: change.before.oid, source, staged } };
    }
  },
  message: ({ from }) =>
    `The record ${from} was renamed to this path, content identical. What names the old path would find nothing.`,
  remedy: ({ from, source, staged }) =>
    `Put it back under its old name: \`${restoreCommand(from, staged ? 'HEAD' : source)}\`. A copy under the new name may stay.`,
});
