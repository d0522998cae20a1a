import { defineRule } from '../core/rule.ts';
import { faultFindings, faultSentence } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileUnparsable = defineRule({
  id: 'file/unparsable',
  severity: 'error',
  title: 'The text of a file cannot be read.',
  why: 'What cannot be read cannot be checked, and a record that lands broken stays so, for a record is written once.',
  advice:
    'Write the file again from its source before it is merged. A JSON library writes what every reader accepts.',
  check: (record: RecordSubject) =>
    // No program writes an empty JSON file on purpose, whoever reads it: a write broke off.
    faultFindings(
      record,
      ['syntax', 'truncated', 'empty', 'merge-conflict', 'too-deep', 'reserved-key'],
      (code, weight) => (code === 'empty' ? 'error' : weight),
    ),
  message: faultSentence,
  remedy: () => 'Mend the file before it is merged: once it has landed it cannot be changed.',
});
