import { baseName } from '../../core/path.ts';
import type { RecognisedMapping } from '../../core/report.ts';
import type { JsonObject } from '../../document/document.ts';
import { recognise } from '../../formats/mapping/recognise/recognise.ts';
import { DEFAULT_POLICY, DEFAULT_SERIES, type Mapping } from '../../policy/policy.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { readRecord } from '../check/read/record.ts';
import { doubtsOf, globOf, seriesIdOf, seriesLines } from '../mapping-text.ts';
import type { Located } from './locate.ts';

/** A file read by the mapping that its shape was recognised as. */
interface ReadRecognised {
  readonly record: RecordSubject;
  readonly recognised: RecognisedMapping;
}

/**
 * Reads a file that no series claims and no reader knows by the mapping that fits its shape; `null` where none does. For
 * people who look at a file alone: a check never guesses.
 */
export async function readRecognised(
  record: RecordSubject,
  { bytes }: Located,
): Promise<ReadRecognised | null> {
  const { content, series, native, unread, path } = record;
  if (series !== null || native !== null || unread !== null || content.kind !== 'document') return null;
  const found = recognise([content.document.value]);
  if (found === null) return null;
  const read = await readByMapping({ path, bytes }, found.mapping);
  if (read.readings.length === 0) return null;
  const { mapping, took, unsure } = found;
  const files = globOf([path]);
  const lines = seriesLines({ id: seriesIdOf(path), files, mapping });
  return {
    record: read,
    recognised: {
      mapping: mapping as unknown as JsonObject,
      series: lines,
      took,
      unsure: [...unsure, ...doubtsOf(files)],
    },
  };
}

/** Reads a file by a mapping, whatever the policy says of it. */
export async function readByMapping(
  { path, bytes }: Pick<Located, 'path' | 'bytes'>,
  mapping: Mapping,
): Promise<RecordSubject> {
  const series = { ...DEFAULT_SERIES, id: 'mapped', files: '**', format: { mapping } };
  const policy = { ...DEFAULT_POLICY, ledger: ['.'], series: [series] };
  const read = await readRecord(baseName(path), { oid: '', kind: 'file' }, { bytes }, policy, null, null);
  return { ...read, path, series: null };
}
