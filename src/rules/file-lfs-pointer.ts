import { defineRule } from '../core/rule.ts';
import { faultFindings, faultSentence } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileLfsPointer = defineRule({
  id: 'file/lfs-pointer',
  severity: 'error',
  title: 'A Git LFS pointer stands where a result should.',
  why: 'The content behind a pointer is not in the history of this repository: it can be lost, and it cannot be checked.',
  advice: 'Keep results as plain files. Outputs that are too big for that go into a file beside them.',
  check: (record: RecordSubject) => faultFindings(record, ['lfs-pointer']),
  message: faultSentence,
  remedy: () =>
    'Take the ledger out of .gitattributes (git lfs untrack), then add the result again (git add --renormalize).',
});
