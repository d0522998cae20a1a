import type { Audit, AuditedRecord, LossReport, RecordStatus } from '../core/audit.ts';
import {
  auditPolicySentence,
  auditRangeSentence,
  auditRemedy,
  auditVerdict,
  commitText,
  EXEMPT_HEADING,
  exemptText,
  RECORD_HEADINGS,
  stateSentence,
} from './audit-wording.ts';
import { reasonBlocks } from './findings.ts';
import {
  type Block,
  folded,
  type Item,
  leftOut,
  list,
  type Medium,
  origin,
  paragraph,
  section,
} from './page.ts';

/** Records that a person still reads; in a document such as leave a comment far from GitHub's 65,536 characters. */
const MOST_RECORDS = { log: 50, document: 30 } as const;
const MOST_LOSSES = 4;

/** An audit: its verdict, the records that did not stay as they landed, and what could not be told. */
export function auditPage(audit: Audit, medium: Medium): readonly Block[] {
  const { incomplete, notes } = audit;
  const verdict = auditVerdict(audit);
  const range = origin(
    [
      ['Audited', auditRangeSentence(audit, medium)],
      ['Policy', auditPolicySentence(audit, medium)],
    ],
    medium,
  );
  const reasons = reasonBlocks(
    incomplete.map((reason) => ({ ...reason, path: null })),
    Infinity,
    medium,
  );
  const open = {
    broken: section(medium.mark('heading', RECORD_HEADINGS.broken), recordBlocks(audit, 'broken', medium)),
    unread: section(medium.mark('heading', RECORD_HEADINGS.unread), recordBlocks(audit, 'unread', medium)),
    restored: section(
      medium.mark('heading', RECORD_HEADINGS.restored),
      recordBlocks(audit, 'restored', medium),
    ),
  };
  const acknowledged = folded(
    medium.mark('heading', RECORD_HEADINGS.acknowledged),
    recordBlocks(audit, 'acknowledged', medium),
  );
  const exempt = folded(EXEMPT_HEADING, exemptBlocks(audit, medium));
  return medium.layout === 'log'
    ? [
        range,
        ...exempt,
        ...acknowledged,
        ...open.restored,
        ...open.unread,
        ...open.broken,
        // As wide as the words before the range.
        ...(notes.length === 0
          ? []
          : [
              origin(
                notes.map((note) => ['Note   ', medium.text(note)]),
                medium,
              ),
            ]),
        ...reasons,
        verdict,
      ]
    : [
        verdict,
        ...open.broken,
        ...reasons,
        ...open.unread,
        ...open.restored,
        ...acknowledged,
        ...exempt,
        ...notes.map((note) => paragraph(`Note: ${medium.prose(note)}`)),
        range,
      ];
}

function exemptBlocks({ exempt }: Audit, medium: Medium): readonly Block[] {
  const most = MOST_RECORDS[medium.layout];
  const between = medium.layout === 'log' ? '  ' : ': ';
  return [
    ...list(
      exempt
        .slice(0, most)
        .map((file) => ({ text: `${medium.code(file.path)}${between}${exemptText(file, medium)}` })),
    ),
    ...leftOut(exempt.length - most, medium),
  ];
}

function recordBlocks({ records }: Audit, status: RecordStatus, medium: Medium): readonly Block[] {
  const those = records.filter((record) => record.status === status);
  const most = MOST_RECORDS[medium.layout];
  return [
    ...list(those.slice(0, most).map((record) => recordItem(record, medium))),
    ...leftOut(those.length - most, medium),
  ];
}

function recordItem(record: AuditedRecord, medium: Medium): Item {
  const { path, status, losses } = record;
  const left = losses.length - MOST_LOSSES;
  const more = `… and ${left} more contents of this path${medium.layout === 'log' ? ': --format json has all.' : ''}`;
  const remedy = auditRemedy(record);
  return {
    text: medium.mark('heading', medium.code(path)),
    blocks: list([
      ...losses.slice(0, MOST_LOSSES).map((loss) => lossItem(loss, status, medium)),
      ...(left <= 0 ? [] : [{ text: more }]),
    ]),
    remedy: remedy === null ? null : medium.prose(remedy),
  };
}

const MEANING = { broken: 'error', unread: 'incomplete', acknowledged: 'note', restored: 'warning' } as const;

function lossItem(loss: LossReport, record: RecordStatus, medium: Medium): Item {
  const commit = commitText(loss.commit, medium);
  const [message, state] = [medium.prose(loss.message), stateSentence(loss, medium)];
  return medium.layout === 'log'
    ? {
        text: `${medium.mark(MEANING[record], loss.status)}  by ${commit}  ${medium.mark('aside', `(${loss.rule})`)}`,
        lines: [message, state, medium.text(loss.show)],
      }
    : {
        text: `${loss.status}: ${commit} (${medium.code(loss.rule)})`,
        lines: [`${message} ${state}`, medium.code(loss.show)],
      };
}
