import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { RecordInput } from '../../commands/record/record.ts';
import { EvalguardError, inputError, usageError, whyUnreadable } from '../../core/error.ts';
import { type NamedModels, parseNamedModel } from '../../core/record/models.ts';
import type { HostProcess } from '../process.ts';
import {
  type Cli,
  collect,
  exitCodesText,
  fileArgument,
  NOT_LOOKED,
  type PlaceOptions,
  placeOf,
} from './command.ts';

interface RecordFlags extends PlaceOptions {
  readonly from?: string;
  readonly ledger?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly date?: string;
  readonly suite?: string;
  readonly routing?: string;
  readonly variant?: string;
  readonly metricsVersion?: string;
  readonly model: readonly string[];
  readonly unmeasured?: string;
  readonly allowSecrets?: boolean;
}

const HELP = `
Examples:
  evalguard record out.json                          any format that evalguard reads; see docs/formats.md
  ./harness | evalguard record - --suite eval        the native form, piped in; see docs/recording.md
  evalguard record out.json --model agent=acme:reader-2
  evalguard record out.json --dry-run --json         what would be written, and under which name
  evalguard record --unmeasured "target_quota: 429 on the first call"

A record is checked first, appears whole under the next free name, and never replaces a file.

${exitCodesText({
  0: 'recorded; with --dry-run, it would be',
  1: 'refused: it would not pass the check',
  2: 'the command line or the policy cannot be used, or a file could not be read or written',
  3: NOT_LOOKED,
}).trimStart()}`;

/** `evalguard record`: a run's output becomes a record. */
export function addRecord(program: Command, cli: Cli): void {
  program
    .command('record')
    .argument('[file]', "the run's output; - for standard input")
    .description("turn a run's output into a new record under a free write-once name")
    .option('-C <dir>', 'record into the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--policy-file <file>', 'use this file on disk as the policy')
    .option(
      '--from <format>',
      'the format of the file, or the series whose mapping reads it (default: detected)',
    )
    .option('--ledger <dir>', "the directory to record into (default: the policy's first)")
    .option(
      '--date <yyyy-mm-dd>',
      'the UTC day of the run (default: as the file says; else today, if it was written today)',
    )
    .option('--suite <name>', 'the set of cases (default: as the file says, else eval)')
    .option(
      '--routing <name>',
      'which models or path were run (default: as the file says, else the one model)',
    )
    .option('--variant <name>', 'what else sets the run apart')
    .option('--metrics-version <n>', 'version of the definitions where the file states none (default: 1)')
    .addOption(
      new Option('--model <role=route>', 'a model that was evaluated, where the file names none (repeatable)')
        .argParser(collect)
        .default([], 'as the file says'),
    )
    .option('--unmeasured <reason>', 'the run could not measure, such as "target_quota: 429"')
    .option('--allow-secrets', 'record although something looks like a key')
    .option('--dry-run', 'write nothing; say what would be written')
    .addOption(new Option('--json', 'print the path, losses and findings as JSON, for scripts'))
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: RecordFlags) => {
      const { host } = cli;
      // Loaded here: no other command needs simple-git.
      const [{ record }, { recordedJson, recordedText }] = await Promise.all([
        import('../../commands/record/record.ts'),
        import('../../reporters/recorded.ts'),
      ]);
      const recorded = await record({
        ...placeOf(flags, host),
        ...(await readInputFile(file, host)),
        now: host.now?.() ?? new Date(),
        producer: `evalguard ${version}`,
        from: flags.from ?? null,
        ledger: flags.ledger === undefined ? null : fileArgument(flags.ledger, host),
        given: flags,
        metricsVersion: wholeNumber(flags.metricsVersion),
        models: namedModels(flags.model),
        unmeasured: flags.unmeasured ?? null,
        allowSecrets: flags.allowSecrets === true,
        dryRun: flags.dryRun === true,
      });
      const done = recorded.kind === 'recorded';
      if (flags.json) host.stdout.write(recordedJson(recorded));
      else (done ? host.stdout : host.stderr).write(recordedText(recorded));
      cli.exit(done ? 0 : 1);
    });
}

/** The most that is read of what a run left: more than any tool writes, and less than fills a machine's memory. */
const MOST_BYTES = 256 * 1024 * 1024;

async function readInputFile(file: string | undefined, host: HostProcess): Promise<RecordInput> {
  if (file === undefined) return { input: null, inputFile: null, written: null };
  if (file === '-') {
    const bytes = await atMost(host.stdin, MOST_BYTES);
    if (bytes === null) throw tooLarge('What was piped in');
    return { input: { name: '-', bytes }, inputFile: null, written: null };
  }
  try {
    const path = await realpath(fileArgument(file, host));
    const found = await stat(path);
    if (found.isDirectory()) {
      throw inputError(
        `${file} cannot be read, so nothing was recorded: it is a directory.`,
        'Name the file of the result. A run that is a folder needs no form of its own: copy it into the ledger as it is, and commit it.',
      );
    }
    // Opening a pipe waits for its writer, and a device has no end.
    if (!found.isFile()) throw new Error('it is a pipe or a device');
    const bytes = found.size > MOST_BYTES ? null : await atMost(createReadStream(path), MOST_BYTES);
    if (bytes === null) throw tooLarge(file);
    const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return { input: { name, bytes }, inputFile: path, written: found.mtime };
  } catch (cause) {
    if (cause instanceof EvalguardError) throw cause;
    throw inputError(
      `${file} cannot be read, so nothing was recorded: ${whyUnreadable(cause)}.`,
      'Check the path; it counts from where you stand. For standard input, name the file -.',
      cause,
    );
  }
}

/** All that a stream gives, or `null` where it gives more than the limit. */
async function atMost(stream: HostProcess['stdin'], limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > limit) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function tooLarge(what: string): EvalguardError {
  return inputError(
    `${what} is larger than ${MOST_BYTES / 1024 / 1024} MB, so nothing was recorded: a record of it could not be read again.`,
    'Record what the run found, without transcripts or other output that is kept elsewhere.',
  );
}

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(
    `--metrics-version ${text} is no whole number.`,
    'Give the number that is bumped whenever a definition changes, such as --metrics-version 3.',
  );
}

function namedModels(texts: readonly string[]): NamedModels {
  const models = new Map<string, string>();
  for (const text of texts) {
    const parsed = parseNamedModel(text);
    const twice = 'role' in parsed && (models.get(parsed.role) ?? parsed.route) !== parsed.route;
    if ('wrong' in parsed || twice) {
      const why = 'wrong' in parsed ? parsed.wrong : 'that role has another model already';
      throw usageError(
        `--model ${text} cannot be used: ${why}.`,
        'Name each role once with the route that served it, such as --model agent=acme:reader-2.',
      );
    }
    models.set(parsed.role, parsed.route);
  }
  return models;
}
