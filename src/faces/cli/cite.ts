import { type Command, Option } from 'commander';
import { citeAdd, citeSuggest } from '../../commands/cite/bind.ts';
import { type CiteOptions, citeCheck, citeRefresh } from '../../commands/cite/cite.ts';
import { addedText, checkText, listText, refreshText, suggestText } from '../../core/citation/report.ts';
import { usageError } from '../../core/error.ts';
import { json } from '../../reporters/json.ts';
import { type Cli, exitCodesText, fileArgument, type PlaceOptions, placeOf } from './command.ts';

interface CiteFlags extends PlaceOptions {
  readonly format: 'terminal' | 'json';
  readonly dryRun?: boolean;
  readonly record?: string;
  readonly metric?: string;
  readonly arm?: string;
  readonly link?: boolean;
}

const EXIT_CODES = exitCodesText({
  0: 'every number says what its record says; list, suggest and add: done',
  1: 'a citation does not hold (check, refresh)',
  3: 'a page or a record could not be looked at',
});

const HELP = `
A number is bound to a record by a pair of comments, or by a link:
  It scores <!-- evalguard: results/eval-2026-09-28-corpus-run1.json accuracy as percent -->97 %<!-- /evalguard -->.
  It scores [97 %](results/eval-2026-09-28-corpus-run1.json#evalguard:accuracy).

Without files, the pages are those that the policy names under \`citations\`. Pages and records are read from disk;
\`evalguard check\` judges what is committed or staged. docs/citations.md tells it all.
${EXIT_CODES}`;

/** `evalguard cite`: numbers in Markdown that are bound to results. */
export function addCite(program: Command, cli: Cli): void {
  const cite = program
    .command('cite')
    .description('numbers in Markdown that cite results')
    .addHelpText('after', HELP);
  const { host } = cli;
  const print = ({ format }: CiteFlags, value: unknown, text: string) =>
    host.stdout.write(format === 'json' ? json(value) : text);

  onPages(cite, 'list', 'every number that is bound to a record').action(async (files, flags) => {
    const report = await citeCheck(citeOptions(files, flags, cli));
    print(flags, report, listText(report));
  });

  onPages(cite, 'check', 'whether every number says what its record says').action(async (files, flags) => {
    const report = await citeCheck(citeOptions(files, flags, cli));
    print(flags, report, checkText(report));
    cli.exit(report.exit_code);
  });

  onPages(cite, 'refresh', 'write what the records say over numbers that say something else')
    .option('--dry-run', 'show what would change and write nothing')
    .action(async (files, flags) => {
      const dryRun = flags.dryRun === true;
      const { replaced, report } = await citeRefresh({ ...citeOptions(files, flags, cli), dryRun });
      print(flags, { replaced, ...report }, refreshText(replaced, report, dryRun));
      cli.exit(report.exit_code);
    });

  onPages(cite, 'suggest', 'numbers that equal a value of the ledger and are not bound yet').action(
    async (files, flags) => {
      const suggestions = await citeSuggest(citeOptions(files, flags, cli));
      print(flags, suggestions, suggestText(suggestions));
    },
  );

  common(cite.command('add').argument('<file:line[:column]>', 'where the number stands'))
    .description('bind a number to the record that proves it')
    .option('--record <path>', 'the record (default: the only one of that value)')
    .option('--metric <name>', "the metric's name, or a JSON Pointer")
    .option('--arm <name>', 'the arm of the record, where it has several')
    .option('--link', 'as a link to the record, instead of a pair of comments')
    .option('--dry-run', 'show the line and write nothing')
    .action(async (place: string, flags: CiteFlags) => {
      const dryRun = flags.dryRun === true;
      const { file, line, column } = parsePlace(place);
      const added = await citeAdd({
        ...citeOptions([file], flags, cli),
        line,
        column,
        record:
          flags.record === undefined ? null : { given: flags.record, file: fileArgument(flags.record, host) },
        value: flags.metric ?? null,
        arm: flags.arm ?? null,
        link: flags.link === true,
        dryRun,
      });
      print(flags, added, addedText(added, dryRun));
    });
}

function onPages(cite: Command, name: string, description: string) {
  const command = cite.command(name).argument('[files...]', 'pages (default: those that the policy names)');
  return common(command).description(description) as Command & {
    action(act: (files: readonly string[], flags: CiteFlags) => Promise<void>): Command;
  };
}

function common(command: Command): Command {
  return command
    .addHelpText('after', EXIT_CODES)
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--policy-file <file>', 'use this file on disk as the policy, trusted as given')
    .addOption(
      new Option('--format <format>', 'how it is printed').choices(['terminal', 'json']).default('terminal'),
    );
}

function citeOptions(files: readonly string[], flags: CiteFlags, { host }: Cli): CiteOptions {
  return { ...placeOf(flags, host), files: files.map((file) => fileArgument(file, host)) };
}

function parsePlace(text: string): {
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
} {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (file !== undefined && line !== undefined) {
    return { file, line: Number(line), column: column === undefined ? null : Number(column) };
  }
  throw usageError(`${text} is not FILE:LINE.`, 'Write it like README.md:12, or README.md:12:40.');
}
