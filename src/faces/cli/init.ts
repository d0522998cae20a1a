import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { PlannedFile } from '../../commands/init/files.ts';
import { HOOKS, type HookProgram } from '../../commands/init/hook.ts';
import { type Initiated, init } from '../../commands/init/init.ts';
import { EvalguardError, usageError } from '../../core/error.ts';
import { shellWord } from '../../core/shell.ts';
import { visible } from '../../core/text.ts';
import { inTerminal } from '../../reporters/terminal.ts';
import { budgetUntil, DEADLINE_SECONDS } from '../process.ts';
import { askerOf } from './ask.ts';
import { type Cli, directoryOf, exitCodesText, NOT_LOOKED, wantsColor } from './command.ts';
import { progressOn } from './outputs.ts';

interface InitFlags {
  readonly C?: string;
  readonly config: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly color: boolean;
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
    .option('--yes', 'ask nothing: where the files leave something open, what guards more is taken')
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .addHelpText('after', EXIT_CODES)
    .action(async (flags: InitFlags) => {
      const dryRun = flags.dryRun === true;
      const asker = askerOf(cli.host, flags.yes === true);
      const done = await init({
        cwd: directoryOf(flags, cli.host),
        env: cli.host.env,
        config: configPath(flags.config),
        force: flags.force === true,
        dryRun,
        hook: flags.hook ?? null,
        owner: flags.codeowners === undefined ? null : owner(flags.codeowners),
        version,
        progress: progressOn(cli.host.stderr),
        decide: ({ text, safe }) => asker.confirm(text, safe),
      }).finally(() => asker.close());
      const print = (lines: readonly string[]) => {
        if (lines.length > 0) cli.host.stdout.write(`${lines.join('\n')}\n`);
      };
      print(found(done, asker.isThere));
      if (dryRun) print(await differences(done.planned));
      print(written(done, dryRun));
      if (isProposed(done)) await tryOut(done, flags, cli);
      print(next(done, dryRun, flags.config));
    });
}

function isProposed({ planned }: Initiated): boolean {
  return planned[0] !== undefined && planned[0].what !== 'keep';
}

function found({ proposal }: Initiated, isAsked: boolean): readonly string[] {
  const { series, ledger, results, notes, questions, exempt } = proposal;
  const list = series.map(({ id, files: glob, count, format, folder }) => {
    const how =
      format === null ? 'not read' : typeof format === 'string' ? `format ${format}` : 'read by a mapping';
    const noun = folder === null ? 'file' : 'folder';
    return `  ${id}: ${glob} (${count} ${noun}${count === 1 ? '' : 's'}, ${how})`;
  });
  const files = results.length === 1 ? '1 result file was' : `${results.length} result files were`;
  const head =
    results.length === 0
      ? `No results were found, so the ledger is ${ledger.join(', ')} until you name another.`
      : `${files} found; the ledger is ${ledger.join(', ')}${list.length + exempt.length === 0 ? '.' : ':'}`;
  const open = isAsked ? 0 : questions.length;
  return [
    head,
    ...list,
    ...exempt.map(({ path, why }) => `  may change: ${path} (${why})`),
    ...notes.map((note) => `Note: ${note}`),
    ...(open === 0
      ? []
      : [
          `Note: ${open === 1 ? 'one question was' : `${open} questions were`} not asked (no terminal, or --yes), and what guards more was taken: the comments in the policy say where.`,
        ]),
  ]
    .map(visible)
    .concat('');
}

/** Records above this many are not all read here: that takes minutes. */
const MOST_READ = 5000;

/** What check and audit say of the results that landed, by the policy that was proposed. */
async function tryOut(
  { proposal, policy, landed, root, hasCommits }: Initiated,
  flags: InitFlags,
  { host }: Cli,
): Promise<void> {
  if (proposal.results.length === 0) return;
  if (!hasCommits) {
    host.stdout.write('\nNothing is committed yet, so there is no history to look at.\n');
    return;
  }
  const color = wantsColor(flags, host);
  const place = {
    cwd: root,
    env: host.env,
    policy: { file: flags.config, bytes: new TextEncoder().encode(policy) },
    progress: progressOn(host.stderr),
  };
  const show = async (title: string, text: () => Promise<string>) => {
    host.stdout.write(`\n${title}\n\n`);
    try {
      host.stdout.write(await text(), color ? 'styles' : 'none');
    } catch (error) {
      if (!(error instanceof EvalguardError)) throw error;
      host.stdout.write(`  ${visible(error.message)}\n`);
    }
  };
  const [{ checkSummary, auditSummary }, { check }, { audit }] = await Promise.all([
    import('../../reporters/summary.ts'),
    import('../../commands/check/check.ts'),
    import('../../commands/audit/audit.ts'),
  ]);
  if (proposal.results.length > MOST_READ) {
    host.stdout.write(
      `\nReading all ${proposal.results.length} results takes minutes: \`evalguard check --all --policy-file ${shellWord(flags.config)}\` does it.\n`,
    );
  } else {
    await show('The results that landed, by this policy (evalguard check --all):', async () => {
      const { report } = await check({
        ...place,
        policy: { file: flags.config, bytes: new TextEncoder().encode(landed) },
        range: { mode: 'all', base: null, head: null },
        budget: budgetUntil(DEADLINE_SECONDS, host.now),
        eachCommit: false,
        comparisons: false,
        now: new Date(),
        workTree: false,
      });
      return inTerminal(checkSummary, report, { color });
    });
  }
  await show('Their history (evalguard audit --summary):', async () =>
    inTerminal(auditSummary, await audit({ ...place, head: null, since: null, commits: 'landed' }), {
      color,
    }),
  );
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

function written({ planned, additions }: Initiated, dryRun: boolean): readonly string[] {
  const lines = planned.map(({ what, path }) =>
    what === 'keep'
      ? `${path} is there already and was left alone; --force overwrites it, and --force --dry-run shows how.`
      : `${dryRun ? `Would ${what}` : DONE[what]} ${path}.`,
  );
  const all = planned.some(({ what }) => what !== 'keep') ? lines : [...lines, 'There is nothing to do.'];
  if (additions.length === 0) return all.map(visible);
  return [
    ...all,
    'A new proposal would add to the policy that is there:',
    ...additions.map((one) => `  ${one}`),
  ].map(visible);
}

function next({ planned, next }: Initiated, dryRun: boolean, config: string): readonly string[] {
  if (dryRun || planned.every(({ what }) => what === 'keep')) return [];
  const policy = shellWord(config);
  return [
    '',
    ...next,
    `Read ${config} and set the thresholds that your results have to meet. To try it before it is committed:`,
    `  evalguard check --all --policy-file ${policy}`,
    `  evalguard audit --policy-file ${policy}`,
    'Then commit what was written, and record the next run with `evalguard record FILE`.',
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
