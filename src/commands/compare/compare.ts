import type { Comparison, SelfComparison } from '../../core/comparison.ts';
import { EvalguardError, inputError, usageError } from '../../core/error.ts';
import { cachedRepeats, repeatsText } from '../../core/independence.ts';
import { shellWord } from '../../core/shell.ts';
import { armNames, type Side, sidesOf, type TwoArms } from '../../measures/comparison/arms.ts';
import {
  type CompareOptions,
  compareReadings,
  compareWithItself,
  newestResult,
} from '../../measures/comparison/compare.ts';
import { compareTwoArms, leftOut } from '../../measures/comparison/compare-arms.ts';
import type { Policy } from '../../policy/policy.ts';
import { boundsOf } from '../../policy/series.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { inWorkTree, type Workplace, type WorkTree } from '../open.ts';
import { locate } from '../show/locate.ts';
import { readAnywhere } from '../show/read.ts';
import { chosenArms, namedArms, ownArms, sideOf } from './arms.ts';
import { type EarlierResults, earlierResults } from './predecessor.ts';

/** What `compare` needs to know. */
interface CompareCommand extends Workplace {
  /** Where the user stands: files count from there. */
  readonly from: string;
  /** One name or two: two results; or one, against its arms or its newest comparable predecessor. */
  readonly results: readonly [string] | readonly [string, string];
  /** Arms by name, as `chosenArms` reads them; `null`: as the files say. */
  readonly arms: string | null;
  /** Whether one result is compared with its predecessor although it holds two arms. */
  readonly predecessor: boolean;
  readonly allow: readonly string[];
  readonly margin: number | null;
}

/**
 * Compares two results, two arms of one result, or a result against the newest comparable one of its series. Throws
 * `input` where a name cannot be read or one name leaves nothing to compare with.
 */
export function compare(command: CompareCommand): Promise<Comparison> {
  const { from, results } = command;
  return inWorkTree(command, async (workTree, policy) => {
    const find = (text: string) => locate(workTree, policy, { text, from });
    const [first, second] = results;
    const found = await find(first);
    const base = await readAnywhere(found, policy);
    const names = armNames(base.readings);
    const meant = (others: readonly string[]) =>
      command.arms === null ? null : chosenArms(command.arms, names, others);
    if (second !== undefined) {
      const other = await find(second);
      if (found.file !== null && found.file === other.file) throw oneAndTheSame(first, second);
      const head = await readAnywhere(other, policy);
      const arms = meant(armNames(head.readings));
      return sides(
        sideOf(base, first, arms?.[0]),
        sideOf(head, second, arms?.at(-1)),
        { ...command, arm: arms?.at(-1) },
        head,
        policy,
      );
    }
    const arms = meant(names);
    if (command.predecessor && arms?.length === 2) throw findsItself();
    const two = arms?.length === 2 ? namedArms(base, first, arms) : null;
    const own = two ?? (arms === null && !command.predecessor ? ownArms(base, first) : null);
    if (own !== null) return compareWithNewest(own, command, workTree, base, policy);
    const head = sideOf(base, first, arms?.[0]);
    const { comparable, refused } = await resultsBefore(workTree, base, head, policy);
    // What could not be read may be the one to compare with: an older one must not stand in for it.
    const [unread] = workTree?.unread.list() ?? [];
    if (unread !== undefined) {
      const remedy = `${unread.remedy} Or name the other result: \`evalguard compare BASE HEAD\`.`;
      throw new EvalguardError('incomplete', unread.message, remedy, {}, unread.path);
    }
    const before = comparable[0] ?? refused;
    if (before === null) throw nothingBeside(first, base);
    const newest = newestResult(refused, before, head, policy.judge);
    return { ...sides(before, head, { ...command, arm: arms?.at(-1) }, base, policy), newest };
  });
}

function sides(
  base: Side,
  head: Side,
  command: CompareCommand & { readonly arm: string | undefined },
  record: RecordSubject,
  policy: Policy,
): Comparison {
  const { arm } = command;
  const others = arm === undefined ? [] : leftOut(record.readings, arm);
  return compareReadings(base, head, optionsOf(command, record, policy), others);
}

function optionsOf({ allow, margin }: CompareCommand, record: RecordSubject, policy: Policy): CompareOptions {
  return { judge: policy.judge, allow, margin, bounds: boundsOf(record.series) };
}

/** Two arms of one file. Its own baseline may be old, so the newest result of the series at HEAD is compared too. */
async function compareWithNewest(
  two: TwoArms,
  command: CompareCommand,
  workTree: WorkTree | null,
  record: RecordSubject,
  policy: Policy,
): Promise<Comparison> {
  const comparison = compareTwoArms(two, optionsOf(command, record, policy));
  const [baseline, candidate] = sidesOf(two);
  const { comparable, refused } = await resultsBefore(workTree, record, candidate, policy);
  return { ...comparison, newest: newestResult(comparable[0] ?? refused, baseline, candidate, policy.judge) };
}

/** The newest comparable result of the series at HEAD, and the newest that is not, so that the refusal names it. */
async function resultsBefore(
  workTree: WorkTree | null,
  { series }: RecordSubject,
  head: Side,
  policy: Policy,
): Promise<EarlierResults> {
  const commit = workTree === null ? 'unborn' : await workTree.commit('HEAD');
  if (workTree === null || series === null || typeof commit === 'string')
    return { comparable: [], refused: null };
  const search = {
    repository: workTree,
    snapshot: workTree.snapshot(commit),
    excluded: new Set<string>(),
    policy,
  };
  return earlierResults(search, series, head, 1);
}

/** A result compared with itself differs in nothing, which would read like a finding. */
function oneAndTheSame(first: string, second: string): EvalguardError {
  return inputError(
    `${first} and ${second} are one and the same file, so there is nothing to compare.`,
    `Name another result, or one alone to hold it against its predecessor: \`evalguard compare ${shellWord(first)}\`.`,
  );
}

/** `--predecessor` where two results, or two arms, were named. */
export function findsItself(): EvalguardError {
  return usageError(
    '--predecessor finds the other result itself.',
    'Name one result, and at most one arm of it.',
  );
}

function nothingBeside(text: string, { series }: RecordSubject): EvalguardError {
  const why =
    series === null
      ? 'no series of the policy claims it, so it has no predecessor'
      : `its series (${series.id}) holds no earlier result that is comparable`;
  return inputError(
    `There is nothing to compare ${text} with: ${why}.`,
    'Name the other result too: `evalguard compare BASE HEAD`, each a file or REV:PATH.',
  );
}

/** A/A: compares one result with itself, split at random. Throws `input` where no case has two samples. */
export function compareSelf(
  command: Workplace & {
    readonly from: string;
    readonly result: string;
    /** The one arm that is split, where the result has several. */
    readonly arms: string | null;
  },
): Promise<SelfComparison> {
  const { result, arms, from } = command;
  return inWorkTree(command, async (workTree, policy) => {
    const record = await readAnywhere(await locate(workTree, policy, { text: result, from }), policy);
    const names = armNames(record.readings);
    const [arm, other] = arms === null ? [] : chosenArms(arms, names, names);
    if (other !== undefined) {
      throw usageError('--self splits one result, or one arm of it.', 'Name one arm alone.');
    }
    const { reading } = sideOf(record, result, arm);
    const found = compareWithItself(reading);
    if (found !== null) return found;
    throw notRepeated(result, cachedRepeats(reading.rows ?? []));
  });
}

function notRepeated(result: string, cached: number): EvalguardError {
  if (cached === 0) {
    return inputError(
      `${result} cannot be split in two: no case of it has two samples.`,
      'Measure each case at least twice, and record the samples as rows.',
    );
  }
  return inputError(
    `${result} cannot be split in two: no case of it has two independent samples, since ${repeatsText(cached)}.`,
    'Measure each case at least twice with the cache off, and record the samples as rows.',
  );
}
