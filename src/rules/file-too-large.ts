import { defineRule } from '../core/rule.ts';
import { count } from '../core/wording.ts';
import { faultsOf, weightOf } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileTooLarge = defineRule({
  id: 'file/too-large',
  severity: 'error',
  title: 'A file is larger than evalguard reads.',
  why: 'A file that is not read is not checked. The limit keeps one file from using up the memory of the check.',
  advice:
    'Keep scores in the result and bulky outputs (images, transcripts) in a file beside it; or raise max_bytes in the policy.',
  *check(record: RecordSubject) {
    const severity = weightOf(record);
    const data = sizeOf(record);
    if (severity !== null && data !== null) yield { path: record.path, severity, data };
  },
  message: ({ bytes, limit }) =>
    `The file has ${count(bytes, 'byte')} and the limit is ${limit}, so it was not read and nothing in it is checked.`,
  remedy: () =>
    'Keep the scores in the result and move bulky outputs into a file beside it; or raise max_bytes in evalguard.yaml, in a change of its own.',
});

function sizeOf(record: RecordSubject) {
  const { content } = record;
  if (content.kind === 'too-large') return { bytes: content.size, limit: content.limit };
  const [fault] = faultsOf(record, ['too-large']);
  return fault === undefined
    ? null
    : { bytes: Number(fault.data['bytes']), limit: Number(fault.data['limit']) };
}
