import { type Command, Option } from 'commander';
import type { Shown } from '../../core/shown.ts';
import type { Cli } from './command.ts';
import { directoryOf, policyPlace, wantsColor } from './common.ts';

interface ShowFlags {
  readonly C?: string;
  readonly config: string;
  readonly policyFile?: string;
  readonly format: 'terminal' | 'json' | 'markdown';
  readonly color: boolean;
}

const HELP = `
Examples:
  evalguard show results/eval-2026-09-28-corpus-run1.json
  evalguard show main:results/eval-2026-09-28-corpus-run1.json --format markdown
  evalguard show ../elsewhere/out.json --format json       any file that a reader knows, in a repository or not

A value that was not measured is n/a (unmeasured), with its reason; it is never 0.
`;

/** `evalguard show`: one result. */
export function addShow(program: Command, cli: Cli): void {
  program
    .command('show')
    .argument('<result>', 'a file, inside a repository or not, or REV:PATH')
    .description('show one result: metrics, verdicts, claimed beside recomputed, judge, coverage')
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--policy-file <file>', 'use this file on disk as the policy')
    .addOption(
      new Option('--format <format>', 'how it is printed')
        .choices(['terminal', 'json', 'markdown'])
        .default('terminal'),
    )
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .addHelpText('after', HELP)
    .action(async (result: string, flags: ShowFlags) => {
      const { host } = cli;
      const { show } = await import('../../commands/show/show.ts');
      const shown = await show({
        cwd: directoryOf(flags, host),
        env: host.env,
        from: host.cwd,
        policy: policyPlace(flags, host),
        result,
      });
      host.stdout.write(await render(shown, flags.format, wantsColor(flags, host)));
    });
}

async function render(shown: Shown, format: ShowFlags['format'], color: boolean): Promise<string> {
  switch (format) {
    case 'json':
      return (await import('../../reporters/show/json.ts')).shownJson(shown);
    case 'markdown':
      return (await import('../../reporters/show/markdown.ts')).shownMarkdown(shown);
    case 'terminal':
      return (await import('../../reporters/show/terminal.ts')).shownTerminal(shown, { color });
  }
}
