import { defineRule } from '../core/rule.ts';
import { faultFindings, faultSentence } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileDuplicateKey = defineRule({
  id: 'file/duplicate-key',
  severity: 'error',
  title: 'An object names one key twice.',
  why: 'JSON does not say which of the two counts. Two readers of the same file can see two results.',
  advice: 'Keep the value that was measured and delete the other.',
  check: (record: RecordSubject) => faultFindings(record, ['duplicate-key']),
  message: faultSentence,
  remedy: () => 'Keep the value that was measured and delete the other before the file is merged.',
});
