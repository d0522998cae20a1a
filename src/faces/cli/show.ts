import type { Command } from 'commander';
import { shownJson, shownPage } from '../../reporters/shown.ts';
import { formatsOf } from '../formats.ts';
import {
  type Cli,
  type CommonOptions,
  exitCodesText,
  NOT_LOOKED,
  placeOf,
  withCommonOptions,
} from './command.ts';
import { Outputs } from './outputs.ts';

const HELP = `
Examples:
  evalguard show results/eval-2026-09-28-corpus-run1.json
  evalguard show main:results/eval-2026-09-28-corpus-run1.json --format markdown
  evalguard show ../elsewhere/out.json --format json       any file that a reader knows, in a repository or not
  evalguard show evals/results.json                        a team's own JSON: what it was taken for, and the mapping to paste

A value that was not measured is n/a (unmeasured), with its reason; it is never 0.
${exitCodesText({ 0: 'shown, whatever it says', 3: NOT_LOOKED })}`;

const FORMATS = formatsOf({ log: () => shownPage }, { json: shownJson });

/** `evalguard show`: one result. */
export function addShow(program: Command, cli: Cli): void {
  const command = program
    .command('show')
    .argument('<result>', 'a file, inside a repository or not, or REV:PATH')
    .description('show one result: metrics, verdicts, claimed beside recomputed, judge, coverage')
    .addHelpText('after', HELP);
  withCommonOptions(command, [...FORMATS.keys()]).action(async (result: string, flags: CommonOptions) => {
    const { host } = cli;
    const outputs = new Outputs(flags, FORMATS, host);
    const { show } = await import('../../commands/show/show.ts');
    await outputs.deliver(await show({ ...placeOf(flags, host), from: host.cwd, result }), false);
  });
}
