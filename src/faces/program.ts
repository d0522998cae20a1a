import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { EvalguardError } from '../core/error.ts';
import { visible } from '../core/text.ts';
import type { Cli } from './cli/command.ts';
import { type HostProcess, type Printer, printing } from './process.ts';

type AddCommand = (program: Command, cli: Cli) => void;

/** Commands by name, each loaded only where it is asked for. */
export type Commands = Readonly<Record<string, () => Promise<AddCommand>>>;

const EXIT_CODE = { usage: 2, policy: 2, input: 2, incomplete: 3 } as const;

/** Runs `evalguard` with the given arguments and gives the exit code. Nothing else prints or decides it. */
export async function runProgram(process: HostProcess, commands: Commands): Promise<number> {
  let code = 0;
  const host = printing(process);
  const program = new Command('evalguard')
    .description('A write-once ledger for evaluation results, kept in git and guarded in CI.')
    .version(version, '-V, --version')
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      outputError: (text, write) => write(`${indented(text.trimEnd())}\n`),
    })
    .exitOverride()
    .showHelpAfterError('(run with --help for the options)');
  const cli: Cli = {
    host,
    exit(chosen) {
      code = chosen;
    },
  };
  try {
    for (const add of await wanted(commands, host.args[0])) add(program, cli);
    for (const command of program.commands) command.copyInheritedSettings(program);
    if (host.args.length === 0) program.help();
    await program.parseAsync(host.args, { from: 'user' });
    return code;
  } catch (error) {
    return failure(error, host.stderr);
  }
}

/** The command that is named, or all of them where help is wanted or the name is unknown. */
function wanted(commands: Commands, name: string | undefined): Promise<readonly AddCommand[]> {
  const named =
    name !== undefined && Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands);
  return Promise.all(named.map((load) => load()));
}

/** Prints an error for the user and gives the exit code. A defect of evalguard is never a pass. */
function failure(error: unknown, stderr: Printer): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof EvalguardError) {
    stderr.write(`evalguard: ${indented(error.message)}\n  ${indented(error.remedy)}\n`);
    return EXIT_CODE[error.code];
  }
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  stderr.write(
    `evalguard: something went wrong that evalguard does not know (${indented(words)}), so nothing was judged.\n  Please report it, with the command that you ran.\n`,
  );
  return 3;
}

/** A text of several lines, none of which but the first begins like a line of evalguard's own; each made visible. */
function indented(text: string): string {
  return text
    .split('\n')
    .map(visible)
    .join('\n')
    .replace(/\n(?! )/g, '\n  ');
}
