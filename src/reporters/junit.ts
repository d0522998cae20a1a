import type { Audit, AuditedRecord } from '../core/audit.ts';
import type { Path } from '../core/path.ts';
import { comparePaths } from '../core/path.ts';
import type { ChangeReport, Report, ResultReport, ThresholdReport } from '../core/report.ts';
import { boundsText, judgedValue, resultText } from '../core/result-wording.ts';
import type { FindingReport } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import {
  count,
  countsSentence,
  outcomeSentence,
  placeText,
  policySentence,
  rangeSentence,
} from '../core/wording.ts';
import {
  auditPolicySentence,
  auditRangeSentence,
  auditRemedy,
  auditSentence,
  commitText,
  stateSentence,
} from './audit-wording.ts';
import {
  type CaseEnd,
  completenessSuite,
  type JUnitCase,
  type JUnitSuite,
  junitStyle,
  junitXml,
  nothingTouched,
} from './junit-xml.ts';

/** The report as JUnit XML: the records, the thresholds, and what could not be told, a suite each. */
export function reportJUnit(report: Report): string {
  return junitXml([
    ledgerSuite(report),
    thresholdSuite(report.thresholds),
    completenessSuite(report.incomplete, whatWasChecked(report)),
  ]);
}

/** Findings of one file that anybody reads. */
const MOST_FINDINGS = 50;

/** What is known of one file. */
interface FileFacts {
  readonly changes: ChangeReport[];
  readonly results: ResultReport[];
  readonly findings: FindingReport[];
}

/** The records: a case for each that was changed, added or read, and for each other file that something was found in. */
function ledgerSuite(report: Report): JUnitSuite {
  const [first, ...rest] = [...factsByPath(report)]
    .sort(([a], [b]) => comparePaths(a ?? '', b ?? ''))
    .map(([path, facts]) => fileCase(path === null ? 'no single file' : junitStyle.code(path), facts));
  return {
    name: 'evalguard.ledger',
    properties: [
      ['outcome', report.outcome],
      ['exit_code', String(report.exit_code)],
    ],
    cases: first ? [first, ...rest] : [nothingTouched(report.incomplete, whatWasChecked(report))],
  };
}

function factsByPath({
  changes,
  results,
  findings,
  thresholds,
}: Report): ReadonlyMap<Path | null, FileFacts> {
  const files = new Map<Path | null, FileFacts>();
  const at = (path: Path | null) => {
    const facts = files.get(path) ?? { changes: [], results: [], findings: [] };
    files.set(path, facts);
    return facts;
  };
  for (const change of changes) at(change.path).changes.push(change);
  for (const result of results) at(result.path).results.push(result);
  for (const finding of findings.filter(notAmong(thresholds))) at(finding.path).findings.push(finding);
  return files;
}

/** What was looked at, and what came of it. */
function whatWasChecked(report: Report): readonly string[] {
  return [
    `Compared: ${rangeSentence(report.range, junitStyle)}`,
    `Policy: ${policySentence(report.range, junitStyle)}`,
    `${report.outcome} (exit ${report.exit_code}): ${outcomeSentence(report)}. ${countsSentence(report)}.`,
  ];
}

/** Findings that the suite of thresholds has already: no miss is counted twice, and none is lost. */
function notAmong(thresholds: readonly ThresholdReport[]): (finding: FindingReport) => boolean {
  const key = (...parts: readonly unknown[]) => JSON.stringify(parts);
  const judged = new Set(
    thresholds.map(({ path, arm, metric, verdict, enforced }) =>
      key(`threshold/${verdict}`, path, arm, metric, enforced && verdict === 'missed'),
    ),
  );
  return ({ rule, path, data, severity }) =>
    !judged.has(key(rule, path, data['arm'] ?? null, data['metric'], severity === 'error'));
}

function fileCase(name: string, { changes, results, findings }: FileFacts): JUnitCase {
  return {
    name,
    end: endOfFile(findings),
    out: [
      ...changes.map(({ kind, from }) => (from === null ? kind : `${kind} from ${junitStyle.code(from)}`)),
      ...results.map((result) => {
        const arm = result.arm === null ? '' : `${junitStyle.code(result.arm)}: `;
        return `${arm}${resultText(result, junitStyle)}`;
      }),
      ...findingsText(findings.filter(({ severity }) => severity !== 'error')),
    ],
  };
}

function endOfFile(findings: readonly FindingReport[]): CaseEnd {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return { kind: 'passed' };
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`;
  const message = `${junitStyle.text(first.message)}${more}`;
  return { kind: 'failure', type: junitStyle.code(first.rule), message, lines: findingsText(errors) };
}

function findingsText(findings: readonly FindingReport[]): readonly string[] {
  const left = findings.length - MOST_FINDINGS;
  return [
    ...findings.slice(0, MOST_FINDINGS).flatMap(findingLines),
    ...(left <= 0 ? [] : [`… and ${count(left, 'more finding')}: --format json has all.`]),
  ];
}

function findingLines(finding: FindingReport): readonly string[] {
  const place = placeText(finding, junitStyle);
  const where = place === '' ? '' : `${place}: `;
  return [
    `${finding.severity} (${junitStyle.code(finding.rule)}): ${where}${junitStyle.text(finding.message)}`,
    `  What to do: ${junitStyle.text(finding.remedy)}`,
  ];
}

/** The thresholds: a case each. One that nothing was held against is skipped, and so is the suite without any. */
function thresholdSuite(thresholds: readonly ThresholdReport[]): JUnitSuite {
  const [first, ...rest] = thresholds.map(thresholdCase);
  const none: JUnitCase = {
    name: 'no threshold was judged',
    end: { kind: 'skipped', message: 'No result that was looked at is held to a threshold.' },
    out: [],
  };
  return { name: 'evalguard.thresholds', properties: [], cases: first ? [first, ...rest] : [none] };
}

function thresholdCase(threshold: ThresholdReport): JUnitCase {
  const { metric, path, arm } = threshold;
  const of = arm === null ? junitStyle.code(path) : `${junitStyle.code(path)} (${junitStyle.code(arm)})`;
  const end = endOfThreshold(threshold);
  return {
    name: `${junitStyle.code(metric)} (${boundsText(threshold)}) in ${of}`,
    end,
    out: end.kind === 'passed' ? [thresholdSentence(threshold)] : [],
  };
}

/** An honest bad result always lands: a miss fails only where the policy enforces it. */
function endOfThreshold(threshold: ThresholdReport): CaseEnd {
  const { verdict, enforced } = threshold;
  if (verdict === 'met' || (verdict === 'missed' && !enforced)) return { kind: 'passed' };
  const message = thresholdSentence(threshold);
  if (verdict === 'missed') return { kind: 'failure', type: 'threshold/missed', message, lines: [message] };
  return enforced
    ? { kind: 'error', type: 'threshold/unmeasured', message, lines: [message] }
    : { kind: 'skipped', message };
}

function thresholdSentence(threshold: ThresholdReport): string {
  const { metric, verdict, enforced, reason } = threshold;
  const name = junitStyle.code(metric);
  if (verdict === 'unmeasured') {
    const why = reason === null ? '' : `: ${junitStyle.text(reason)}`;
    return `${name} is ${UNMEASURED}${why}.${enforced ? ' The policy enforces this threshold.' : ''}`;
  }
  const value = `${name} is ${judgedValue(threshold)}, ${boundsText(threshold)}: ${verdict}.`;
  return verdict === 'missed' && !enforced
    ? `${value} The policy does not enforce this threshold, so the result lands.`
    : value;
}

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
      cases: first ? [first, ...rest] : [nothingTouched(audit.incomplete, whatWasAudited(audit))],
    },
    completenessSuite(audit.incomplete, whatWasAudited(audit)),
  ]);
}

function whatWasAudited(audit: Audit): readonly string[] {
  return [
    `Audited: ${auditRangeSentence(audit, junitStyle)}`,
    `Policy: ${auditPolicySentence(audit, junitStyle)}`,
    `${audit.outcome} (exit ${audit.exit_code}): ${auditSentence(audit)}`,
  ];
}

function recordCase(record: AuditedRecord): JUnitCase {
  const remedy = auditRemedy(record);
  const left = record.losses.length - MOST_LOSSES;
  const lines = [
    ...record.losses.slice(0, MOST_LOSSES).map((loss) => {
      const what = `${loss.status} (${loss.rule}): commit ${commitText(loss.commit, junitStyle)}`;
      return `${what}: ${junitStyle.text(loss.message)} ${stateSentence(loss, junitStyle)}`;
    }),
    ...(left <= 0 ? [] : [`… and ${left} more contents of this path: --format json has all.`]),
    ...(remedy === null ? [] : [`What to do: ${junitStyle.text(remedy)}`]),
  ];
  const broken = record.status === 'broken';
  return {
    name: junitStyle.code(record.path),
    end: broken ? lossFailure(record, lines) : record.status === 'unread' ? NOT_READ : { kind: 'passed' },
    out: broken ? [] : lines,
  };
}

const NOT_READ: CaseEnd = {
  kind: 'skipped',
  message: 'Not everything could be read: the errors of evalguard.completeness say what.',
};

function lossFailure({ losses }: AuditedRecord, lines: readonly string[]): CaseEnd {
  const open = losses.find(({ status }) => status === 'lost' || status === 'elsewhere');
  return {
    kind: 'failure',
    type: open?.rule ?? 'ledger/modified',
    message: junitStyle.text(open?.message ?? 'This record did not stay as it landed.'),
    lines,
  };
}
