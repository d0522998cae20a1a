import type { FindingReport, Report, ThresholdReport } from './report.ts';

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
    const [bar] = barsOf(finding, report.thresholds);
    if (table && finding.severity === 'note' && bar !== undefined) return true;
    const told = bar?.enforced === true && bar.verdict === 'unmeasured' && open.has(finding.path);
    return told && !hasHint(finding);
  };
  return { ...report, findings: report.findings.filter((finding) => !repeats(finding)) };
}

function barsOf({ path, data }: FindingReport, thresholds: readonly ThresholdReport[]) {
  return thresholds.filter((bar) => bar.path === path && bar.metric === data['metric']);
}

/** A metric that was most likely meant is told by this finding alone. */
function hasHint({ data }: FindingReport): boolean {
  return typeof data['nearest'] === 'string';
}
