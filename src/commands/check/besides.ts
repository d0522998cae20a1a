import type { Repository } from '../../adapters/git/repository.ts';
import type { Comparison } from '../../core/comparison.ts';
import type { Incomplete } from '../../core/report.ts';
import { applyRules } from '../../core/rule.ts';
import { comparisonRules, type RuleFinding, requirementRules } from '../../rules/registry.ts';
import type { RangeSubject, RecordSubject, RegressionFacts } from '../../rules/subject.ts';
import { compareAdded, shelfOf } from './comparisons.ts';
import type { TreeDifferences } from './read/changes.ts';
import type { JudgingPolicy } from './read/policy.ts';
import type { Range } from './read/range.ts';
import { requirementFacts, touchedRequirements, unmetRequirements } from './requirements.ts';

/** What stands beside the added results: their predecessors, and what the policy requires of this change. */
export interface Besides {
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly RuleFinding[];
  readonly incomplete: readonly Incomplete[];
}

/**
 * Compares what the range adds with what base holds, where somebody wants to see it (`all`), a requirement that the range
 * touches hangs on it, or a regression is more than a note in the series.
 */
export async function besides(
  repository: Repository,
  range: Range,
  { policy }: JudgingPolicy,
  { changes }: RangeSubject,
  {
    added,
    differences,
    all,
  }: { added: readonly RecordSubject[]; differences: TreeDifferences; all: boolean },
): Promise<Besides> {
  const touched = await touchedRequirements(range, differences, policy);
  const required = new Set(touched.map(({ requirement }) => requirement.series));
  const decides = ({ series }: RecordSubject) =>
    series !== null && (series.regressed !== 'note' || required.has(series.id));
  const wanted = all ? added : added.filter(decides);
  const shelf = shelfOf(
    {
      repository,
      snapshot: range.head,
    },
    changes.map(({ change }) => change.path),
    policy,
  );
  const comparisons = await compareAdded(shelf, wanted, required);
  const facts = await requirementFacts(repository, range, touched, added, comparisons, policy);
  const unmet = applyRules(requirementRules, facts);
  const worse = applyRules(
    comparisonRules,
    comparisons.map((one) => regressionFacts(one, added, unmet)),
  );
  return {
    comparisons,
    findings: [...unmet.filter((one) => !worse.some((other) => saysMore(other, one))), ...worse],
    incomplete: unmetRequirements(facts),
  };
}

const WEIGHT = { note: 0, warning: 1, error: 2 } as const;

/** A comparison, how much a regression in it weighs, and what a requirement says of it at least as loudly. */
function regressionFacts(
  comparison: Comparison,
  added: readonly RecordSubject[],
  unmet: readonly RuleFinding[],
): RegressionFacts {
  const { base, head } = comparison;
  // The other arm of a file is no last run.
  const own = base.path === head.path;
  const series = own ? null : (added.find(({ path }) => path === head.path)?.series ?? null);
  const severity = series?.regressed ?? 'note';
  const said = unmet.flatMap((one) =>
    one.rule === 'requirement/regressed' &&
    one.path === head.path &&
    !own &&
    WEIGHT[one.severity] >= WEIGHT[severity]
      ? one.data.metrics.map(({ name }) => name)
      : [],
  );
  return { comparison, severity, said: new Set(said) };
}

/** Whether a regression is reported by its series already, and as more than its requirement makes of it. */
function saysMore(one: RuleFinding, other: RuleFinding): boolean {
  return (
    one.rule === 'comparison/regressed' &&
    other.rule === 'requirement/regressed' &&
    one.path === other.path &&
    one.data.base !== one.path &&
    WEIGHT[one.severity] > WEIGHT[other.severity]
  );
}
