import type { Path } from '../core/path.ts';
import { comparePaths } from '../core/path.ts';
import type { Incomplete, Report, ThresholdReport } from '../core/report.ts';
import type { FindingReport, Severity } from '../core/rule.ts';
import { count, placeText } from '../core/wording.ts';
import { type Block, type Item, leftOut, list, type Medium, section } from './page.ts';

/** Findings by file, as many as a person reads, and how many are left out. `order` is that of the files' severities. */
export function findingBlocks(
  findings: readonly FindingReport[],
  order: readonly Severity[],
  medium: Medium,
): { readonly files: readonly Item[]; readonly rest: readonly Block[] } {
  const { files, unshown } = groupFindings(findings);
  const text = `… and ${count(unshown.length, 'finding')} in other files: ${medium.code('--format json')} has all.`;
  return {
    files: order
      .flatMap((severity) => files.filter((file) => file.severity === severity))
      .map((file) => fileItem(file, medium)),
    rest: unshown.length === 0 ? [] : [{ kind: 'remark', text, faint: false }],
  };
}

function fileItem({ path, findings, omitted }: FileFindings, medium: Medium): Item {
  return {
    text: path === null ? 'No single file' : medium.mark('heading', medium.code(path)),
    blocks: list([
      ...findings.map((finding) => findingItem(finding, medium)),
      ...Array.from(omitted, ([rule, left]) => ({
        text: `… and ${left} more of ${medium.code(rule)} in this file`,
      })),
    ]),
  };
}

function findingItem(finding: FindingReport, medium: Medium): Item {
  const { severity } = finding;
  const place = placeText(finding, medium);
  const [message, rule] = [medium.prose(finding.message), `(${medium.code(finding.rule)})`];
  return {
    text:
      medium.layout === 'log'
        ? [
            medium.mark(severity, severity),
            ...(place === '' ? [] : [place]),
            message,
            medium.mark('aside', rule),
          ].join('  ')
        : `${place === '' ? '' : `${place}: `}${message} ${rule}`,
    remedy: medium.prose(finding.remedy),
  };
}

/** Why evalguard could not look or tell, with what to do. */
export function reasonBlocks(
  incomplete: readonly Incomplete[],
  most: number,
  medium: Medium,
): readonly Block[] {
  const log = medium.layout === 'log';
  const items = incomplete.slice(0, most).map(({ code, message, remedy, path }) => {
    const what = `${path === null ? '' : `${medium.code(path)}: `}${medium.prose(message)}`;
    const id = medium.code(code);
    return {
      text: log ? `${medium.mark('incomplete', id)}  ${what}` : `${what} (${id})`,
      remedy: medium.prose(remedy),
    };
  });
  return section(log ? medium.mark('heading', 'Could not tell') : 'What evalguard could not tell', [
    ...list(items),
    ...leftOut(incomplete.length - most, medium, log ? '' : 'reason'),
  ]);
}

/** More findings than these are more than a person reads; JSON always has them all. */
export const MOST_OF_A_RULE = 20;
export const MOST_FINDINGS = 50;

/** What a report shows of one file, the worst severity in it, and how many findings of which rule were left out. */
interface FileFindings {
  readonly path: Path | null;
  readonly severity: Severity;
  readonly findings: readonly FindingReport[];
  readonly omitted: ReadonlyMap<string, number>;
}

/** Findings by file. `unshown` are the findings in files of which nothing is shown. */
interface Grouping {
  readonly files: readonly FileFindings[];
  readonly unshown: readonly FindingReport[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/**
 * Groups findings by file, files with errors first, each file's findings by place. Of one rule in one file the first
 * {@link MOST_OF_A_RULE} are kept, of all {@link MOST_FINDINGS}, the worst before the others.
 */
export function groupFindings(findings: readonly FindingReport[]): Grouping {
  const kept = new Map<Path | null, FindingReport[]>();
  const omitted: FindingReport[] = [];
  const ofRule = new Map<string, number>();
  let shown = 0;
  for (const finding of [...findings].sort(bySeverity)) {
    const key = JSON.stringify([finding.path, finding.rule]);
    const count = ofRule.get(key) ?? 0;
    if (shown >= MOST_FINDINGS || count >= MOST_OF_A_RULE) {
      omitted.push(finding);
      continue;
    }
    shown += 1;
    ofRule.set(key, count + 1);
    const file = kept.get(finding.path);
    if (file === undefined) kept.set(finding.path, [finding]);
    else file.push(finding);
  }
  return {
    files: Array.from(kept, ([path, list]) => ({
      path,
      severity: list[0]!.severity,
      findings: list.sort(byPlace),
      omitted: countByRule(omitted.filter((finding) => finding.path === path)),
    })),
    unshown: omitted.filter(({ path }) => !kept.has(path)),
  };
}

function countByRule(findings: readonly FindingReport[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

function bySeverity(a: FindingReport, b: FindingReport): number {
  return RANK[a.severity] - RANK[b.severity] || comparePaths(a.path ?? '', b.path ?? '') || byPlace(a, b);
}

function byPlace(a: FindingReport, b: FindingReport): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || comparePaths(a.rule, b.rule);
}

/**
 * The report as a page shows it: each fact in one place. An enforced threshold that is unmeasured is among the reasons
 * why evalguard could not tell, so its findings are left out; and where the page has a table of the thresholds, so are
 * notes that only repeat a line of it. What a file of the report is made of (JSON, SARIF, JUnit) has them all.
 */
export function withoutRepeats(report: Report, { table }: { readonly table: boolean }): Report {
  const open = new Set(
    report.incomplete.flatMap(({ code, path }) => (code === 'threshold-unmeasured' ? [path] : [])),
  );
  const repeats = (finding: FindingReport) => {
    if (!finding.rule.startsWith('threshold/')) return false;
    if (finding.severity === 'error') return false;
    const about = thresholdsOf(finding, report.thresholds);
    if (table && finding.severity === 'note' && about.length > 0) return true;
    const reported = about.some(({ enforced, verdict }) => enforced && verdict === 'unmeasured');
    return reported && open.has(finding.path) && !hasHint(finding);
  };
  return {
    ...report,
    findings: uniqueBy(
      report.findings.filter((finding) => !repeats(finding)),
      ({ rule, path, line, message, remedy }) => [rule, path, line, message, remedy],
    ),
    incomplete: uniqueBy(report.incomplete, ({ code, path, message }) => [code, path, message]),
  };
}

/** Items that say the same of the same place, such as of two arms of one file, once. */
function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => readonly unknown[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const id = JSON.stringify(key(item));
    const first = !seen.has(id);
    seen.add(id);
    return first;
  });
}

/** The thresholds that a finding is about: of its arm, where it names one. */
function thresholdsOf({ path, data }: FindingReport, thresholds: readonly ThresholdReport[]) {
  const arm = data['arm'];
  return thresholds.filter(
    (threshold) =>
      threshold.path === path &&
      threshold.metric === data['metric'] &&
      (arm === undefined || threshold.arm === (arm ?? null)),
  );
}

/** Only this finding names the metric that was most likely meant. */
function hasHint({ data }: FindingReport): boolean {
  return typeof data['nearest'] === 'string';
}
