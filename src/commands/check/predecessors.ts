import type { Repository } from '../../adapters/git/repository.ts';
import type { Entry } from '../../core/ledger.ts';
import { directoryName, type Path } from '../../core/path.ts';
import type { Policy } from '../../policy/policy.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { candidates } from '../compare/predecessor.ts';
import { isNamedAhead } from './judge/results.ts';
import type { Range } from './read/range.ts';
import { readWithin } from './read/record.ts';

/**
 * The newest record of each added record's series that stood before, read: what an added definition is held against. It
 * is looked for where the added records lie, then in the folders beside them: cost follows the change.
 */
export async function predecessors(
  repository: Repository,
  range: Range,
  added: readonly RecordSubject[],
  policy: Policy,
): Promise<readonly RecordSubject[]> {
  if (range.mode === 'all') return [];
  const shelf = {
    repository,
    snapshot: range.head,
    excluded: new Set(added.map(({ path }) => path)),
    policy,
  };
  const found = new Map<Path, Entry>();
  const asked = new Set<string>();
  for (const { path, series } of added) {
    const key = JSON.stringify([series?.id, directoryName(path)]);
    if (series === null || asked.has(key)) continue;
    asked.add(key);
    for await (const newest of candidates(shelf, series, path)) {
      if (isNamedAhead(newest.path, range.until)) continue;
      found.set(newest.path, newest.entry);
      break;
    }
  }
  const list = [...found];
  const records: RecordSubject[] = [];
  const files = list.map(([path, { oid }]) => ({ path, oid, commit: range.head.id }));
  let at = 0;
  for await (const object of repository.contents(files, policy.max_bytes)) {
    const [path, entry] = list[at++]!;
    if (object === null) continue;
    const read = object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    const record = await readWithin(repository, path, entry, read, policy);
    if (record !== null) records.push(record);
  }
  return records;
}
