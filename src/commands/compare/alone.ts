import { workTreeAround } from '../../adapters/git/nearby.ts';
import type { SelfComparison } from '../../core/comparison.ts';
import { EvalguardError } from '../../core/error.ts';
import { cachedRepeats, repeatsText } from '../../core/independence.ts';
import { compareWithItself } from '../../measures/comparison/self.ts';
import { armNames } from '../../measures/comparison/two-arms.ts';
import { workTreePolicy } from '../record/policy.ts';
import { locate } from '../show/locate.ts';
import { readAnywhere } from '../show/show.ts';
import { armsMeant } from './arms-meant.ts';
import type { CompareCommand } from './compare.ts';
import { oneSide, sideOfArm } from './sides.ts';

/** A/A: compares one result with itself, split at random. Throws `input` where no case has two samples. */
export async function compareSelf({
  cwd,
  env,
  from,
  policy: place,
  result,
  arms,
}: Pick<CompareCommand, 'cwd' | 'env' | 'from' | 'policy'> & {
  readonly result: string;
  /** The one arm that is split, where the result has several. */
  readonly arms: string | null;
}): Promise<SelfComparison> {
  const workTree = await workTreeAround({ cwd, env });
  try {
    const policy = await workTreePolicy(workTree?.workTree ?? null, place);
    const record = await readAnywhere(await locate(workTree, { text: result, from }), policy);
    const names = armNames(record.readings);
    const [arm = null, other] = arms === null ? [] : armsMeant(arms, names, names);
    if (other !== undefined) {
      throw new EvalguardError('usage', '--self splits one result, or one arm of it.', 'Name one arm alone.');
    }
    const { reading } = arm === null ? oneSide(record, result) : sideOfArm(record, result, arm);
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
