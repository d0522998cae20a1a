import type { Command } from 'commander';
import { addCommand } from '../../core/shell.ts';
import { logLine, visible } from '../../core/text.ts';
import { json } from '../../reporters/json.ts';
import { type Cli, exitCodesText, NOT_LOOKED, type PlaceOptions, placeOf } from './command.ts';

interface RetractFlags extends PlaceOptions {
  readonly reason: string;
  readonly supersededBy?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
Examples:
  evalguard retract results/eval-2026-09-28-corpus-run1.json --reason "the index had not been built"
  evalguard retract results/a.json --reason "answer key leaked" --superseded-by results/b.json
  evalguard retract 1a2b3c4:results/lost.json --reason "overwritten by mistake; the numbers are void"

The record stays as it is. A second file beside it says why it does not count; reports mark it, thresholds pass it over.
${exitCodesText({ 0: 'retracted; with --dry-run, it would be', 3: NOT_LOOKED })}`;

/** `evalguard retract`: a record that should not count is retracted by a second one. */
export function addRetract(program: Command, cli: Cli): void {
  program
    .command('retract')
    .argument('<result>', 'the record: a file, or REV:PATH for one that history lost')
    .description('add a retraction: which record, why, and what replaces it')
    .requiredOption('--reason <text>', 'why it does not count, in words')
    .option('--superseded-by <result>', 'the record that replaces it')
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--policy-file <file>', 'use this file on disk as the policy')
    .option('--dry-run', 'write nothing; say what would be written')
    .option('--json', 'print the retraction and its path as JSON, for scripts')
    .addHelpText('after', HELP)
    .action(async (result: string, flags: RetractFlags) => {
      const { retract } = await import('../../commands/retract.ts');
      const { host } = cli;
      const dryRun = flags.dryRun === true;
      const retraction = await retract({
        ...placeOf(flags, host),
        now: new Date(),
        from: host.cwd,
        result,
        reason: flags.reason,
        supersededBy: flags.supersededBy ?? null,
        dryRun,
      });
      const { path, of } = retraction;
      host.stdout.write(
        flags.json
          ? json({ recorded: !dryRun, ...retraction })
          : `${dryRun ? 'would retract' : 'retracted'} ${logLine(visible(of.path))}\n  ${visible(path)}\n  Commit it: ${addCommand(path)}\n  It counts once it has landed.\n`,
      );
    });
}
