import type { Command } from 'commander';
import { writeOutput } from '../../adapters/files.ts';
import type { RevisionName } from '../../adapters/git/revision.ts';
import { openFor } from '../../commands/check/open.ts';
import type { RangeOptions } from '../../commands/check/range.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import type { Report } from '../../core/report.ts';
import { REPORTERS } from '../../reporters/registry.ts';
import type { Cli } from '../cli.ts';
import type { HostProcess } from '../process.ts';
import { type CommonOptions, directoryOf, fileArgument, wantsColor, withCommonOptions } from './common.ts';
import { progressOn } from './progress.ts';

interface CheckFlags extends CommonOptions {
  readonly base?: string;
  readonly head?: string;
  readonly staged?: boolean;
  readonly all?: boolean;
}

/** `evalguard check`: the guard. */
export function addCheck(program: Command, cli: Cli): void {
  const command = program
    .command('check')
    .description('check that no record was changed, and judge what is new')
    .option('--base <rev>', 'compare with this revision (default: the default branch)')
    .option('--head <rev>', 'judge this revision (default: HEAD)')
    .option('--staged', 'judge what is about to be committed')
    .option('--all', 'judge every record of the ledger');
  withCommonOptions(command, [...REPORTERS.keys()]).action(async (flags: CheckFlags) => {
    const outputs = flags.output.map((text) => parseOutput(text, cli.host));
    const where = {
      cwd: directoryOf(flags, cli.host),
      env: cli.host.env,
      range: rangeOptions(flags, cli.host),
    };
    const opening = openFor(where);
    // A failure is told by the check; until it is loaded it must not count as unhandled.
    opening.catch(() => {});
    const { check } = await import('../../commands/check/check.ts');
    const { report, notes } = await check({
      ...where,
      opening,
      policy:
        flags.policyFile === undefined
          ? { config: flags.config }
          : { file: fileArgument(flags.policyFile, cli.host) },
      progress: progressOn(cli.host.stderr),
      workTree: cli.host.stderr.isTTY === true,
    });
    for (const { format, file } of outputs) await writeOutput(file, render(report, format, false));
    if (!flags.quiet || report.outcome !== 'pass') {
      cli.host.stdout.write(render(report, flags.format, wantsColor(flags, cli.host)));
    }
    for (const note of notes) cli.host.stderr.write(`evalguard: ${note}\n`);
    cli.exit(report.exit_code);
  });
}

function rangeOptions(flags: CheckFlags, host: HostProcess): RangeOptions {
  const base = revision(flags.base, '--base');
  const head = revision(flags.head, '--head');
  if (flags.staged && (flags.all || base !== null || head !== null)) {
    throw new EvalguardError(
      'usage',
      '--staged looks at the index alone.',
      'Leave out --base, --head and --all.',
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

function parseOutput(text: string, host: HostProcess): { readonly format: string; readonly file: string } {
  const at = text.indexOf('=');
  const format = text.slice(0, Math.max(at, 0));
  if (at < 0 || !REPORTERS.has(format) || at === text.length - 1) {
    throw new EvalguardError(
      'usage',
      `--output ${text} is not FORMAT=FILE.`,
      `Use one of ${[...REPORTERS.keys()].join(', ')}, such as --output json=report.json.`,
    );
  }
  return { format, file: fileArgument(text.slice(at + 1), host) };
}

function render(report: Report, format: string, color: boolean): string {
  const reporter = REPORTERS.get(format);
  if (reporter === undefined)
    throw new EvalguardError('usage', `There is no format ${format}.`, 'See --help.');
  return reporter(report, { color });
}
