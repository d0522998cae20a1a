import { isMap, isSeq, parseDocument } from 'yaml';
import { inputError, usageError } from '../../core/error.ts';
import type { LedgerEntry } from '../../core/ledger-entry.ts';
import type { Path } from '../../core/path.ts';
import { DEFAULT_POLICY } from '../../policy/policy.ts';
import { type MappedSeries, seriesLines, yamlText } from '../mapping-text.ts';

/**
 * The text of a policy with one series more, and with an entry of the ledger where the files need one. Comments and all else
 * stay as they are; `before`: `null` where there is no policy yet.
 */
export function withSeries(
  path: Path,
  before: string | null,
  series: MappedSeries,
  entry: LedgerEntry | null,
): string {
  if (before === null || before.trim() === '') return newPolicy(series, entry);
  const document = parseDocument(before);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) throw byHand(path, 'it is no mapping of settings');
  const added = parseDocument(seriesLines(series).join('\n')).getIn(['series', series.id], true);
  const own = root.get('series');
  if (own === undefined || own === null) document.set('series', document.createNode({}));
  const all = document.get('series');
  if (!isMap(all)) throw byHand(path, 'its series are no mapping');
  if (all.has(series.id)) {
    throw usageError(
      `${path} has a series "${series.id}" already, and it is not overwritten.`,
      'Name another with --series, or change the format of that series by hand.',
    );
  }
  all.flow = false;
  all.set(series.id, added);
  if (entry !== null) addEntry(document, path, entry);
  return document.toString({
    lineWidth: 0,
    // As the file has it, so that only the addition differs.
    indentSeq: !/^(\s*)[\w-]+:[^\n]*\n\1- /m.test(before),
    flowCollectionPadding: !/[[{](?! )/.test(before),
  });
}

function addEntry(document: ReturnType<typeof parseDocument>, path: Path, entry: LedgerEntry): void {
  const own = document.get('ledger');
  if (own === undefined || own === null) {
    const node = document.createNode([...DEFAULT_POLICY.ledger, entry], { flow: true });
    document.set('ledger', node);
  } else if (isSeq(own)) own.add(document.createNode(entry));
  else if (typeof own === 'string') document.set('ledger', document.createNode([own, entry], { flow: true }));
  else throw byHand(path, 'its ledger is no list');
}

function newPolicy(series: MappedSeries, entry: LedgerEntry | null): string {
  return [
    '# What evalguard guards here. docs/policy.md lists every setting.',
    'version: 1',
    '',
    '# Results are written once: one that is here is never changed, renamed or deleted.',
    `ledger: [${yamlText(entry ?? DEFAULT_POLICY.ledger[0]!)}]`,
    '',
    ...seriesLines(series),
    '',
  ].join('\n');
}

function byHand(path: Path, why: string) {
  return inputError(
    `The series was not added to ${path}: ${why}.`,
    'Correct the file, or paste the series that --dry-run prints.',
  );
}
