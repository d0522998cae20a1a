import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerMode = defineRule({
  id: 'ledger/mode',
  severity: 'note',
  title: 'A record became executable, or stopped being so.',
  why: 'The content is the same, so nothing is lost; the change is seldom meant.',
  advice: 'Nothing has to be done. `git update-index --chmod=-x` takes the bit off again.',
  *check(subject: RangeSubject) {
    for (const { change } of subject.changes) {
      if (change.kind === 'mode')
        yield { path: change.path, data: { before: change.before.kind, after: change.after.kind } };
    }
  },
  message: ({ before, after }) =>
    `Only the file mode changed (${before} -> ${after}); the content is the same.`,
  remedy: () => 'Nothing has to be done.',
});
