import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { Series } from '../policy/policy.ts';
import { isJsonName } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly series: string | null;
}

export const resultUnknownFormat = defineRule({
  id: 'result/unknown-format',
  severity: 'note',
  title: 'No reader knows the format of a file.',
  why: 'Such a file is guarded like every record, but nothing in it is checked: not its numbers, not its judge.',
  advice:
    'Write results in the native format, or give the series a `format`: the name of a tool, or a mapping of your own JSON.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const { path, series, unclaimed, native, format, unread, content } = record;
    if (unclaimed !== null || native !== null || format !== null || unread !== null) return;
    // A table that only grows need not be read: its rows are guarded without.
    if (series !== null && series.grows !== null && !asksForValues(series)) return;
    if (series !== null && (content.kind === 'document' || content.kind === 'other')) {
      yield { path, severity: 'error', data: { series: series.id } };
    } else if (series === null && content.kind === 'document' && isJsonName(path)) {
      yield { path, data: { series: null } };
    }
  },
  message: ({ series }) =>
    series === null
      ? 'No series claims this file and no reader knows its format: it is guarded as a record, and nothing in it is checked.'
      : `The series "${series}" claims this file, but no reader knows its format, so its thresholds hold nothing.`,
  remedy: ({ series }) =>
    series === null
      ? 'If it is a result, claim it by a series with a `format` in evalguard.yaml; if not, nothing has to be done.'
      : 'Give the series a `format` in evalguard.yaml (a tool, or a mapping of your own JSON), or move the file out of its `files`.',
});

function asksForValues({ format, thresholds, hard_fail }: Series): boolean {
  return 'mapping' in format || format.reader !== 'auto' || thresholds.length > 0 || hard_fail.length > 0;
}
