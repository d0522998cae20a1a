import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { PlannedFile } from '../../commands/init/files.ts';
import { HOOKS, type HookProgram } from '../../commands/init/hook.ts';
import { type Initiated, init } from '../../commands/init/init.ts';
import { usageError } from '../../core/error.ts';
import { visible } from '../../core/text.ts';
import { type Cli, directoryOf, exitCodesText, NOT_LOOKED } from './command.ts';

interface InitFlags {
  readonly C?: string;
  readonly config: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly hook?: HookProgram;
  readonly codeowners?: string;
}

const EXIT_CODES = exitCodesText({
  0: 'written, or there is nothing to do; with --dry-run, shown',
  2: 'the command line cannot be used, or a file could not be written',
  3: `${NOT_LOOKED}; or there is no repository here`,
});

/** `evalguard init`: policy, workflow and hook for a repository. */
export function addInit(program: Command, cli: Cli): void {
  program
    .command('init')
    .description('write policy, workflow and hook for this repository')
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .addOption(new Option('--hook <program>', 'also add a hook before commits').choices(HOOKS))
    .option('--codeowners <owner>', "also make this team or user the owner of the guard's own files")
    .option('--force', 'overwrite a policy and a workflow that are there')
    .option('--dry-run', 'write nothing, and show what would change')
    .addHelpText('after', EXIT_CODES)
    .action(async (flags: InitFlags) => {
      const dryRun = flags.dryRun === true;
      const done = await init({
        cwd: directoryOf(flags, cli.host),
        env: cli.host.env,
        config: configPath(flags.config),
        force: flags.force === true,
        dryRun,
        hook: flags.hook ?? null,
        owner: flags.codeowners === undefined ? null : owner(flags.codeowners),
        version,
      });
      const { planned } = done;
      const words = [
        ...found(done),
        ...(dryRun ? await differences(planned) : []),
        ...written(planned, dryRun),
        ...next(done, dryRun),
      ];
      cli.host.stdout.write(`${words.join('\n')}\n`);
    });
}

function found({ proposal }: Initiated): readonly string[] {
  const { series, ledger, notes } = proposal;
  const list = series.map(({ id, files, count, format }) => {
    const how = typeof format === 'string' ? `format ${format}` : 'read by a mapping';
    return `  ${id}: ${files} (${count === 1 ? '1 file' : `${count} files`}, ${how})`;
  });
  const head =
    series.length === 0
      ? 'No results were found, so the ledger is results/ until you name another.'
      : `Results were found in ${ledger.join(', ')}:`;
  return [head, ...list, ...notes.map((note) => `Note: ${note}`)].map(visible).concat('');
}

/** What a dry run would change, as a unified difference. */
async function differences(planned: readonly PlannedFile[]): Promise<readonly string[]> {
  const { createTwoFilesPatch } = await import('diff');
  return planned
    .filter(({ what }) => what !== 'keep')
    .map(({ path, before, after }) => {
      const from = before === null ? '/dev/null' : `a/${path}`;
      const patch = createTwoFilesPatch(from, `b/${path}`, before ?? '', after, undefined, undefined, {
        context: 3,
      });
      return patch.replace(/^=+\n/, '').split('\n').map(visible).join('\n');
    });
}

const DONE = { create: 'Created', 'add to': 'Added to', overwrite: 'Overwrote' } as const;

function written(planned: readonly PlannedFile[], dryRun: boolean): readonly string[] {
  const lines = planned.map(({ what, path }) =>
    what === 'keep'
      ? `${path} is there already and was left alone; --force overwrites it, and --force --dry-run shows how.`
      : `${dryRun ? `Would ${what}` : DONE[what]} ${path}.`,
  );
  return planned.some(({ what }) => what !== 'keep') ? lines : [...lines, 'There is nothing to do.'];
}

function next({ planned, next }: Initiated, dryRun: boolean): readonly string[] {
  if (dryRun || planned.every(({ what }) => what === 'keep')) return [];
  return [
    '',
    ...next,
    'Read evalguard.yaml, set the bars that your results have to meet, and commit what was written.',
    'Once it is on the default branch, make the check `eval-artifacts` required there.',
  ];
}

function configPath(text: string): string {
  if (/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\]+$/.test(text)) return text;
  throw usageError(
    `--config ${text} is no path inside the repository.`,
    "Name the policy from the repository's root, such as evalguard.yaml.",
  );
}

function owner(text: string): string {
  if (/^@[A-Za-z0-9-]+(?:\/[A-Za-z0-9._-]+)?$/.test(text) || /^[^\s@#]+@[^\s@#]+$/.test(text)) return text;
  throw usageError(
    `--codeowners ${text} is no owner that GitHub knows.`,
    'Name a team (@acme/evals), a user (@kim) or an e-mail address.',
  );
}
