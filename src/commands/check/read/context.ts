import type { Repository } from '../../../adapters/git/repository.ts';
import { incomplete } from '../../../core/error.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { LedgerScope } from '../../../policy/series.ts';
import type { GrowthReader } from './growth.ts';
import { type JudgingPolicy, judgingPolicy, type PolicyPlace, scopeOf } from './policy.ts';
import {
  commitsOf,
  type Range,
  type RangeCommit,
  type RangeOptions,
  treesOf,
  treesOfCommits,
} from './range.ts';
import { resolveRange } from './resolve.ts';
import { type TreeDifferences, treeDifferences } from './tree-differences.ts';

/** What every act of reading starts from: the repository, what is compared in it, and the policy that judges. */
export interface CheckContext {
  readonly repository: Repository;
  readonly range: Range;
  /** The commits between base and head, where each is looked at. */
  readonly commits: readonly RangeCommit[];
  readonly differences: TreeDifferences;
  readonly judging: JudgingPolicy;
  readonly policy: Policy;
  readonly scope: LedgerScope;
  /** What compares the contents of files that may grow; `null` where the policy lets none. */
  readonly growth: GrowthReader | null;
}

/** What is to be checked, as the user asked for it. */
export interface ContextOptions {
  readonly range: RangeOptions;
  readonly policy: PolicyPlace;
  /** The machine's clock: a head that is dated a day or more after it is refused, and nothing else hangs on it. */
  readonly now?: Date;
  /** Whether to look at each commit between base and head too, not only at what they come to. */
  readonly eachCommit?: boolean;
}

/** Resolves what is compared and reads the policy that judges it. */
export async function readContext(repository: Repository, options: ContextOptions): Promise<CheckContext> {
  const range = await resolveRange(repository, options.range, options.policy);
  demandPast(range, options.now);
  const commits = options.eachCommit ? await commitsOf(repository, range) : [];
  await repository.prefetch([...treesOf(range), ...treesOfCommits(commits)]);
  const differences = treeDifferences(repository, range, commits);
  const judging = await judgingPolicy(repository, range, options.policy, differences);
  const { policy } = judging;
  const scope = scopeOf(judging);
  const growth = await growthReader(repository, policy);
  return { repository, range, commits, differences, judging, policy, scope, growth };
}

/** Loads what compares growing files only where a policy has some. */
export async function growthReader(repository: Repository, policy: Policy): Promise<GrowthReader | null> {
  if (policy.series.every(({ grows }) => grows === null)) return null;
  return new (await import('./growth.ts')).GrowthReader(repository, policy);
}

const DAY = 86_400;

/** Throws where head is dated in the future: a result of then would be the newest for as long. */
function demandPast({ head, committed }: Range, now: Date | undefined): void {
  if (now === undefined || committed === null) return;
  const clock = now.getTime() / 1000;
  if (committed <= clock + DAY) return;
  const dated = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
  throw incomplete(
    `The commit ${head.id} is dated ${dated(committed)} UTC, and the clock of this machine says ${dated(clock)}: its date cannot be true, so nothing was judged by it.`,
    'Commit again (`git commit --amend --no-edit --date=now`, which dates it anew), or set the clock of this machine.',
  );
}
