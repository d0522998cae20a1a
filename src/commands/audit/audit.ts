import type { Walk } from '../../adapters/git/history.ts';
import type { Commit, Repository } from '../../adapters/git/repository.ts';
import { resolveRevision } from '../../adapters/git/revision.ts';
import type { OddMode } from '../../adapters/git/unread.ts';
import { type Audit, type AuditedRecord, type AuditRange, auditReport } from '../../core/audit.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import type { Incomplete } from '../../core/report.ts';
import type { LedgerScope } from '../../policy/series.ts';
import { type JudgingPolicy, judgingPolicy } from '../check/read/policy.ts';
import { emptyDirectories, headLedger } from './head-ledger.ts';
import { openForAudit } from './open.ts';
import type { AuditOptions } from './options.ts';
import { findRemovals } from './removals.ts';
import { findReturns } from './returns.ts';

/**
 * Holds the whole landed history to write-once, by head's policy: every content that a record's path ever lost, the
 * commit that took it, and what became of it. Where it cannot look, the audit is `incomplete`; usage and policy errors
 * are thrown.
 */
export async function audit(options: AuditOptions): Promise<Audit> {
  let repository: Repository | null = null;
  try {
    repository = await (options.opening ?? openForAudit(options));
    return await auditRepository(repository, options);
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
    return couldNotLook(options, error, repository?.unread.list());
  } finally {
    repository?.close();
  }
}

/** Audits a repository that is open already. */
export async function auditRepository(repository: Repository, options: AuditOptions): Promise<Audit> {
  const { head, since } = await ends(repository, options);
  const snapshot = repository.snapshot(head);
  const judging = await judgingPolicy(repository, { policyAt: snapshot, head: snapshot }, options.policy);
  const walk: Walk = { head: head.oid, since: since?.oid ?? null, commits: options.commits };
  const progress = options.progress ?? (() => {});
  const scope = scopeOf(judging);
  const removals = await findRemovals(repository, walk, scope, progress);
  const { policy, named } = judging;
  let records: readonly AuditedRecord[] = [];
  if (removals.byPath.size > 0) {
    // What reads records is loaded only where one is broken: most audits find none.
    const { LossTeller } = await import('./losses.ts');
    const ledger = await headLedger(repository, snapshot, scope);
    const returns = await findReturns(
      repository,
      walk,
      removals.byPath,
      ledger.records,
      policy.ledger,
      progress,
    );
    records = await new LossTeller(repository, head.oid, policy, ledger, returns).tell(removals.byPath);
  }
  const directories = named.length > 0 ? named : policy.ledger;
  const range: AuditRange = {
    head: head.oid,
    since: since?.oid ?? null,
    commits: options.commits,
    count: removals.commits,
    ledger: policy.ledger,
    policy: judging.from,
  };
  const empty = await emptyDirectories(repository, snapshot, directories, [...removals.byPath.keys()]);
  return auditReport({
    incomplete: [...repository.unread.list(), ...empty],
    notes: oddModes(repository.trees.oddIn(policy.ledger)),
    range,
    records,
    exempt: removals.exempt,
  });
}

/** Modes that are spelled unlike git spells them: read as the numbers that they are, and noted once. */
function oddModes([first, ...rest]: readonly OddMode[]): readonly string[] {
  if (first === undefined) return [];
  const place = `${JSON.stringify(first.path === '' ? first.name : `${first.path}/${first.name}`)} in commit ${first.commit}`;
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return [`Some trees spell a mode unlike git does, and were read all the same: ${place}${others}.`];
}

function scopeOf({ policy, exemptIfNew }: JudgingPolicy): LedgerScope {
  return { directories: policy.ledger, exempt: policy.exempt, exemptIfNew };
}

/** The ends of the walk. Throws `incomplete` where what lies between them is not known to be whole. */
async function ends(
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
  const bases = since.oid === head.oid ? [since.oid] : await repository.mergeBases(since.oid, head.oid);
  if (!bases.includes(since.oid)) {
    throw incomplete(
      `${options.since.text} is no ancestor of the audited commit, so what was audited up to it says nothing about this history: it was rewritten, or the revision is of another branch.`,
      'Audit the whole history once, without --since.',
    );
  }
  return { head, since };
}

function couldNotLook(
  options: AuditOptions,
  { message, remedy, path }: EvalguardError,
  noted: readonly Incomplete[] = [],
): Audit {
  return auditReport({
    incomplete: [...noted, { code: 'could-not-look', message, remedy, path }],
    range: { head: null, since: null, commits: options.commits, count: 0, ledger: [], policy: 'defaults' },
    records: [],
  });
}
