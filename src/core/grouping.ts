import { comparePaths, type Path } from './path.ts';
import type { FindingReport, Severity } from './rule.ts';

/** More findings than these are more than a person reads; JSON always has them all. */
export const MOST_OF_A_RULE = 20;
export const MOST_FINDINGS = 50;

/** What a report shows of one file, the worst severity in it, and how many findings of which rule were left out. */
export interface FileFindings {
  readonly path: Path | null;
  readonly severity: Severity;
  readonly findings: readonly FindingReport[];
  readonly omitted: ReadonlyMap<string, number>;
}

/** Findings by file. `unshown` are the findings in files of which nothing is shown. */
export interface Grouping {
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
