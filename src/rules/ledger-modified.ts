import { defineRule } from '../core/rule.ts';
import { restoreCommand } from '../core/shell.ts';
import { describeDifference } from './shared/changes.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerModified = defineRule({
  id: 'ledger/modified',
  severity: 'error',
  title: 'A record that the base holds has other content in head.',
  why: 'A result is written once. Whatever cites the old numbers would go on citing them after their proof is gone, and nobody could tell a correction from an accident.',
  advice:
    'Put the record back as it was and add the new measurement under a name of its own. If the old one was wrong, add a retraction that points at it.',
  *check(subject: RangeSubject) {
    for (const { change, difference, source, staged } of subject.changes) {
      if (change.kind !== 'modified' || difference?.kind === 'ungrown') continue;
      const data = { before: change.before.oid, after: change.after.oid, source, staged, difference };
      yield { path: change.path, ...(difference?.kind === 'values' ? difference.at : null), data };
    }
  },
  message: ({ difference }) =>
    `This record was changed. A record is written once, so that what cites it keeps its proof.${describeDifference(difference)}`,
  remedy: ({ source, staged, difference }, { path }) =>
    `${difference?.kind === 'appended' ? `${difference.allow} Otherwise: put` : 'Put'} it back: \`${restoreCommand(path ?? '', staged ? 'HEAD' : source)}\`. Then add the new measurement under a new file name; if the old one was wrong, add a retraction of it.`,
});
