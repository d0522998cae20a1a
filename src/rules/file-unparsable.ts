import { defineRule } from '../core/rule.ts';
import type { FaultCode } from '../document/document.ts';
import { faultSentence, faultsOf, foundFault, weightOf } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

const CODES: readonly FaultCode[] = [
  'syntax',
  'truncated',
  'empty',
  'merge-conflict',
  'too-deep',
  'reserved-key',
];

export const fileUnparsable = defineRule({
  id: 'file/unparsable',
  severity: 'error',
  title: 'The text of a file cannot be read.',
  why: 'What cannot be read cannot be checked, and a record that lands broken stays so, for a record is written once.',
  advice:
    'Write the file again from its source before it is merged. A JSON library writes what every reader accepts.',
  *check(record: RecordSubject) {
    const severity = weightOf(record);
    if (severity === null) return;
    // No program writes an empty JSON file on purpose, whoever reads it: a write broke off.
    for (const fault of faultsOf(record, CODES))
      yield foundFault(record, fault, fault.code === 'empty' ? 'error' : severity);
  },
  message: (data, place) => faultSentence(data, place),
  remedy: () => 'Mend the file before it is merged: once it has landed it cannot be changed.',
});
