import { defineRule } from '../core/rule.ts';
import { describeUngrown } from './shared/changes.ts';
import type { MergedRecord, RangeSubject } from './subject.ts';

export const ledgerChangedByMerge = defineRule({
  id: 'ledger/changed-by-merge',
  severity: 'error',
  title: 'Merging the branch gives a record other bytes than the ones that were judged.',
  why: 'A merge follows renames. Where one side moves a file and the other side edits it, git carries the edit to the new place. Both branches look right by themselves, and what lands is a record that nobody wrote.',
  advice:
    'Bring the branch up to date with its base branch and look at the record that results. Add it as it was measured: copy the file into the ledger and leave the old one where it is, or restore the bytes of the run.',
  *check({ merged = [] }: RangeSubject) {
    for (const { path, kind, ungrown = null } of merged) {
      const open = kind === 'conflict' || kind === 'both-grew';
      yield { path, data: { kind, ungrown }, ...(open ? { severity: 'warning' as const } : {}) };
    }
  },
  message: ({ kind, ungrown }) =>
    `${MESSAGES[kind]}${ungrown === null ? '' : ` ${describeUngrown(ungrown)}`}`,
  remedy: ({ kind }) =>
    REMEDIES[kind] ??
    'Merge the base branch into this one, put the bytes back that were measured, and check again.',
});

const GROWN_REMEDY =
  'Merge the base branch into this one, keep all that it holds (its lines first), put what this branch adds behind or between, and check again.';

const REMEDIES: Readonly<Partial<Record<MergedRecord['kind'], string>>> = {
  conflict:
    'Bring the branch up to date with its base branch, keep the bytes of each run under a name of its own, and check again.',
  combined: GROWN_REMEDY,
  'both-grew': GROWN_REMEDY,
};

const MESSAGES: Readonly<Record<MergedRecord['kind'], string>> = {
  altered:
    'This record is added here, but merging changes its bytes: the base branch edited the file that this branch moved into the ledger, and git carries the edit along. What lands is not what was judged.',
  changed:
    'The base branch holds this record, and merging this branch changes its bytes: this branch edits the file that the base branch moved into the ledger, and git carries the edit along.',
  removed:
    'The base branch holds this record, and merging this branch takes it away, although this branch does not name it.',
  arrived:
    'Merging puts a record here that neither branch has at this path: one side moved a file or its directory, and git follows. Nothing of it was judged.',
  conflict:
    'This record is in conflict with the base branch, so what lands is what a person makes of it, and it was not judged.',
  combined:
    'Both the base branch and this one add to this file, and what git makes of the two is no growth of what either holds.',
  'both-grew':
    'Both the base branch and this one add to this file at the same place, so git cannot merge them, and what lands was not judged.',
};
