import type { EvalguardError } from '../../core/error.ts';
import type { Change } from '../../core/ledger.ts';
import { comparePaths } from '../../core/path.ts';
import { maySecret } from '../../core/record/secret-signs.ts';
import {
  type ChangeReport,
  type Incomplete,
  type RangeReport,
  type Report,
  report,
} from '../../core/report.ts';
import type { FindingReport } from '../../core/rule.ts';
import { type RuleFinding, word } from '../../rules/registry.ts';
import type { ChangeFacts } from '../../rules/subject.ts';

/** What a check came to: a report but for its words, its order and what follows from them. */
interface CheckResult
  extends Pick<Report, 'range' | 'results' | 'thresholds' | 'comparisons' | 'incomplete'> {
  readonly changes: readonly ChangeFacts[];
  readonly findings: readonly RuleFinding[];
}

/** Builds the report of a check: findings in words, by place. */
export function reportOf({ changes, findings, ...rest }: CheckResult): Promise<Report> {
  return withoutKeys(
    report({
      ...rest,
      changes: rest.range.mode === 'all' ? [] : changes.map(({ change }) => changeReport(change)),
      findings: findings.map(word).sort(byPlace),
    }),
  );
}

/** Builds the report of a check that could not be made. */
export function couldNotLook(
  { mode }: Pick<RangeReport, 'mode'>,
  { message, remedy, path }: EvalguardError,
  noted: readonly Incomplete[] = [],
): Report {
  return report({
    incomplete: [...noted, { code: 'could-not-look', message, remedy, path }],
    range: { mode, base: null, head: null, policy: 'defaults', how: 'nothing was compared' },
    changes: [],
    results: [],
    thresholds: [],
    comparisons: [],
    findings: [],
  });
}

/** Findings and results quote what stands in files; a key is reported by its kind, and never shown. */
async function withoutKeys(made: Report): Promise<Report> {
  const shows = ({ rule, message, data }: FindingReport) =>
    rule === 'file/secret' || maySecret(message) || maySecret(JSON.stringify(data));
  if (!made.findings.some(shows)) return made;
  return (await import('../../core/record/secrets.ts')).withoutSecrets(made);
}

function changeReport(change: Change): ChangeReport {
  return {
    kind: change.kind,
    path: change.path,
    from: change.kind === 'renamed' ? change.from : null,
    before: 'before' in change ? change.before.oid : null,
    after: 'after' in change ? change.after.oid : null,
  };
}

const WEIGHT = { error: 0, warning: 1, note: 2 } as const;

function byPlace(a: FindingReport, b: FindingReport): number {
  return (
    comparePaths(a.path ?? '', b.path ?? '') ||
    WEIGHT[a.severity] - WEIGHT[b.severity] ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    comparePaths(a.rule, b.rule) ||
    comparePaths(a.message, b.message)
  );
}
