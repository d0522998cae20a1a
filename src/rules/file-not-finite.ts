import { defineRule } from '../core/rule.ts';
import { faultFindings, faultSentence } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const fileNotFinite = defineRule({
  id: 'file/not-finite',
  severity: 'error',
  title: 'A number is none that JSON can hold: NaN, Infinity, or one with too many digits.',
  why: 'Readers disagree on such a number: some refuse the file, some take Infinity, some null, and one of them takes 0.',
  advice:
    'A value that was not measured is null, with its reason under "unmeasured". Numbers that name something, such as an id, are kept as text.',
  check: (record: RecordSubject) =>
    faultFindings(record, isOfAnotherTool(record) ? [] : ['not-finite', 'unsafe-integer'], (code, weight) =>
      code === 'unsafe-integer' && weight === 'error' ? 'warning' : weight,
    ),
  message: faultSentence,
  remedy: ({ code }) =>
    code === 'unsafe-integer'
      ? 'Write it as text, in double quotes, so that every reader sees the same digits.'
      : 'Write null there and say why under "unmeasured": a value that was not measured is never a number.',
});

/** Python writes NaN into files of many tools; their readers take it as unmeasured and list it as a loss. */
function isOfAnotherTool({ format, native, series }: RecordSubject): boolean {
  const mapped = series !== null && 'mapping' in series.format;
  return format !== null && native === null && !mapped;
}
