import type { Path } from '../../../core/path.ts';
import type { RangeSubject } from '../../../rules/subject.ts';
import type { CheckContext } from './context.ts';
import type { PolicyPlace } from './policy.ts';
import type { RangeOptions } from './range.ts';

/** The policy on disk, where it is not the committed one and the ledger holds nothing: it was just written. */
export async function readPendingPolicy(
  { repository, range }: CheckContext,
  place: PolicyPlace,
  { directories }: RangeSubject,
): Promise<Path | null> {
  const empty = directories.some(({ files, link }) => files === 'none' && link === null);
  if (!empty || 'file' in place || range.mode === 'staged' || repository.workTree === null) return null;
  return (await repository.uncommitted([place.config])) > 0 ? place.config : null;
}

/** What was not looked at: somebody who edits records and checks commits should know that the edits were not seen. */
export async function readWorkTreeNotes(
  { repository, policy }: CheckContext,
  range: RangeOptions,
): Promise<readonly string[]> {
  if (range.mode === 'staged' || range.head !== null || repository.workTree === null) return [];
  const count = await repository.uncommitted(policy.ledger);
  return count === 0
    ? []
    : [
        `${count} uncommitted ${count === 1 ? 'change' : 'changes'} in the ledger ${count === 1 ? 'was' : 'were'} not looked at; \`evalguard check --staged\` looks at what is staged.`,
      ];
}
