import type { Audit, AuditedRecord, LossReport } from '../core/audit.ts';
import type { Report, ThresholdReport } from '../core/report.ts';
import type { FindingReport } from '../core/rule.ts';
import { outcomeSentence } from '../core/wording.ts';
import { auditRemedy, auditSentence, commitText, stateSentence } from './audit-wording.ts';
import { type SarifTool, sarifLog, sarifStyle } from './sarif-log.ts';

/** The report as a SARIF log: a result a finding; what evalguard alone knows stands in the run's properties. */
export function reportSarif(report: Report, tool: SarifTool): string {
  const { outcome, exit_code, incomplete, findings, range, counts, thresholds } = report;
  return sarifLog(
    {
      outcome,
      exit_code,
      sentence: outcomeSentence(report),
      incomplete,
      findings,
      head: range.head,
      properties: {
        range: {
          ...range,
          base: named(range.base),
          head: named(range.head),
          policy: named(range.policy),
          how: sarifStyle.text(range.how),
        },
        counts,
        thresholds: thresholds.map(thresholdProperties),
      },
    },
    tool,
  );
}

function thresholdProperties({
  path,
  series,
  arm,
  metric,
  min,
  max,
  value,
  verdict,
  reason,
  enforced,
}: ThresholdReport) {
  return {
    path: named(path),
    series: named(series),
    arm: named(arm),
    metric: named(metric),
    min,
    max,
    value,
    verdict,
    reason: reason === null ? null : sarifStyle.text(reason),
    enforced,
  };
}

function named(text: string | null): string | null {
  return text === null ? null : sarifStyle.code(text);
}

/** The audit as a SARIF log: a result for each content that a commit took from a record's path. */
export function auditSarif(audit: Audit, tool: SarifTool): string {
  const { outcome, exit_code, incomplete, range, counts, records } = audit;
  return sarifLog(
    {
      outcome,
      exit_code,
      sentence: auditSentence(audit),
      incomplete,
      findings: records.flatMap((record) => record.losses.map((loss) => lossFinding(record, loss))),
      head: range.head,
      properties: { range: { ...range, ledger: range.ledger.map(sarifStyle.code) }, counts },
    },
    tool,
  );
}

/** What is made good or acknowledged is a note: it is reported, and fails nothing. */
function lossFinding(record: AuditedRecord, loss: LossReport): FindingReport {
  const open = loss.status === 'lost' || loss.status === 'elsewhere';
  const { commit, before, after } = loss;
  return {
    rule: loss.rule,
    severity: open ? 'error' : loss.status === 'unread' ? 'warning' : 'note',
    path: record.path,
    pointer: null,
    line: null,
    column: null,
    message: `Commit ${commitText(commit, sarifStyle)}: ${loss.message} ${stateSentence(loss, sarifStyle)}`,
    remedy:
      loss.status === 'unread'
        ? 'Fetch what could not be read, and audit again.'
        : ((open ? auditRemedy(record) : null) ?? 'Nothing has to be done about it.'),
    data: { commit: commit.oid, before, after },
  };
}
