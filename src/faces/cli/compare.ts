import { type Command, Option } from 'commander';
import { REASON_KEYS } from '../../core/comparability.ts';
import type { Comparison } from '../../core/comparison.ts';
import { usageError } from '../../core/error.ts';
import { comparisonLog, selfPage } from '../../reporters/comparison.ts';
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

interface CompareFlags extends CommonOptions {
  readonly allow: readonly string[];
  readonly margin?: string;
  readonly failOn?: 'regressed';
  readonly self?: boolean;
  readonly arms?: string;
  readonly predecessor?: boolean;
}

const HELP = `
Examples:
  evalguard compare results/eval-2026-09-01-corpus-run1.json results/eval-2026-09-28-corpus-run1.json
  evalguard compare results/eval-2026-09-28-corpus-run1.json      its own two arms, or against the newest comparable one of its series
  evalguard compare results/ab-2026-09-28-corpus-run1.json --arms baseline,with-docs
  evalguard compare main:results/a.json results/b.json --fail-on regressed

Two results are compared only where version, dataset, cases, judge, rubric, samples and mode agree. --allow KEY overrides
one of them by name, and the report says so.
${exitCodesText({
  0: 'compared, or refused in words; with --fail-on, nothing regressed and every metric could be told',
  1: 'with --fail-on: a metric regressed',
  3: `${NOT_LOOKED}; or, with --fail-on, some metric is insufficient, incomparable or n/a (unmeasured)`,
})}`;

const FORMATS = formatsOf({
  log: () => comparisonLog,
  document: async () => (await import('../../reporters/comparison.ts')).comparisonDocument,
});

/** `evalguard compare`: a paired comparison, or a refusal that says why. */
export function addCompare(program: Command, cli: Cli): void {
  const command = program
    .command('compare')
    .argument('<base>', 'a result: a file or REV:PATH')
    .argument('[head]', 'the result to hold against it')
    .description('compare two results case by case, or say why they must not be compared')
    .addOption(
      new Option('--allow <key>', 'compare although this differs (repeatable)')
        .argParser(collectKey)
        .default([], 'none'),
    )
    .option('--margin <number>', 'call an interval insufficient that is wider than this, either way')
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'exit 1 where a metric regressed, 3 where that cannot be told',
      ).choices(['regressed']),
    )
    .option(
      '--arms <base,head>',
      'arms by name: two of one result, the base first; one name: that arm of both results',
    )
    .option(
      '--predecessor',
      'hold a result that has two arms against the newest comparable one of its series instead',
    )
    .option(
      '--self',
      'split the samples of one result in two, again and again, and say how often that cried wolf',
    )
    .addHelpText('after', HELP);
  withCommonOptions(command, [...FORMATS.keys()]).action(
    async (base: string, head: string | undefined, flags: CompareFlags) => {
      const { host } = cli;
      const where = { ...placeOf(flags, host), from: host.cwd };
      const arms = flags.arms ?? null;
      const { compare, compareSelf, findsItself } = await import('../../commands/compare/compare.ts');
      if (flags.self) {
        if (head !== undefined || flags.predecessor) {
          throw usageError(
            '--self splits one result, or one arm of it.',
            'Leave out the other result, --predecessor and the other arm.',
          );
        }
        const outputs = new Outputs(flags, formatsOf({ log: () => selfPage }), host);
        return outputs.deliver(await compareSelf({ ...where, result: base, arms }), true);
      }
      if (flags.predecessor && head !== undefined) throw findsItself();
      const outputs = new Outputs(flags, FORMATS, host);
      const comparison = await compare({
        ...where,
        results: head === undefined ? [base] : [base, head],
        arms,
        predecessor: flags.predecessor === true,
        allow: flags.allow,
        margin: marginOf(flags.margin),
      });
      const code = exitCode(comparison);
      await outputs.deliver(comparison, code === 0);
      cli.exit(flags.failOn === undefined ? 0 : code);
    },
  );
}

function collectKey(key: string, previous: readonly string[]): readonly string[] {
  if (!(REASON_KEYS as readonly string[]).includes(key)) {
    throw usageError(`--allow ${key} names no reason.`, `Use one of ${REASON_KEYS.join(', ')}.`);
  }
  return [...previous, key];
}

function marginOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const margin = Number(text);
  if (text.trim() !== '' && Number.isFinite(margin) && margin > 0) return margin;
  throw usageError(
    `--margin ${text} is no number above 0.`,
    'Give it in the unit of the metric, such as 0.05.',
  );
}

/** A regression fails; where none is found but some metric cannot be decided, the gate did not hold either. */
function exitCode({ comparable, metrics: all }: Comparison): number {
  const metrics = all.filter(({ decides }) => decides);
  if (metrics.some(({ verdict }) => verdict === 'regressed')) return 1;
  const decided = metrics.filter(({ verdict }) => verdict === 'improved' || verdict === 'no_difference');
  return comparable && metrics.length > 0 && decided.length === metrics.length ? 0 : 3;
}
