import { openRepository, type Repository } from '../../adapters/git/repository.ts';
import type { Audit, AuditedRecord } from '../../core/audit.ts';
import { EvalguardError } from '../../core/error.ts';
import {
  type AuditContext,
  type AuditOptions,
  type Removals,
  readContext,
  readEmptyDirectories,
  readRemovals,
} from './read/history.ts';
import { couldNotLook, reportOf } from './report.ts';

/**
 * Holds the whole landed history to write-once, by head's policy: every content that a record's path ever lost, the
 * commit that took it, and what became of it. Where it cannot look, the audit is `incomplete`; usage and policy errors
 * are thrown.
 */
export async function audit(options: AuditOptions): Promise<Audit> {
  let repository: Repository | null = null;
  try {
    repository = await (options.opening ?? openRepository(options));
    return await auditRepository(repository, options);
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
    return couldNotLook(options.commits, error, repository?.unread.list());
  } finally {
    repository?.close();
  }
}

/** Audits a repository that is open already. */
export async function auditRepository(repository: Repository, options: AuditOptions): Promise<Audit> {
  const context = await readContext(repository, options);
  const removals = await readRemovals(context);
  const records = await brokenRecords(context, removals);
  const empty = await readEmptyDirectories(context, [...removals.byPath.keys()]);
  const { history, policy, judging } = context;
  return reportOf({
    incomplete: [...repository.unread.list(), ...empty],
    range: { ...history, count: removals.commits, ledger: policy.ledger, policy: judging.from },
    records,
    exempt: removals.exempt,
    oddModes: repository.trees.oddIn(policy.ledger),
  });
}

/** What reads records is loaded only where one is broken: most audits find none. */
async function brokenRecords(context: AuditContext, { byPath }: Removals): Promise<readonly AuditedRecord[]> {
  if (byPath.size === 0) return [];
  const [{ readLosses }, { judgeLosses }] = await Promise.all([
    import('./read/losses.ts'),
    import('./judge/losses.ts'),
  ]);
  return judgeLosses(await readLosses(context, byPath));
}
