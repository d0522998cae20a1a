import { defineRule } from '../core/rule.ts';
import { faultSentence, faultsOf, foundFault, weightOf } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileLfsPointer = defineRule({
  id: 'file/lfs-pointer',
  severity: 'error',
  title: 'A Git LFS pointer stands where a result should.',
  why: 'The content behind a pointer is not in the history of this repository: it can be lost, and it cannot be checked.',
  advice: 'Keep results as plain files. Outputs that are too big for that go into a file beside them.',
  *check(record: RecordSubject) {
    const severity = weightOf(record);
    if (severity === null) return;
    for (const fault of faultsOf(record, ['lfs-pointer'])) yield foundFault(record, fault, severity);
  },
  message: (data, place) => faultSentence(data, place),
  remedy: () =>
    'Take the ledger out of .gitattributes (git lfs untrack), then add the result again (git add --renormalize).',
});
