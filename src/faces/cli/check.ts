import { type Command, InvalidArgumentError, Option } from 'commander';
import { openRepository } from '../../adapters/git/repository.ts';
import type { RevisionName } from '../../adapters/git/revision.ts';
import type { Checked } from '../../commands/check/check.ts';
import type { RangeOptions } from '../../commands/check/read/range.ts';
import { incomplete, usageError } from '../../core/error.ts';
import { budgetUntil, DEADLINE_SECONDS } from '../process.ts';
import { REPORT_FORMATS } from '../report-formats.ts';
import {
  type Cli,
  type CommonOptions,
  exitCodesText,
  NOT_LOOKED,
  placeOf,
  withCommonOptions,
} from './command.ts';
import { Outputs, progressOn } from './outputs.ts';

interface CheckFlags extends CommonOptions {
  readonly base?: string;
  readonly head?: string;
  readonly staged?: boolean;
  readonly all?: boolean;
  readonly eachCommit?: boolean;
  readonly compare?: boolean;
  readonly deadline: number;
}

const EXIT_CODES = exitCodesText({
  0: 'nothing is wrong (warnings and notes may stand)',
  1: 'a record was changed, is invalid or contradicts its evidence, or an enforced bar was missed',
  3: `${NOT_LOOKED}; or an enforced bar is n/a (unmeasured)`,
});

/** `evalguard check`: the guard. */
export function addCheck(program: Command, cli: Cli): void {
  const command = program
    .command('check')
    .description('check that no record was changed, and judge what is new')
    .option(
      '--base <rev>',
      'compare with this revision (default: what the CI event says; else the default branch)',
    )
    .option('--head <rev>', 'judge this revision (default: what the CI event says; else HEAD)')
    .option('--staged', 'judge what is about to be committed')
    .option('--all', 'judge every record of the ledger')
    .option('--compare', 'also compare each added result with its predecessor')
    .option('--each-commit', 'also look at every commit between base and head')
    .addOption(
      new Option('--deadline <seconds>', 'end in exit 3 where the check takes longer')
        .argParser(secondsIn)
        .default(DEADLINE_SECONDS),
    )
    .addHelpText('after', EXIT_CODES);
  withCommonOptions(command, [...REPORT_FORMATS.keys()]).action(async (flags: CheckFlags) => {
    const outputs = new Outputs(flags, REPORT_FORMATS, cli.host);
    const { report, notes } = await checked(flags, cli.host);
    await outputs.deliver(report, report.outcome === 'pass');
    for (const note of notes) cli.host.stderr.write(`evalguard: ${note}\n`);
    cli.exit(report.exit_code);
  });
}

function secondsIn(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number of seconds, 1 or more.');
}

async function checked(flags: CheckFlags, host: Cli['host']): Promise<Checked> {
  const common = {
    ...placeOf(flags, host),
    budget: budgetUntil(flags.deadline, host.now),
    eachCommit: flags.eachCommit === true,
    comparisons: flags.compare === true,
    progress: progressOn(host.stderr),
    now: new Date(),
  };
  if (eventDecides(flags, host)) {
    const { checkCiEvent } = await import('../../commands/check/event.ts');
    return checkCiEvent({ ...common, head: flags.head });
  }
  const where = { ...common, range: rangeOptions(flags, host) };
  const opening = openRepository(where, where.range.mode === 'staged');
  // A failure is reported by the check; until it is loaded it must not count as unhandled.
  opening.catch(() => {});
  const { check } = await import('../../commands/check/check.ts');
  return check({ ...where, opening, workTree: host.stderr.isTTY === true });
}

/** In a GitHub workflow the event says what to compare, unless the user does. */
function eventDecides({ base, staged, all }: CheckFlags, { env }: Cli['host']): boolean {
  return base === undefined && !staged && !all && Boolean(env['CI'] && env['GITHUB_EVENT_PATH']);
}

function rangeOptions(flags: CheckFlags, host: Cli['host']): RangeOptions {
  const base = revision(flags.base, '--base');
  const head = revision(flags.head, '--head');
  if (flags.staged && (flags.all || base !== null || head !== null)) {
    throw usageError('--staged looks at the index alone.', 'Leave out --base, --head and --all.');
  }
  if (flags.eachCommit && (flags.staged || flags.all)) {
    throw usageError(
      '--each-commit looks at the commits between two revisions, and --staged and --all compare none.',
      'Give --base and --head with it; for the whole history run `evalguard audit --each-commit`.',
    );
  }
  if (flags.staged) return stagedRange(host.env);
  if (flags.all) return { mode: 'all', base, head };
  if (base === null && host.env['CI']) {
    throw incomplete(
      'In CI the base is not guessed, so nothing was compared.',
      'Give --base, such as `--base origin/main`, or --all for every record.',
    );
  }
  return { mode: 'diff', base, head };
}

/**
 * `pre-commit run --from-ref --to-ref` looks at commits and stages nothing. In CI a hook that finds nothing staged has
 * looked at nothing, and says so.
 */
function stagedRange(env: NodeJS.ProcessEnv): RangeOptions {
  const [from, to] = [env['PRE_COMMIT_FROM_REF'], env['PRE_COMMIT_TO_REF']];
  if (!from || !to) return { mode: 'staged', mustDiffer: Boolean(env['CI']) };
  return {
    mode: 'diff',
    base: revision(from, 'PRE_COMMIT_FROM_REF'),
    head: revision(to, 'PRE_COMMIT_TO_REF'),
  };
}

function revision(text: string | undefined, origin: string): RevisionName | null {
  return text === undefined ? null : { text, origin };
}
