import { entryAt, ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { RawChange } from '../../../adapters/git/trees.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import { ledgerStillNamed } from '../../../adapters/policy.ts';
import type { Path } from '../../../core/path.ts';
import { DEFAULT_POLICY } from '../../../policy/policy.ts';
import type { Range } from './range.ts';
import { equalsTip, type TreeDifferences } from './tree-differences.ts';

type Compared = Pick<Range, 'head' | 'policyAt'> & Partial<Pick<Range, 'frozen' | 'tips'>>;

/** A path that the range changes besides the policy, `null` where there is none. */
export async function otherChange(
  { frozen = [], tips = [], head }: Compared,
  config: Path,
  differences: TreeDifferences,
  unread: Unread,
): Promise<Path | null> {
  const known = await differences;
  for (const [index, source] of frozen.entries()) {
    const raw = known?.[index] ?? (await everyChange(unread, source, head));
    for (const one of raw) {
      if (one.path !== config && !(await equalsTip({ tips }, source, one))) return one.path;
    }
  }
  return null;
}

async function everyChange(unread: Unread, source: Snapshot, head: Snapshot): Promise<readonly RawChange[]> {
  const [base, all] = [await ledgerOf(source, ['.'], unread), await ledgerOf(head, ['.'], unread)];
  return [...new Set([...base.keys(), ...all.keys()])].flatMap((path) => {
    const [before, after] = [base.get(path) ?? null, all.get(path) ?? null];
    return before?.oid === after?.oid && before?.kind === after?.kind ? [] : [{ path, before, after }];
  });
}

/** The ledger directories that base's text still names; where none can be read, the default ones if anything stands there. */
export async function ledgerToKeep(
  { policyAt, frozen = [] }: Compared,
  text: Uint8Array | null,
): Promise<readonly Path[]> {
  const named = text === null ? null : await ledgerStillNamed(text);
  if (named !== null) return named;
  const kept: Path[] = [];
  for (const directory of DEFAULT_POLICY.ledger) {
    for (const snapshot of [...(policyAt === null ? [] : [policyAt]), ...frozen]) {
      if (!kept.includes(directory) && (await entryAt(snapshot, directory)) !== null) kept.push(directory);
    }
  }
  return kept;
}
