import type { Audit, AuditedRecord, LossReport } from '../../core/audit.ts';
import { auditRemedy, auditSentence, commitText, stateSentence } from '../../core/audit-wording.ts';
import type { FindingReport } from '../../core/report.ts';
import { type SarifTool, sarifLog } from '../sarif/log.ts';
import { words } from '../sarif/words.ts';

/** The audit as a SARIF log: a result for each content that a commit took from a record's path. */
export function auditSarif(audit: Audit, tool: SarifTool): string {
  const { outcome, exit_code, incomplete, range, counts, records } = audit;
  return sarifLog(
    {
      outcome,
      exit_code,
      sentence: auditSentence(audit),
      incomplete,
      findings: records.flatMap((record) => record.losses.map((loss) => finding(record, loss))),
      head: range.head,
      properties: { range: { ...range, ledger: range.ledger.map(words.code) }, counts },
    },
    tool,
  );
}

/** What is made good or acknowledged is a note: it is reported, and fails nothing. */
function finding(record: AuditedRecord, loss: LossReport): FindingReport {
  const open = loss.status === 'lost' || loss.status === 'elsewhere';
  const { commit, before, after } = loss;
  return {
    rule: loss.rule,
    severity: open ? 'error' : loss.status === 'unread' ? 'warning' : 'note',
    path: record.path,
    pointer: null,
    line: null,
    column: null,
    message: `Commit ${commitText(commit, words)}: ${loss.message} ${stateSentence(loss, words)}`,
    remedy:
      loss.status === 'unread'
        ? 'Fetch what could not be read, and audit again.'
        : ((open ? auditRemedy(record) : null) ?? 'Nothing has to be done about it.'),
    data: { commit: commit.oid, before, after },
  };
}
