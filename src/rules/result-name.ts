import { NAME_PART, nameFits } from '../core/name-pattern.ts';
import { baseName } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { namePatternOf, placeIn, takenPattern } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly problem: 'characters' | 'reserved' | 'trailing-dot' | 'pattern' | 'near-series' | 'no-result';
  readonly name: string;
  readonly pattern: string | null;
  readonly series: string | null;
}

/** Device names of Windows: a file of such a name, whatever follows the first dot, cannot be checked out there. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

export const resultName = defineRule({
  id: 'result/name',
  severity: 'error',
  title: 'A result has a file name that does not say which run it is of.',
  why: 'A run is known by its name: two runs of one day must not meet in one file, and a file that a series misses by a capital letter is held against no threshold. A name with a colon cannot be checked out on Windows at all.',
  advice:
    'Name results <suite>-<date>-<routing>[-<variant>]-run<N>.json, or by the `name` of their series; `evalguard record` does so. Letters, digits, dot, underscore and hyphen are safe everywhere.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const { path, series, nearSeries } = record;
    const name = baseName(path);
    if (series === null && nearSeries !== null) {
      const { files, id } = nearSeries;
      yield { path, data: { problem: 'near-series', name, pattern: files, series: id } };
    }
    const claimed = series?.id ?? null;
    const pattern = namePatternOf(record);
    if (pattern === null) {
      const taken = takenPattern(record);
      if (taken === null || !nameFits(taken, name, null)) return;
      const schema = record.native?.schema ?? '';
      yield {
        ...placeIn(record, '/schema'),
        data: { problem: 'no-result', name, pattern: schema, series: claimed },
      };
      return;
    }
    const problem = unportable(name) ?? (nameFits(pattern, name, null) ? null : 'pattern');
    if (problem !== null) yield { path, data: { problem, name, pattern: pattern.source, series: claimed } };
  },
  message: ({ problem, name, pattern, series }) => {
    switch (problem) {
      case 'characters':
        return `The name "${name}" has characters other than letters, digits, dot, underscore and hyphen. Some systems cannot store such a name, and the run is then missing there.`;
      case 'reserved':
        return `The name "${name}" stands for a device on Windows, so this repository could not be checked out there.`;
      case 'trailing-dot':
        return `The name "${name}" ends in a dot, which Windows drops, so that it would be another file there.`;
      case 'pattern':
        return `The name "${name}" does not fit ${pattern}, so it does not say which run this is, and two runs can end up in one file.`;
      case 'no-result':
        return `The name "${name}" is that of a run, and the file calls itself "${pattern}", which is no result. The run of that name could never be recorded, since a record is written once.`;
      case 'near-series':
        return `The name differs from what the series "${series}" claims (${pattern}) only by capital letters or Unicode form, so none of its thresholds are held against this file.`;
    }
  },
  remedy: ({ problem, pattern }) => {
    if (problem === 'no-result')
      return 'Give the file a name that is no run’s before it is merged, or keep it outside the ledger.';
    return problem === 'near-series'
      ? `Rename the file so that it fits ${pattern} letter by letter, before it is merged.`
      : `Rename the file to fit ${pattern} before it is merged: later a new name counts as a lost record.`;
  },
});

function unportable(name: string): Data['problem'] | null {
  if (!NAME_PART.test(name)) return 'characters';
  if (RESERVED.test(name)) return 'reserved';
  return name.endsWith('.') ? 'trailing-dot' : null;
}
