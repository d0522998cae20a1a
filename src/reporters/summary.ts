import type { Audit, AuditedRecord } from '../core/audit.ts';
import { groupBy } from '../core/maps.ts';
import type { Incomplete, Report } from '../core/report.ts';
import type { Severity } from '../core/rule.ts';
import { count } from '../core/wording.ts';
import { auditVerdict } from './audit-wording.ts';
import { type Block, list, type Medium, section } from './page.ts';
import { reportVerdict } from './report.ts';

/** Lines of a summary under one heading. */
const MOST_LINES = 5;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** A check in a few lines: how often each rule was broken, with an example, and the verdict. */
export function checkSummary(report: Report, medium: Medium): readonly Block[] {
  const groups = [...groupBy(report.findings, ({ severity, rule }) => `${severity} ${rule}`).values()].sort(
    ([a], [b]) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  const items = groups.map(([first, ...more]) => {
    const also = more.length === 0 ? '' : `, and ${more.length} more`;
    const where = first.path === null ? '' : `${medium.code(first.path)}: `;
    return {
      text: `${medium.mark(first.severity, first.severity)} ${medium.text(first.rule)}${also}`,
      lines: [`${where}${medium.prose(first.message)}`],
    };
  });
  return [
    ...section(medium.mark('heading', 'What was found'), shortList(items, 'rule', medium)),
    ...reasons(report.incomplete, medium),
    reportVerdict(report),
  ];
}

/** An audit in a few lines: the records that lost most, and the verdict. */
export function auditSummary(audit: Audit, medium: Medium): readonly Block[] {
  const open = audit.records
    .filter(({ status }) => status === 'broken' || status === 'unread')
    .toSorted((a, b) => b.losses.length - a.losses.length);
  return [
    ...section(
      medium.mark('heading', 'Records that did not stay as landed'),
      shortList(
        open.map((record) => ({ text: lossText(record, medium) })),
        'record',
        medium,
      ),
    ),
    ...reasons(audit.incomplete, medium),
    auditVerdict(audit),
  ];
}

function lossText({ path, losses }: AuditedRecord, medium: Medium): string {
  const first = losses[0]?.commit;
  const since =
    first === undefined
      ? ''
      : `, first by ${medium.code(first.oid.slice(0, 12))} of ${first.committed.slice(0, 10)}`;
  return `${medium.code(path)}: ${count(losses.length, 'content')} lost${since}`;
}

function reasons(incomplete: readonly Incomplete[], medium: Medium): readonly Block[] {
  return section(
    medium.mark('heading', 'What could not be told'),
    shortList(
      incomplete.map(({ message }) => ({ text: medium.prose(message) })),
      'reason',
      medium,
    ),
  );
}

function shortList(
  items: readonly { readonly text: string }[],
  noun: string,
  medium: Medium,
): readonly Block[] {
  const left = items.length - MOST_LINES;
  return [
    ...list(items.slice(0, MOST_LINES)),
    ...(left <= 0
      ? []
      : [
          {
            kind: 'remark',
            text: medium.text(`… and ${count(left, `more ${noun}`)}`),
            faint: false,
          } as const,
        ]),
  ];
}
