import type { Repository } from '../../adapters/git/repository.ts';
import { ledgerOf } from '../../adapters/git/snapshot.ts';
import type { PathLine } from '../../core/attributes.ts';
import type { Progress } from '../../core/budget.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import { type Change, type Entry, isFile } from '../../core/ledger.ts';
import { comparePaths, lineFileOf, type Path } from '../../core/path.ts';
import { maySecret } from '../../core/record/secret-signs.ts';
import { type ChangeReport, type Incomplete, type Report, report } from '../../core/report.ts';
import type { Retraction } from '../../core/retraction.ts';
import { applyRules, type FindingReport } from '../../core/rule.ts';
import type { Policy } from '../../policy/policy.ts';
import { isRecord, type LedgerScope } from '../../policy/series.ts';
import { citationRules, policyRules, type RuleFinding, rangeRules, word } from '../../rules/registry.ts';
import type { PolicySubject, RangeSubject } from '../../rules/subject.ts';
import type { CheckedCitations } from './citations.ts';
import { openFor, type Place } from './open.ts';
import { ledgerChanges, type TreeDifferences, treeDifferences } from './read/changes.ts';
import { commitsOf, type RangeCommit, treesOfCommits } from './read/commits.ts';
import { rangeFacts, wholeFacts } from './read/facts.ts';
import { type JudgingPolicy, judgingPolicy, type PolicyPlace } from './read/policy.ts';
import { type Range, type RangeOptions, treesOf } from './read/range.ts';
import { resolveRange } from './read/resolve.ts';
import { mergedRecords, rewrittenRecords } from './read/rewritten.ts';
import { judgeRecords } from './records.ts';

/** What `check` needs to know: nothing is taken from the process itself. */
export interface CheckOptions extends Place {
  readonly policy: PolicyPlace;
  /** The machine's clock: a head that is dated a day or more after it is refused, and nothing else hangs on it. */
  readonly now?: Date;
  /** Whether to look at each commit between base and head too, not only at what they come to. */
  readonly eachCommit?: boolean;
  readonly progress?: Progress;
  /** The repository, where it is being opened already (see `openFor`). */
  readonly opening?: Promise<Repository>;
  /** Whether to compare each added result with its predecessor: for a page that a person reads. */
  readonly comparisons?: boolean;
  /** Whether to say what of the work tree was not looked at: for a person at a terminal. */
  readonly workTree?: boolean;
}

/** The report, and what else the user should know: notes that follow from the work tree, not from the commits. */
export interface Checked {
  readonly report: Report;
  readonly notes: readonly string[];
}

/**
 * The guard. Compares two revisions (or the index, or looks at every record), judges what the range adds, and says so
 * in a report. Where it cannot look, the report is `incomplete`; usage and policy errors are thrown.
 */
export async function check(options: CheckOptions): Promise<Checked> {
  let repository: Repository | null = null;
  try {
    repository = await (options.opening ?? openFor(options));
    const range = await resolveRange(repository, options.range, options.policy);
    demandPast(range, options.now);
    const commits = options.eachCommit ? await commitsOf(repository, range) : [];
    await repository.prefetch([...treesOf(range), ...treesOfCommits(commits)]);
    const differences = treeDifferences(repository, range, commits);
    const judging = await judgingPolicy(repository, range, options.policy, differences);
    const looked = await (range.mode === 'all'
      ? everything(repository, range, judging)
      : whatChanged(repository, range, judging, { differences, commits }));
    const report = await judgeLooked(repository, range, judging, looked, { ...options, differences });
    return { report, notes: options.workTree ? await notes(repository, options.range, judging) : [] };
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
    return { report: couldNotLook(options.range, error, repository?.unread.list()), notes: [] };
  } finally {
    repository?.close();
  }
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

/** What was not looked at: somebody who edits records and checks commits should know that the edits were not seen. */
async function notes(
  repository: Repository,
  range: RangeOptions,
  { policy }: JudgingPolicy,
): Promise<readonly string[]> {
  if (range.mode === 'staged' || range.head !== null || repository.workTree === null) return [];
  const count = await repository.uncommitted(policy.ledger);
  return count === 0
    ? []
    : [
        `${count} uncommitted ${count === 1 ? 'change' : 'changes'} in the ledger ${count === 1 ? 'was' : 'were'} not looked at; \`evalguard check --staged\` looks at what is staged.`,
      ];
}

type Wishes = Pick<CheckOptions, 'policy' | 'progress' | 'comparisons'> & {
  readonly differences: TreeDifferences;
};

async function judgeLooked(
  repository: Repository,
  range: Range,
  judging: JudgingPolicy,
  { facts, entries }: Looked,
  { policy, progress = () => {}, comparisons = false, differences }: Wishes,
): Promise<Report> {
  const judged = await judgeRecords(repository, range, entries, judging, progress);
  const beside =
    range.mode === 'all' || !(comparisons || decidesByComparison(judging.policy))
      ? { comparisons: [], findings: [], incomplete: [] }
      : await (await import('./besides.ts')).besides(repository, range, judging, facts, {
          added: judged.added,
          differences,
          all: comparisons,
        });
  const cited = await citations(repository, range, judging, facts, judged.retractions);
  const findings: readonly RuleFinding[] = [
    ...applyRules(rangeRules, {
      ...facts,
      pendingPolicy: await pendingPolicy(repository, range, policy, facts),
    }),
    ...applyRules(policyRules, policySubject(judging, facts)),
    ...judged.findings,
    ...beside.findings,
    ...applyRules(citationRules, cited),
  ];
  await repository.unread.noteOdd(repository.trees.oddIn(judging.policy.ledger));
  const made = report({
    incomplete: [...repository.unread.list(), ...judged.incomplete, ...beside.incomplete],
    range: {
      mode: range.mode,
      base: range.base,
      head: range.head.id,
      policy: judging.from,
      how: range.how,
    },
    changes: range.mode === 'all' ? [] : facts.changes.map(({ change }) => changeReport(change)),
    results: judged.results,
    thresholds: judged.thresholds,
    comparisons: beside.comparisons,
    findings: findings.map(word).sort(byPlace),
  });
  return withoutKeys(made);
}

/** Findings and results quote what stands in files; a key is reported by its kind, and never shown. */
async function withoutKeys(made: Report): Promise<Report> {
  const shows = ({ rule, message, data }: FindingReport) =>
    rule === 'file/secret' || maySecret(message) || maySecret(JSON.stringify(data));
  if (!made.findings.some(shows)) return made;
  return (await import('../../core/record/secrets.ts')).withoutSecrets(made);
}

/** Whether what a result is compared with can decide the outcome, so that every check has to compare. */
function decidesByComparison({ require, series }: Policy): boolean {
  return require.length > 0 || series.some(({ regressed }) => regressed !== 'note');
}

/** The numbers in Markdown that cite records. The parser that it takes is loaded only where the policy names pages. */
async function citations(
  repository: Repository,
  range: Range,
  judging: JudgingPolicy,
  { changes }: RangeSubject,
  retractions: readonly Retraction[],
): Promise<CheckedCitations> {
  if (judging.policy.citations.length === 0) return { citations: [] };
  const { checkCitations } = await import('./citations.ts');
  return checkCitations(repository, range, judging, changes, retractions);
}

interface Looked {
  readonly facts: RangeSubject;
  /** The records whose content is judged. */
  readonly entries: ReadonlyMap<Path, Entry>;
}

function scopeOf({ policy, exemptIfNew }: JudgingPolicy): LedgerScope {
  return { directories: policy.ledger, exempt: policy.exempt, exemptIfNew };
}

async function everything(repository: Repository, range: Range, judging: JudgingPolicy): Promise<Looked> {
  const { policy, named } = judging;
  const scope = scopeOf(judging);
  const ledger = await ledgerOf(range.head, scope.directories, repository.unread);
  const records = new Map(
    [...ledger].filter(([path]) => isRecord(path, scope, true)).sort(([a], [b]) => comparePaths(a, b)),
  );
  const files = new Map([...records].filter(([, entry]) => isFile(entry.kind)));
  const facts = await wholeFacts(repository, range, records, policy, named);
  const lines = {
    from: 'all',
    found: await repository.unread.attempt(
      async () => (await import('./read/line-files.ts')).standingLines(repository, range.head, scope, ledger),
      [],
    ),
  } as const;
  return { facts: { ...facts, lines }, entries: files };
}

async function whatChanged(
  repository: Repository,
  range: Range,
  judging: JudgingPolicy,
  { differences, commits }: { differences: TreeDifferences; commits: readonly RangeCommit[] },
): Promise<Looked> {
  const { policy, named } = judging;
  const found = await ledgerChanges(repository, range, scopeOf(judging), differences);
  const own = (await differences)?.slice(range.frozen.length) ?? [];
  const rewritten = await rewrittenRecords(
    repository.unread,
    range,
    commits,
    own,
    scopeOf(judging),
    found.changes,
  );
  const facts = { ...(await rangeFacts(repository, range, found, policy, named)), rewritten };
  const added = found.changes.flatMap(({ change }): [Path, Entry][] =>
    change.kind === 'added' && isFile(change.after.kind) ? [[change.path, change.after]] : [],
  );
  const { unread } = repository;
  const merged = await unread.attempt(
    () => mergedRecords(repository, range, scopeOf(judging), found.changes),
    [],
  );
  const lines = {
    from: 'range',
    found: await unread.attempt(() => linesAdded(repository, range, scopeOf(judging), differences), []),
  } as const;
  return { facts: { ...facts, merged, lines }, entries: new Map(added) };
}

/** The lines of attribute and ignore files that the range adds; what reads them is loaded only where such a file changes. */
async function linesAdded(
  repository: Repository,
  range: Range,
  scope: LedgerScope,
  differences: TreeDifferences,
): Promise<readonly PathLine[]> {
  const changed = await differences;
  if (changed !== null && !changed.some((some) => some.some(({ path }) => lineFileOf(path) !== null)))
    return [];
  return (await import('./read/line-files.ts')).addedLines(repository, range, scope, differences);
}

/** The policy on disk, where it is not the committed one and the ledger holds nothing: it was just written. */
async function pendingPolicy(
  repository: Repository,
  range: Range,
  place: PolicyPlace,
  { directories }: RangeSubject,
): Promise<Path | null> {
  const empty = directories.some(({ files, link }) => files === 'none' && link === null);
  if (!empty || 'file' in place || range.mode === 'staged' || repository.workTree === null) return null;
  return (await repository.uncommitted([place.config])) > 0 ? place.config : null;
}

function policySubject({ change }: JudgingPolicy, facts: RangeSubject): PolicySubject {
  const touchesLedger = facts.changes.length > 0;
  return change === null
    ? { path: '', changed: false, loosenings: [], unusable: null, touchesLedger }
    : { ...change, changed: true, touchesLedger };
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

/** The report of a check that could not be made. */
export function couldNotLook(
  { mode }: Pick<RangeOptions, 'mode'>,
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
