import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerOverwritesBase = defineRule({
  id: 'ledger/overwrites-base',
  severity: 'error',
  title: 'A record added here has a path at which the base branch meanwhile holds another.',
  why: 'The change looks like an addition from where it branched off, but landing it would overwrite a record that was added since.',
  advice: 'Bring the branch up to date and record the run under the next free name.',
  *check(subject: RangeSubject) {
    for (const { change, tip } of subject.changes) {
      if ((change.kind !== 'added' && change.kind !== 'renamed') || tip === null) continue;
      if (tip.oid !== change.after.oid || tip.kind !== change.after.kind) {
        yield { path: change.path, data: { tip: tip.oid, after: change.after.oid } };
      }
    }
  },
  message: () =>
    'This file is added here, but the base branch already holds a record of the same name with other content. Landing it would overwrite that record.',
  remedy: () => 'Give this result another name (the next run number), and bring the branch up to date.',
});
