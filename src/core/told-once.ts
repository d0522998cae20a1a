import type { Report, ThresholdReport } from './report.ts';
import type { FindingReport } from './rule.ts';

/**
 * The report as a page tells it: each fact in one place. An enforced threshold that is unmeasured is among the reasons
 * why evalguard could not tell, so its findings are left out; and where the page has a table of the thresholds, so are
 * notes that only repeat a line of it. What a file of the report is made of (JSON, SARIF, JUnit) has them all.
 */
export function toldOnce(report: Report, { table }: { readonly table: boolean }): Report {
  const open = new Set(
    report.incomplete.flatMap(({ code, path }) => (code === 'threshold-unmeasured' ? [path] : [])),
  );
  const repeats = (finding: FindingReport) => {
    if (!finding.rule.startsWith('threshold/')) return false;
    if (finding.severity === 'error') return false;
    const bars = barsOf(finding, report.thresholds);
    if (table && finding.severity === 'note' && bars.length > 0) return true;
    const told = bars.some(({ enforced, verdict }) => enforced && verdict === 'unmeasured');
    return told && open.has(finding.path) && !hasHint(finding);
  };
  return {
    ...report,
    findings: alikeOnce(
      report.findings.filter((finding) => !repeats(finding)),
      ({ rule, path, line, message, remedy }) => [rule, path, line, message, remedy],
    ),
    incomplete: alikeOnce(report.incomplete, ({ code, path, message }) => [code, path, message]),
  };
}

/** Items that say the same of the same place, such as of two arms of one file, once. */
function alikeOnce<Item>(items: readonly Item[], said: (item: Item) => readonly unknown[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(said(item));
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

/** The bars that a finding is about: of its arm, where it names one. */
function barsOf({ path, data }: FindingReport, thresholds: readonly ThresholdReport[]) {
  const arm = data['arm'];
  return thresholds.filter(
    (bar) =>
      bar.path === path && bar.metric === data['metric'] && (arm === undefined || bar.arm === (arm ?? null)),
  );
}

/** A metric that was most likely meant is told by this finding alone. */
function hasHint({ data }: FindingReport): boolean {
  return typeof data['nearest'] === 'string';
}
