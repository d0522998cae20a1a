import { comparePaths } from '../../core/change.ts';
import type { Path } from '../../core/path.ts';
import type {
  ChangeReport,
  FindingReport,
  Report,
  ResultReport,
  ThresholdReport,
} from '../../core/report.ts';
import { resultText } from '../../core/result-wording.ts';
import {
  count,
  countsSentence,
  outcomeSentence,
  placeText,
  policySentence,
  rangeSentence,
} from '../../core/wording.ts';
import type { CaseEnd, JUnitCase, JUnitSuite } from './document.ts';
import { words } from './words.ts';

/** Findings of one file that anybody reads. */
const MOST_FINDINGS = 50;

/** What is known of one file. */
interface FileFacts {
  readonly changes: ChangeReport[];
  readonly results: ResultReport[];
  readonly findings: FindingReport[];
}

/** The records: a case for each that was changed, added or read, and for each other file that something was found in. */
export function ledgerSuite(report: Report): JUnitSuite {
  const [first, ...rest] = [...factsByPath(report)]
    .sort(([a], [b]) => comparePaths(a ?? '', b ?? ''))
    .map(([path, facts]) => fileCase(path === null ? 'no single file' : words.code(path), facts));
  return {
    name: 'evalguard.ledger',
    properties: [
      ['outcome', report.outcome],
      ['exit_code', String(report.exit_code)],
    ],
    cases: first ? [first, ...rest] : [nothing(report)],
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
export function lookedAt(report: Report): readonly string[] {
  return [
    `Compared: ${rangeSentence(report.range, words)}`,
    `Policy: ${policySentence(report.range, words)}`,
    `${report.outcome} (exit ${report.exit_code}): ${outcomeSentence(report)}. ${countsSentence(report)}.`,
  ];
}

/** Findings that the suite of thresholds tells already: no miss is counted twice, and none is lost. */
function notAmong(thresholds: readonly ThresholdReport[]): (finding: FindingReport) => boolean {
  const key = (...parts: readonly unknown[]) => JSON.stringify(parts);
  const told = new Set(
    thresholds.map(({ path, arm, metric, verdict, enforced }) =>
      key(`threshold/${verdict}`, path, arm, metric, enforced && verdict === 'missed'),
    ),
  );
  return ({ rule, path, data, severity }) =>
    !told.has(key(rule, path, data['arm'] ?? null, data['metric'], severity === 'error'));
}

function fileCase(name: string, { changes, results, findings }: FileFacts): JUnitCase {
  return {
    name,
    end: endOf(findings),
    out: [
      ...changes.map(({ kind, from }) => (from === null ? kind : `${kind} from ${words.code(from)}`)),
      ...results.map((result) => {
        const arm = result.arm === null ? '' : `${words.code(result.arm)}: `;
        return `${arm}${resultText(result, words)}`;
      }),
      ...told(findings.filter(({ severity }) => severity !== 'error')),
    ],
  };
}

function endOf(findings: readonly FindingReport[]): CaseEnd {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return { kind: 'passed' };
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`;
  const message = `${words.text(first.message)}${more}`;
  return { kind: 'failure', type: words.code(first.rule), message, lines: told(errors) };
}

function told(findings: readonly FindingReport[]): readonly string[] {
  const left = findings.length - MOST_FINDINGS;
  return [
    ...findings.slice(0, MOST_FINDINGS).flatMap(findingLines),
    ...(left <= 0 ? [] : [`… and ${count(left, 'more finding')}: --format json has all.`]),
  ];
}

function findingLines(finding: FindingReport): readonly string[] {
  const place = placeText(finding, words);
  const where = place === '' ? '' : `${place}: `;
  return [
    `${finding.severity} (${words.code(finding.rule)}): ${where}${words.text(finding.message)}`,
    `  What to do: ${words.text(finding.remedy)}`,
  ];
}

/** Where no record was touched, one case says what was looked at. It passes only where that could be done. */
function nothing(report: Report): JUnitCase {
  const message = 'Not everything could be looked at: the errors of evalguard.completeness say why.';
  const end: CaseEnd = report.incomplete.length === 0 ? { kind: 'passed' } : { kind: 'skipped', message };
  return { name: 'what was looked at', end, out: lookedAt(report) };
}
