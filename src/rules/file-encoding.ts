import { defineRule } from '../core/rule.ts';
import { faultFindings, faultSentence } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileEncoding = defineRule({
  id: 'file/encoding',
  severity: 'error',
  title: 'A file is not plain UTF-8 text.',
  why: 'JSON is UTF-8 (RFC 8259). Readers that meet another encoding guess, and some skip the file without a word.',
  advice:
    'Save the file as UTF-8 without a byte order mark. An archive or a database is named for what it is, with what makes a text of it.',
  check: (record: RecordSubject) =>
    // with a mark the file is read all the same, so it is no reason to refuse an honest result
    faultFindings(record, ['encoding', 'byte-order-mark'], (code, weight) =>
      code === 'byte-order-mark' && weight === 'error' ? 'warning' : weight,
    ),
  message: faultSentence,
  remedy: ({ code, details }) => {
    if (code === 'byte-order-mark')
      return 'Save the file without the mark (in Python: encoding="utf-8", not "utf-8-sig").';
    return details['binary'] === undefined
      ? 'Save the file as UTF-8 before it is merged (in PowerShell: Out-File -Encoding utf8).'
      : 'Put a text in its place before it is merged: once it has landed it cannot be changed.';
  },
});
