import { comparePaths } from '../../core/change.ts';
import { candidatesIn } from '../../core/citation/candidates.ts';
import {
  isTelling,
  type LedgerValue,
  matching,
  type Suggestion,
  targetOf,
} from '../../core/citation/suggestion.ts';
import { isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';
import { byAge } from '../check/judge/results.ts';
import { readRecord } from '../check/read/record.ts';
import { retractionIn } from '../check/retractions.ts';
import { atDesk, type CiteOptions, type Desk } from './desk.ts';

/** Numbers on the pages that equal a value of the ledger and are not bound yet. */
export function citeSuggest(options: CiteOptions): Promise<readonly Suggestion[]> {
  return atDesk(options, async (desk) => {
    const values = await ledgerValues(desk);
    return desk.pages.flatMap((page) =>
      candidatesIn(page.text, page.path).flatMap((candidate): Suggestion[] => {
        const likely = matching(candidate, values).filter((value) => isTelling(candidate, value));
        const targets = likely.map((value) => targetOf(candidate, value));
        return targets.length === 0 ? [] : [{ page: page.path, candidate, targets }];
      }),
    );
  });
}

/** The measured metrics of the ledger, from old to new. Scripted and retracted runs count for none. */
export async function ledgerValues({ tree, shelf, policy }: Desk): Promise<readonly LedgerValue[]> {
  const paths: Path[] = [];
  for (const path of (await tree.files()).toSorted(comparePaths)) {
    if (ledgerDirectory(path, policy.ledger) === null || isExempt(path, policy.exempt)) continue;
    const kind = await tree.kindAt(path);
    if (kind !== null && isFile(kind)) paths.push(path);
  }
  const retracted = new Set<Path>();
  const found: { readonly path: Path; readonly reading: Parameters<typeof judgedMetrics>[0] }[] = [];
  let at = 0;
  for await (const read of shelf.read(paths, policy.max_bytes)) {
    const path = paths[at++]!;
    if (read === null) continue;
    const record = await readRecord(path, { oid: '', kind: 'file' }, read, policy, null);
    const retraction = retractionIn(record);
    if (retraction !== null) retracted.add(retraction.of.path);
    for (const reading of record.readings) if (reading.mode !== 'scripted') found.push({ path, reading });
  }
  return found
    .filter(({ path }) => !retracted.has(path))
    .sort(byAge)
    .flatMap(({ path, reading }) =>
      judgedMetrics(reading)
        .filter(({ value }) => value !== null)
        .map((metric) => ({ record: path, arm: reading.arm, metric })),
    );
}
