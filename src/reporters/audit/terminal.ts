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
import { cut } from '../../core/wording.ts';
import { type Paint, painter } from '../paint.ts';

/** Records, and losses of one record, that a person still reads. */
const MOST_RECORDS = 50;
const MOST_LOSSES = 4;

const plain = cut({ text: (text) => text, code: (text) => text });

const MEANING = { broken: 'error', unread: 'incomplete', acknowledged: 'note', restored: 'warning' } as const;

/** The audit for a terminal and a log: what was looked at, what was found, worst last, and the verdict in the last line. */
export function auditTerminal(audit: Audit, options: { readonly color: boolean }): string {
  const paint = painter(options.color);
  const worstLast: readonly RecordStatus[] = ['acknowledged', 'restored', 'unread', 'broken'];
  const sections = [
    [`  Audited  ${auditRangeSentence(audit, plain)}`, `  Policy   ${auditPolicySentence(audit, plain)}`],
    exemptLines(audit),
    ...worstLast.map((status) => recordLines(audit, status, paint)),
    audit.notes.map((note) => `  Note     ${plain.text(note)}`),
    incompleteLines(audit, paint),
  ];
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => [...section, '']);
  const word = paint(audit.outcome, audit.outcome.toUpperCase());
  const verdict = `evalguard: ${word} (exit ${audit.exit_code}): ${auditSentence(audit)}.`;
  return `${[...lines, verdict].map(logLine).join('\n')}\n`;
}

function exemptLines({ exempt }: Audit): string[] {
  if (exempt.length === 0) return [];
  const left = exempt.length - MOST_RECORDS;
  return [
    EXEMPT_HEADING,
    ...exempt.slice(0, MOST_RECORDS).map((file) => `  ${plain.code(file.path)}  ${exemptText(file, plain)}`),
    ...(left <= 0 ? [] : [`  … and ${left} more: --format json has all.`]),
  ];
}

function recordLines({ records }: Audit, status: RecordStatus, paint: Paint): string[] {
  const those = records.filter((record) => record.status === status);
  if (those.length === 0) return [];
  const left = those.length - MOST_RECORDS;
  return [
    paint('heading', RECORD_HEADINGS[status]),
    ...those.slice(0, MOST_RECORDS).flatMap((record) => oneRecord(record, paint)),
    ...(left <= 0 ? [] : [`  … and ${left} more: --format json has all.`]),
  ];
}

function oneRecord(record: AuditedRecord, paint: Paint): string[] {
  const remedy = auditRemedy(record);
  const left = record.losses.length - MOST_LOSSES;
  return [
    `  ${paint('heading', plain.code(record.path))}`,
    ...record.losses.slice(0, MOST_LOSSES).flatMap((loss) => oneLoss(loss, record.status, paint)),
    ...(left <= 0 ? [] : [`    … and ${left} more contents of this path: --format json has all.`]),
    ...(remedy === null ? [] : [`      → ${plain.text(remedy)}`]),
  ];
}

function oneLoss(loss: LossReport, status: RecordStatus, paint: Paint): string[] {
  return [
    `    ${paint(MEANING[status], loss.status)}  by ${commitText(loss.commit, plain)}  ${paint('aside', `(${loss.rule})`)}`,
    `      ${plain.text(loss.message)}`,
    `      ${stateSentence(loss, plain)}`,
    `      ${plain.text(loss.show)}`,
  ];
}

function incompleteLines({ incomplete }: Audit, paint: Paint): string[] {
  if (incomplete.length === 0) return [];
  return [
    paint('heading', 'Could not tell'),
    ...incomplete.flatMap(({ code, message, remedy }) => [
      `  ${paint('incomplete', plain.code(code))}  ${plain.text(message)}`,
      `      → ${plain.text(remedy)}`,
    ]),
  ];
}
