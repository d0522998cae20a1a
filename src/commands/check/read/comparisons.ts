import { CommitSnapshot } from '../../../adapters/git/snapshot.ts';
import { matchesGlob } from '../../../core/glob.ts';
import { comparePaths, type Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { Requirement } from '../../../policy/policy.ts';
import type { Freshness } from '../../../policy/requirement.ts';
import type { ChangeFacts } from '../../../rules/subject.ts';
import { earlierResults } from '../../compare/predecessor.ts';
import type { ComparisonSource, TouchedRequirement } from '../judge/comparisons.ts';
import type { CheckContext } from './context.ts';
import { equalsTip, rootOf } from './tree-differences.ts';

/** Reads what added results are compared with: what head holds but for what the range itself adds or changes. */
export function comparisonSource(context: CheckContext, changes: readonly ChangeFacts[]): ComparisonSource {
  const { repository, range, policy } = context;
  const excluded = new Set(changes.map(({ change }) => change.path));
  const search = { repository, snapshot: range.head, excluded, policy };
  return {
    policy,
    touched: () => touchedRequirements(context),
    earlier: (series, head, wanted) => earlierResults(search, series, head, wanted),
    freshness: (requirement, reading) => freshness(context, requirement, reading),
  };
}

/** The requirements that a range of commits touches. The index is not asked: a hook is a convenience, and CI asks. */
async function touchedRequirements({
  range,
  differences,
  policy,
}: CheckContext): Promise<readonly TouchedRequirement[]> {
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

/** Whether the paths of a requirement are the same in the tree that was measured and in head. */
async function freshness(
  { repository, range: { head } }: CheckContext,
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

function isNamed(path: Path, { paths }: Requirement): boolean {
  return paths.some((glob) => matchesGlob(glob, path));
}
