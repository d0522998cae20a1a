import { defineRule } from '../core/rule.ts';
import { restoreCommand } from '../core/shell.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerDeleted = defineRule({
  id: 'ledger/deleted',
  severity: 'error',
  title: 'A record that the base holds is gone from head.',
  why: 'A number whose record is deleted can no longer be checked, and a bad result that vanishes makes the rest look better than they are.',
  advice:
    'Put the record back. If it should no longer count, add a retraction that points at it and says why.',
  *check(subject: RangeSubject) {
    for (const { change, source, staged } of subject.changes) {
      if (change.kind !== 'deleted') continue;
      yield { path: change.path, data: { before: change.before.oid, source, staged } };
    }
  },
  message: () => 'This record was deleted. What cites it would lose its proof.',
  remedy: ({ source, staged }, { path }) =>
    `Put it back: \`${restoreCommand(path ?? '', staged ? 'HEAD' : source)}\`. If it should no longer count, add a retraction of it.`,
});
