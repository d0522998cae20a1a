import type { Command } from 'commander';
import { explain } from '../../commands/explain.ts';
import { rules } from '../../rules/registry.ts';
import { type Cli, exitCodesText } from './command.ts';

/** `evalguard explain`: what a rule holds, why, and what to do. */
export function addExplain(program: Command, cli: Cli): void {
  program
    .command('explain [rule]')
    .description('explain a rule: what it holds, why, and what to do')
    .addHelpText(
      'after',
      exitCodesText({ 0: 'explained', 2: 'there is no such rule; the nearest one is named' }),
    )
    .action((rule: string | undefined) => {
      cli.host.stdout.write(explain(rule ?? null, rules));
    });
}
