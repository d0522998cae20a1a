import { openRepository, type Repository, type RepositoryPlace } from '../../adapters/git/repository.ts';
import type { Progress } from '../../core/budget.ts';
import { EvalguardError } from '../../core/error.ts';
import type { Report } from '../../core/report.ts';
import type { Retraction } from '../../core/retraction.ts';
import { applyRules } from '../../core/rule.ts';
import type { Policy } from '../../policy/policy.ts';
import { citationRules, policyRules, type RuleFinding, rangeRules } from '../../rules/registry.ts';
import type {
  ChangeFacts,
  JudgedCitation,
  PolicySubject,
  RangeSubject,
  RecordSubject,
} from '../../rules/subject.ts';
import type { JudgedComparisons } from './judge/comparisons.ts';
import { judgeRecords } from './judge/records.ts';
import { type CheckContext, type ContextOptions, readContext } from './read/context.ts';
import { readLedger, readPendingPolicy, readWorkTreeNotes } from './read/ledger.ts';
import { recordSource } from './read/records.ts';
import { couldNotLook, reportOf } from './report.ts';

/** What `check` needs to know: nothing is taken from the process itself. */
export interface CheckOptions extends RepositoryPlace, ContextOptions {
  readonly progress?: Progress;
  /** The repository, where it is being opened already (see `openRepository`). */
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
    repository = await (options.opening ?? openRepository(options, options.range.mode === 'staged'));
    const context = await readContext(repository, options);
    const report = await checkContext(context, options);
    return { report, notes: options.workTree ? await readWorkTreeNotes(context, options.range) : [] };
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
    return { report: couldNotLook(options.range, error, repository?.unread.list()), notes: [] };
  } finally {
    repository?.close();
  }
}

/** Reads what the range does, judges it, and reports: records and what they are compared with are read as they are judged. */
async function checkContext(
  context: CheckContext,
  { policy: place, progress = () => {}, comparisons: all = false }: CheckOptions,
): Promise<Report> {
  const { repository, range, policy, judging } = context;
  const { facts, entries, parts } = await readLedger(context);

  const records = await judgeRecords(recordSource(context, { entries, parts }), progress);
  const compared = await compareAdded(context, facts.changes, records.added, all);
  const citations = await citationsOf(context, facts.changes, records.retractions);
  const pendingPolicy = await readPendingPolicy(context, place, facts);
  const findings = [
    ...judgeLedger({ ...facts, pendingPolicy }, judging.change),
    ...records.findings,
    ...compared.findings,
    ...applyRules(citationRules, { citations }),
  ];

  const { mode, base, head, how } = range;
  await repository.unread.noteOdd(repository.trees.oddIn(policy.ledger));
  return reportOf({
    incomplete: [...repository.unread.list(), ...records.incomplete, ...compared.incomplete],
    range: { mode, base, head: head.id, policy: judging.from, how },
    changes: facts.changes,
    results: records.results,
    thresholds: records.thresholds,
    comparisons: compared.comparisons,
    findings,
  });
}

/** What a range does to the policy's file; `null` where it leaves it alone. */
type PolicyChange = Pick<PolicySubject, 'path' | 'loosenings' | 'unusable'> | null;

/** Judges what a range does to the ledger and to its policy, whatever the records say. */
function judgeLedger(facts: RangeSubject, policy: PolicyChange): readonly RuleFinding[] {
  return [...applyRules(rangeRules, facts), ...applyRules(policyRules, policySubject(policy, facts))];
}

function policySubject(change: PolicyChange, { changes }: RangeSubject): PolicySubject {
  const touchesLedger = changes.length > 0;
  return change === null
    ? { path: '', changed: false, loosenings: [], unusable: null, touchesLedger }
    : { ...change, changed: true, touchesLedger };
}

/** Compares the added results with earlier ones, where somebody asks for it or the policy decides by it. */
async function compareAdded(
  context: CheckContext,
  changes: readonly ChangeFacts[],
  added: readonly RecordSubject[],
  all: boolean,
): Promise<JudgedComparisons> {
  if (context.range.mode === 'all' || !(all || decidesByComparison(context.policy)))
    return { comparisons: [], findings: [], incomplete: [] };
  const [{ judgeComparisons }, { comparisonSource }] = await Promise.all([
    import('./judge/comparisons.ts'),
    import('./read/comparisons.ts'),
  ]);
  return judgeComparisons(comparisonSource(context, changes), added, all);
}

/** Whether what a result is compared with can decide the outcome, so that every check has to compare. */
function decidesByComparison({ require, series }: Policy): boolean {
  return require.length > 0 || series.some(({ regressed }) => regressed !== 'note');
}

/** The numbers in Markdown that cite records. The parser that it takes is loaded only where the policy names pages. */
async function citationsOf(
  context: CheckContext,
  changes: readonly ChangeFacts[],
  retractions: readonly Retraction[],
): Promise<readonly JudgedCitation[]> {
  if (context.policy.citations.length === 0) return [];
  return (await import('./read/citations.ts')).readCitations(context, changes, retractions);
}
