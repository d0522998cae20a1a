import type { Repository } from '../../adapters/git/repository.ts';
import type { Comparison } from '../../core/comparison.ts';
import type { Incomplete } from '../../core/report.ts';
import { applyRules } from '../../core/rule.ts';
import { type Finding, requirementRules } from '../../rules/registry.ts';
import type { RangeSubject, RecordSubject } from '../../rules/subject.ts';
import type { TreeDifferences } from './changes.ts';
import { compareAdded, shelfOf } from './comparisons.ts';
import type { JudgingPolicy } from './policy.ts';
import type { Range } from './range.ts';
import { requirementFacts, touchedRequirements, unmetRequirements } from './requirements.ts';

/** What stands beside the added results: their predecessors, and what the policy requires of this change. */
export interface Besides {
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly Finding[];
  readonly incomplete: readonly Incomplete[];
}

/**
 * Compares what the range adds with what base holds, where somebody wants to see it (`all`) or a requirement that the
 * range touches hangs on it.
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
  const wanted = all ? added : added.filter(({ series }) => series !== null && required.has(series.id));
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
  return { comparisons, findings: applyRules(requirementRules, facts), incomplete: unmetRequirements(facts) };
}
