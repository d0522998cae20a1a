import type { Repository } from '../../adapters/git/repository.ts';
import { CommitSnapshot } from '../../adapters/git/snapshot.ts';
import type { Comparison } from '../../core/comparison.ts';
import { matchesGlob } from '../../core/glob.ts';
import { comparePaths, type Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { Incomplete } from '../../core/report.ts';
import type { Policy, Requirement } from '../../policy/policy.ts';
import {
  type Freshness,
  judgeRequirement,
  type OfferedResult,
  type RequirementFacts,
} from '../../policy/requirement.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { equalsTip, rootOf, type TreeDifferences } from './read/changes.ts';
import type { Range } from './read/range.ts';

/** A requirement of the policy, and the paths of it that the range touches. */
export interface Touched {
  readonly requirement: Requirement;
  readonly paths: readonly Path[];
}

/** The requirements that a range of commits touches. The index is not asked: a hook is a convenience, and CI asks. */
export async function touchedRequirements(
  range: Range,
  differences: TreeDifferences,
  policy: Policy,
): Promise<readonly Touched[]> {
  if (policy.require.length === 0 || differences === null) return [];
  const changed = new Set<Path>();
  for (const [index, raw] of (await differences).slice(0, range.frozen.length).entries()) {
    for (const one of raw) {
      if (!(await equalsTip(range, range.frozen[index]!, one))) changed.add(one.path);
    }
  }
  return policy.require.flatMap((requirement) => {
    const paths = [...changed].filter((path) => isNamed(path, requirement)).sort(comparePaths);
    return paths.length === 0 ? [] : [{ requirement, paths }];
  });
}

function isNamed(path: Path, { paths }: Requirement): boolean {
  return paths.some((glob) => matchesGlob(glob, path));
}

/** What each touched requirement came to: the results that the range adds to its series, how fresh, and compared. */
export async function requirementFacts(
  repository: Repository,
  range: Range,
  touched: readonly Touched[],
  added: readonly RecordSubject[],
  comparisons: readonly Comparison[],
  policy: Policy,
): Promise<readonly RequirementFacts[]> {
  const facts: RequirementFacts[] = [];
  for (const { requirement, paths } of touched) {
    const { id, series, enforce } = requirement;
    const offered: OfferedResult[] = [];
    for (const { path, readings } of added.filter((record) => record.series?.id === series)) {
      const reading = readings[0];
      if (reading === undefined) continue;
      offered.push({
        path,
        freshness: await freshness(repository, range, requirement, reading),
        comparison:
          comparisons.find(
            ({ base, head }) => head.path === path && head.arm === reading.arm && base.path !== path,
          ) ?? null,
        unmeasured: unmeasured(reading),
      });
    }
    const metrics =
      policy.series.find((one) => one.id === series)?.thresholds.map(({ metric }) => metric) ?? [];
    facts.push({ id, series, enforce, touched: paths, offered, metrics });
  }
  return facts;
}

function unmeasured({ status, reason, mode, part = null }: Reading): string | null {
  if (mode === 'scripted') return 'the run was scripted: no model was called';
  if (part !== null) return `only a part of the suite was run (${part})`;
  return status === 'unmeasured' ? (reason ?? 'no reason is stated') : null;
}

/** Whether the paths of a requirement are the same in the tree that was measured and in head. */
async function freshness(
  repository: Repository,
  { head }: Range,
  requirement: Requirement,
  { code }: Reading,
): Promise<Freshness> {
  const tree = code?.tree ?? null;
  if (tree === null) return { kind: 'unknown', why: 'it states no code.tree' };
  if (code?.dirty === true) return { kind: 'unknown', why: 'it was measured on uncommitted code' };
  const object = await repository.objects.read(tree);
  if (typeof object === 'string' || object.type !== 'tree' || !(head instanceof CommitSnapshot)) {
    return { kind: 'unknown', why: `the tree ${tree} that it was measured on is not in this clone` };
  }
  const [raw = []] = await repository.trees.compare([
    { base: { tree: object.oid, commit: `tree ${tree}` }, head: rootOf(head) },
  ]);
  const paths = raw.map(({ path }) => path).filter((path) => isNamed(path, requirement));
  return paths.length === 0 ? { kind: 'fresh' } : { kind: 'stale', paths: paths.sort(comparePaths) };
}

/** Enforced requirements of which nothing can be told: the check is incomplete. */
export function unmetRequirements(facts: readonly RequirementFacts[]): readonly Incomplete[] {
  return facts.flatMap((one) => {
    const verdict = judgeRequirement(one);
    if (!one.enforce || verdict.kind !== 'unmeasured') return [];
    return [
      {
        code: 'requirement-unmeasured',
        message: `require.${one.id} is enforced and n/a (unmeasured): ${verdict.why}.`,
        remedy: `Measure the code as it stands here and add the result (series ${one.series}) to this change.`,
        path: one.touched[0] ?? null,
      },
    ];
  });
}
