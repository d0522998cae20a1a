import { mergeBases } from '../../../adapters/git/ancestry.ts';
import type { Walk } from '../../../adapters/git/history.ts';
import type { Commit, Repository } from '../../../adapters/git/repository.ts';
import { resolveRevision } from '../../../adapters/git/revision.ts';
import { type CommitSnapshot, linkOnTheWay } from '../../../adapters/git/snapshot.ts';
import type { Progress } from '../../../core/budget.ts';
import { incomplete } from '../../../core/error.ts';
import type { Path } from '../../../core/path.ts';
import type { Incomplete } from '../../../core/report.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { LedgerScope } from '../../../policy/series.ts';
import { type JudgingPolicy, judgingPolicy, scopeOf } from '../../check/read/policy.ts';
import type { AuditOptions } from '../open.ts';

/** What every act of reading starts from: the repository, the history that is audited, and head's policy. */
export interface AuditContext {
  readonly repository: Repository;
  readonly history: Walk;
  readonly head: CommitSnapshot;
  readonly judging: JudgingPolicy;
  readonly policy: Policy;
  readonly scope: LedgerScope;
  readonly progress: Progress;
}

/** Resolves the history that is audited and reads head's policy. */
export async function readContext(repository: Repository, options: AuditOptions): Promise<AuditContext> {
  const ends = await readEnds(repository, options);
  const head = repository.snapshot(ends.head);
  const judging = await judgingPolicy(repository, { policyAt: head, head }, options.policy);
  return {
    repository,
    history: { head: head.id, since: ends.since?.oid ?? null, commits: options.commits },
    head,
    judging,
    policy: judging.policy,
    scope: scopeOf(judging),
    progress: options.progress ?? (() => {}),
  };
}

/** The ends of the walk. Throws `incomplete` where what lies between them is not known to be whole. */
async function readEnds(
  repository: Repository,
  options: AuditOptions,
): Promise<{ readonly head: Commit; readonly since: Commit | null }> {
  if (repository.shallow) {
    throw incomplete(
      'This clone is shallow: the history before its boundary is missing, so it cannot be said that no record was changed.',
      'Fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.',
    );
  }
  const { commit: head } = await resolveRevision(
    repository,
    options.head ?? { text: 'HEAD', origin: 'HEAD' },
  );
  if (options.since === null) return { head, since: null };
  const { commit: since } = await resolveRevision(repository, options.since);
  const bases = since.oid === head.oid ? [since.oid] : await mergeBases(repository, since.oid, head.oid);
  if (!bases.includes(since.oid)) {
    throw incomplete(
      `${options.since.text} is no ancestor of the audited commit, so what was audited up to it says nothing about this history: it was rewritten, or the revision is of another branch.`,
      'Audit the whole history once, without --since.',
    );
  }
  return { head, since };
}

/**
 * Ledger directories that hold nothing now and from which nothing was ever taken: to pass them would be to audit a
 * misspelt name for ever.
 */
export async function readEmptyDirectories(
  { repository: { unread }, head, policy, judging: { named } }: AuditContext,
  broken: readonly Path[],
): Promise<readonly Incomplete[]> {
  const found: Incomplete[] = [];
  for (const directory of named.length > 0 ? named : policy.ledger) {
    const place = directory === '.' ? '' : directory;
    const children = await unread.attempt(() => head.children(place), null);
    if (children === null || children.lines.length > 0) continue;
    if (broken.some((path) => path.startsWith(`${directory}/`))) continue;
    const link = await linkOnTheWay(head, directory);
    found.push({
      code: 'nothing-to-audit',
      message:
        link === null
          ? `The ledger directory ${directory} holds nothing and never did, so nothing in it was audited.`
          : `The ledger directory ${directory} lies behind a ${link.entry.kind} (${link.path}), where this repository has no history, so nothing in it was audited.`,
      remedy:
        'Name the directory that holds your results under `ledger` in evalguard.yaml, or give another policy with --policy-file.',
      path: directory,
    });
  }
  return found;
}
