import { type WorkTree, workTreeAround } from '../../adapters/git/nearby.ts';
import type { Comparison, SelfComparison } from '../../core/comparison.ts';
import { EvalguardError } from '../../core/error.ts';
import { cachedRepeats, repeatsText } from '../../core/independence.ts';
import type { Policy } from '../../core/policy.ts';
import { shellWord } from '../../core/shell.ts';
import type { Bounds } from '../../core/verdict.ts';
import { compareReadings, type Side } from '../../measures/comparison/compare.ts';
import { newestBeside } from '../../measures/comparison/newest.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import type { PolicyPlace } from '../check/policy.ts';
import { workTreePolicy } from '../record/policy.ts';
import { locate } from '../show/locate.ts';
import { readAnywhere } from '../show/show.ts';
import { type Earlier, earlierResults } from './predecessor.ts';
import { compareWithItself } from './self.ts';

/** What `compare` needs to know: nothing is taken from the process itself. */
export interface CompareCommand {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the user stands: files count from there. */
  readonly from: string;
  readonly policy: PolicyPlace;
  /** One name or two: two results; or one, against its arms or its newest comparable predecessor. */
  readonly results: readonly [string] | readonly [string, string];
  readonly allow: readonly string[];
  readonly margin: number | null;
}

/**
 * Compares two results, two arms of one result, or a result against the newest comparable one of its series. Throws
 * `input` where a name cannot be read or one name leaves nothing to compare with.
 */
export async function compare(command: CompareCommand): Promise<Comparison> {
  const { cwd, env, from, results } = command;
  const workTree = await workTreeAround({ cwd, env });
  try {
    const policy = await workTreePolicy(workTree?.workTree ?? null, command.policy);
    const find = (text: string) => locate(workTree, { text, from });
    const [first, second] = results;
    const found = await find(first);
    const base = await readAnywhere(found, policy);
    if (second !== undefined) {
      const other = await find(second);
      if (found.file !== null && found.file === other.file) throw oneAndTheSame(first, second);
      const head = await readAnywhere(other, policy);
      return sides(await oneSide(base, first), await oneSide(head, second), command, head, policy);
    }
    const arms = twoArms(base);
    if (arms !== null)
      return await besideLatest(sides(...arms, command, base, policy), arms, workTree, base, policy);
    const head = await oneSide(base, first);
    const { comparable, refused } = await resultsBefore(workTree, base, head, policy);
    const before = comparable[0] ?? refused;
    if (before === null) throw nothingBeside(first);
    const newest =
      refused === null || refused === before ? null : newestBeside(refused, before, head, policy.judge);
    return { ...sides(before, head, command, base, policy), newest };
  } finally {
    workTree?.close();
  }
}

function sides(
  base: Side,
  head: Side,
  { allow, margin }: CompareCommand,
  record: RecordSubject,
  policy: Policy,
): Comparison {
  return compareReadings(base, head, { judge: policy.judge, allow, margin, bounds: boundsOf(record) });
}

/** A file states its own baseline, which may be an old one: the newest result of the series at HEAD is told beside it. */
async function besideLatest(
  comparison: Comparison,
  [baseline, candidate]: readonly [Side, Side],
  workTree: WorkTree | null,
  record: RecordSubject,
  policy: Policy,
): Promise<Comparison> {
  const { comparable, refused } = await resultsBefore(workTree, record, candidate, policy);
  const latest = comparable[0] ?? refused;
  if (latest === null) return comparison;
  return { ...comparison, newest: newestBeside(latest, baseline, candidate, policy.judge) };
}

/** The newest comparable result of the series at HEAD, and the newest that is not, so that the refusal names it. */
async function resultsBefore(
  workTree: WorkTree | null,
  { series }: RecordSubject,
  head: Side,
  policy: Policy,
): Promise<Earlier> {
  const commit = workTree === null ? 'unborn' : await workTree.commit('HEAD');
  if (workTree === null || series === null || typeof commit === 'string') return NOTHING;
  const shelf = {
    objects: workTree.objects,
    prefetch: (oids: readonly string[]) => workTree.prefetch(oids),
    snapshot: workTree.snapshot(commit),
    excluded: new Set<string>(),
    policy,
  };
  return earlierResults(shelf, series, head, 1);
}

const NOTHING: Earlier = { comparable: [], refused: null };

/** A/A: compares one result with itself, split at random. Throws `input` where no case has two samples. */
export async function compareSelf({
  cwd,
  env,
  from,
  policy: place,
  result,
}: Pick<CompareCommand, 'cwd' | 'env' | 'from' | 'policy'> & {
  readonly result: string;
}): Promise<SelfComparison> {
  const workTree = await workTreeAround({ cwd, env });
  try {
    const policy = await workTreePolicy(workTree?.workTree ?? null, place);
    const record = await readAnywhere(await locate(workTree, { text: result, from }), policy);
    const { reading } = await oneSide(record, result);
    const found = compareWithItself(reading);
    if (found !== null) return found;
    throw notRepeated(result, cachedRepeats(reading.rows ?? []));
  } finally {
    workTree?.close();
  }
}

function notRepeated(result: string, cached: number): EvalguardError {
  if (cached === 0) {
    return new EvalguardError(
      'input',
      `${result} cannot be split in two: no case of it has two samples.`,
      'Measure each case at least twice, and record the samples as rows.',
    );
  }
  return new EvalguardError(
    'input',
    `${result} cannot be split in two: no case of it has two independent samples, since ${repeatsText(cached)}.`,
    'Measure each case at least twice with the cache off, and record the samples as rows.',
  );
}

/** The bounds that the policy sets on a record's metrics: they say which way is better. */
export function boundsOf({ series }: RecordSubject): ReadonlyMap<string, Bounds> {
  return new Map((series?.thresholds ?? []).map(({ metric, min, max }) => [metric, { min, max }]));
}

function twoArms({ path, readings }: RecordSubject): [Side, Side] | null {
  const [first, second, ...more] = readings;
  if (first === undefined || second === undefined || more.length > 0) return null;
  return [
    { path, reading: first },
    { path, reading: second },
  ];
}

/** The one reading of a file; of several, the baseline: the arm that a later run is held against. */
async function oneSide({ path, readings, unread, series }: RecordSubject, text: string): Promise<Side> {
  const reading =
    readings.find(({ arm }) => arm === 'baseline') ?? (readings.length === 1 ? readings[0] : undefined);
  if (reading !== undefined) return { path, reading };
  const why =
    readings.length > 1
      ? `it holds ${readings.length} runs (${readings.map(({ arm }) => arm ?? 'unnamed').join(', ')})`
      : (unread ?? (series === null ? 'no reader knows its shape' : 'its series reads nothing in it'));
  throw new EvalguardError(
    'input',
    `${text} cannot be compared: ${why}.`,
    'Name a file that holds one result.',
  );
}

/** A result beside itself differs in nothing, which would read as if something had been found out. */
function oneAndTheSame(first: string, second: string): EvalguardError {
  return new EvalguardError(
    'input',
    `${first} and ${second} are one and the same file, so there is nothing to compare.`,
    `Name another result, or one alone to hold it against its predecessor: \`evalguard compare ${shellWord(first)}\`.`,
  );
}

function nothingBeside(text: string): EvalguardError {
  return new EvalguardError(
    'input',
    `There is nothing to compare ${text} with: its series holds no earlier result that is comparable.`,
    'Name the other result too: `evalguard compare BASE HEAD`, each a file or REV:PATH.',
  );
}
