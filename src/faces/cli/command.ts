import { isAbsolute, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { HostProcess, Printing } from '../process.ts';

/** What each command is given: the process, and a place to leave its exit code. */
export interface Cli {
  readonly host: Printing<HostProcess>;
  exit(code: number): void;
}

/** The options that say where a command looks. */
export interface PlaceOptions {
  readonly C?: string;
  readonly config: string;
  readonly policyFile?: string;
}

/** The options that every command takes which reports on a repository. */
export interface CommonOptions extends PlaceOptions {
  readonly format: string;
  readonly output: readonly string[];
  readonly color: boolean;
  readonly quiet?: boolean;
}

/** Adds the common options to a command. */
export function withCommonOptions(command: Command, formats: readonly string[]): Command {
  return command
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--policy-file <file>', 'use this file on disk as the policy, trusted as given')
    .addOption(
      new Option('--format <format>', 'how the report is printed').choices([...formats]).default('terminal'),
    )
    .addOption(
      new Option(
        '--output <format=file>',
        'also write the report to a file, never through a link (repeatable)',
      )
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .option('--quiet', 'print nothing where nothing is wrong');
}

/** Gathers the values of an option that may be given again and again. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

/** The directory that a command looks at. */
export function directoryOf(options: Pick<CommonOptions, 'C'>, host: HostProcess): string {
  return options.C === undefined ? host.cwd : resolve(host.cwd, options.C);
}

/** A file argument: relative to where the user stands, also with -C. */
export function fileArgument(file: string, host: HostProcess): string {
  return isAbsolute(file) ? file : resolve(host.cwd, file);
}

/** Whether to colour: a terminal that nothing asks to be plain. */
export function wantsColor(options: Pick<CommonOptions, 'color'>, host: HostProcess): boolean {
  return options.color && host.stdout.isTTY === true && !host.env['NO_COLOR'] && host.env['TERM'] !== 'dumb';
}

/** Where a command looks, and where its policy stands, as the options say. */
export function placeOf(options: PlaceOptions, host: HostProcess) {
  const { config, policyFile } = options;
  const policy = policyFile === undefined ? { config } : { file: fileArgument(policyFile, host) };
  return { cwd: directoryOf(options, host), env: host.env, policy };
}

/** What each exit code of a command means, in a few words. Usage and policy errors are 2 everywhere. */
interface ExitCodes {
  readonly 0: string;
  readonly 1?: string;
  readonly 2?: string;
  readonly 3?: string;
}

const USAGE = 'the command line, the policy or a named file cannot be used';

/** What every command says that could not look: neither a pass nor a violation. */
export const NOT_LOOKED = 'evalguard could not look: git failed, or history is missing';

/** The end of a command's help: the exit codes that it can give. */
export function exitCodesText(codes: ExitCodes): string {
  const lines = Object.entries({ 2: USAGE, ...codes }).map(([code, means]) => `  ${code}  ${means}`);
  return ['', 'Exit codes:', ...lines, ''].join('\n');
}
