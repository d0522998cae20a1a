import { defineRule } from '../core/rule.ts';
import type { RangeSubject, RewrittenRecord } from './subject.ts';

/** Commits that are named one by one; the rest is counted. */
const SHOWN = 4;

const VERBS = { changed: 'changed it', deleted: 'deleted it', added: 'added it again' } as const;

export const ledgerRewrittenInRange = defineRule({
  id: 'ledger/rewritten-in-range',
  severity: 'error',
  title: 'A commit between base and head changes a record that the range as a whole leaves alone.',
  why: 'Edited and restored, or added and then overwritten: from end to end nothing shows, but merged commit by commit the history holds another content under the name of the record, and an overwritten run is as good as hidden.',
  advice:
    'Rebase the branch so that it adds each record once and leaves those of the base branch alone. If the earlier content was a run of its own, add it under a name of its own. Only `--each-commit` looks at the commits between.',
  *check(subject: RangeSubject) {
    for (const { path, ...data } of subject.rewritten) yield { path, data };
  },
  message: ({ stands, added, commits }) => {
    const story = told(commits);
    return stands
      ? `This record of the base branch was changed on the way and put back: ${story}. From end to end nothing shows, but the commits between would bring other content into the history under its name.`
      : `This record was added on the way${added === null ? '' : ` by ${short(added)}`} and not left alone: ${story}. A record is written once, so the content that was replaced would be lost to whoever looks for it under this name.`;
  },
  remedy: ({ base }) =>
    `Fold these commits together, so that the branch adds the record once (\`git rebase -i ${base === null ? 'BASE' : short(base)}\`, or squash the branch). If the replaced content was a run of its own, add it under a name of its own.`,
});

function told(commits: RewrittenRecord['commits']): string {
  const shown = commits.slice(0, SHOWN).map(({ oid, kind }) => `${short(oid)} ${VERBS[kind]}`);
  const more = commits.length - shown.length;
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ');
}

function short(oid: string): string {
  return oid.slice(0, 12);
}
