import type { Audit, AuditedRecord, LossReport, RecordStatus } from '../../core/audit.ts';
import {
  auditPolicySentence,
  auditRangeSentence,
  auditRemedy,
  auditSentence,
  commitText,
  EXEMPT_HEADING,
  exemptText,
  RECORD_HEADINGS,
  stateSentence,
} from '../../core/audit-wording.ts';
import { logLine } from '../../core/text.ts';
import { folded, prose, rendered, titled } from '../markdown/block.ts';

/** Records, and losses of one record, that leave a comment far from GitHub's 65,536 characters. */
const MOST_RECORDS = 30;
const MOST_LOSSES = 4;

const ICONS: Readonly<Record<Audit['outcome'], string>> = { pass: '✅', fail: '❌', incomplete: '⚠️' };

/** The audit as GitHub's Markdown: a job's summary, or an issue. Verdict first. */
export function auditMarkdown(audit: Audit): string {
  const lines = [
    `## ${ICONS[audit.outcome]} evalguard audit: ${audit.outcome} (exit ${audit.exit_code})`,
    '',
    `**${sentence(auditSentence(audit))}**`,
    '',
    ...titled(RECORD_HEADINGS.broken, records(audit, 'broken')),
    ...titled(
      'What evalguard could not tell',
      audit.incomplete.map(
        ({ code, message, remedy }) =>
          `- ${prose(message)} (${rendered.code(code)})<br>**What to do:** ${prose(remedy)}`,
      ),
    ),
    ...titled(RECORD_HEADINGS.unread, records(audit, 'unread')),
    ...titled(RECORD_HEADINGS.restored, records(audit, 'restored')),
    ...folded(RECORD_HEADINGS.acknowledged, records(audit, 'acknowledged')),
    ...folded(EXEMPT_HEADING, exempt(audit)),
    ...audit.notes.flatMap((note) => [`Note: ${prose(note)}`, '']),
    `Audited: ${auditRangeSentence(audit, rendered)}. Policy: ${auditPolicySentence(audit, rendered)}.`,
  ];
  return `${lines
    .map(logLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function exempt({ exempt: files }: Audit): string[] {
  const left = files.length - MOST_RECORDS;
  return [
    ...files
      .slice(0, MOST_RECORDS)
      .map((file) => `- ${rendered.code(file.path)}: ${exemptText(file, rendered)}`),
    ...(left <= 0 ? [] : ['', `… and ${left} more: \`--format json\` has all.`]),
  ];
}

function records(audit: Audit, status: RecordStatus): string[] {
  const those = audit.records.filter((record) => record.status === status);
  const left = those.length - MOST_RECORDS;
  return [
    ...those.slice(0, MOST_RECORDS).flatMap(oneRecord),
    ...(left <= 0 ? [] : ['', `… and ${left} more: \`--format json\` has all.`]),
  ];
}

function oneRecord(record: AuditedRecord): string[] {
  const remedy = auditRemedy(record);
  const left = record.losses.length - MOST_LOSSES;
  return [
    `- ${rendered.code(record.path)}`,
    ...record.losses.slice(0, MOST_LOSSES).map(oneLoss),
    ...(left <= 0 ? [] : [`  - … and ${left} more contents of this path`]),
    ...(remedy === null ? [] : [`  - **What to do:** ${prose(remedy)}`]),
  ];
}

function oneLoss(loss: LossReport): string {
  const what = `${loss.status}: ${commitText(loss.commit, rendered)} (${rendered.code(loss.rule)})`;
  return `  - ${what}<br>${prose(loss.message)} ${stateSentence(loss, rendered)}<br>${rendered.code(loss.show)}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
