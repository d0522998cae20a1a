import type { Audit, AuditedRecord } from '../../core/audit.ts';
import {
  auditPolicySentence,
  auditRangeSentence,
  auditRemedy,
  auditSentence,
  commitText,
  stateSentence,
} from '../../core/audit-wording.ts';
import { completenessSuite } from '../junit/completeness.ts';
import { type CaseEnd, type JUnitCase, junitXml } from '../junit/document.ts';
import { words } from '../junit/words.ts';

/** Contents of one record that anybody reads. */
const MOST_LOSSES = 50;

/** The audit as JUnit XML: the records that did not stay as they landed, and what could not be told, a suite each. */
export function auditJUnit(audit: Audit): string {
  const [first, ...rest] = audit.records.map(recordCase);
  return junitXml([
    {
      name: 'evalguard.audit',
      properties: [
        ['outcome', audit.outcome],
        ['exit_code', String(audit.exit_code)],
      ],
      cases: first ? [first, ...rest] : [nothing(audit)],
    },
    completenessSuite(audit.incomplete, lookedAt(audit)),
  ]);
}

function lookedAt(audit: Audit): readonly string[] {
  return [
    `Audited: ${auditRangeSentence(audit, words)}`,
    `Policy: ${auditPolicySentence(audit, words)}`,
    `${audit.outcome} (exit ${audit.exit_code}): ${auditSentence(audit)}`,
  ];
}

function recordCase(record: AuditedRecord): JUnitCase {
  const remedy = auditRemedy(record);
  const left = record.losses.length - MOST_LOSSES;
  const lines = [
    ...record.losses.slice(0, MOST_LOSSES).map((loss) => {
      const what = `${loss.status} (${loss.rule}): commit ${commitText(loss.commit, words)}`;
      return `${what}: ${words.text(loss.message)} ${stateSentence(loss, words)}`;
    }),
    ...(left <= 0 ? [] : [`… and ${left} more contents of this path: --format json has all.`]),
    ...(remedy === null ? [] : [`What to do: ${words.text(remedy)}`]),
  ];
  const broken = record.status === 'broken';
  return {
    name: words.code(record.path),
    end: broken ? failure(record, lines) : record.status === 'unread' ? NOT_READ : { kind: 'passed' },
    out: broken ? [] : lines,
  };
}

const NOT_READ: CaseEnd = {
  kind: 'skipped',
  message: 'Not everything could be read: the errors of evalguard.completeness say what.',
};

function failure({ losses }: AuditedRecord, lines: readonly string[]): CaseEnd {
  const open = losses.find(({ status }) => status === 'lost' || status === 'elsewhere');
  return {
    kind: 'failure',
    type: open?.rule ?? 'ledger/modified',
    message: words.text(open?.message ?? 'This record did not stay as it landed.'),
    lines,
  };
}

/** Where no record was touched, one case says what was looked at. It passes only where that could be done. */
function nothing(audit: Audit): JUnitCase {
  const message = 'Not everything could be looked at: the errors of evalguard.completeness say why.';
  const end: CaseEnd = audit.incomplete.length === 0 ? { kind: 'passed' } : { kind: 'skipped', message };
  return { name: 'what was looked at', end, out: lookedAt(audit) };
}
