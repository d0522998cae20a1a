import { baseName } from '../../core/path.ts';
import { applyRules } from '../../core/rule.ts';
import type { Policy } from '../../policy/policy.ts';
import { recordRules, word } from '../../rules/registry.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { readRecord } from '../check/read/record.ts';
import { decodeInput } from '../record/input.ts';
import type { Located } from './locate.ts';

/** Reads a file as its series says; one that no series claims by whatever reader knows it. */
export async function readAnywhere({ bytes, path, around }: Located, policy: Policy): Promise<RecordSubject> {
  const record = await readRecord(path, { oid: '', kind: 'file' }, { bytes }, policy, null, around);
  if (record.readings.length > 0 || record.series !== null) return record;
  const read = await decodeInput({ name: baseName(path), bytes }, null);
  return read.readings.length === 0
    ? { ...record, content: read.content, native: read.native }
    : { ...read, path, series: null };
}

const CLAIM =
  'Claim it by a series with a `format` in evalguard.yaml (a tool, or a mapping of your own JSON); a log or a table that grows, by one with `grows` (docs/policy.md).';

const CONVERT = 'Name one in a form that is read; what is read of each tool stands in docs/formats.md.';

/**
 * Why a record has no readings, in the words of the rule that would refuse it (the end of a sentence, without its full
 * stop), and what to do about it.
 */
export function whyNoReadings(record: RecordSubject): { readonly why: string; readonly remedy: string } {
  const { unread, native, content } = record;
  if (native?.schema.startsWith('evalguard.retraction/')) {
    return {
      why: 'it is a retraction, not a result',
      remedy: 'Take the record that it names under `of`: what is shown of it tells of the retraction too.',
    };
  }
  if (unread !== null) return { why: unread, remedy: record.series === null ? CONVERT : CLAIM };
  const found = applyRules(recordRules, record).map(word);
  const worst = found.find(({ rule }) => rule.startsWith('file/') || rule === 'result/schema');
  if (worst !== undefined) return { why: worst.message.replace(/\.$/, ''), remedy: worst.remedy };
  const why = content.kind === 'document' ? 'no reader knows its shape' : 'its syntax is none that is read';
  return { why, remedy: CLAIM };
}
