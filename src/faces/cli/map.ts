import type { Command } from 'commander';
import { type Proposed, proposeSeries } from '../../commands/map/map.ts';
import { seriesLines } from '../../commands/mapping-text.ts';
import type { Shown } from '../../core/report.ts';
import { visible } from '../../core/text.ts';
import { count } from '../../core/wording.ts';
import type { Mapping } from '../../policy/policy.ts';
import { shownPage } from '../../reporters/shown.ts';
import { inTerminal } from '../../reporters/terminal.ts';
import { type Asker, askerOf } from './ask.ts';
import { type Cli, directoryOf, exitCodesText, NOT_LOOKED, wantsColor } from './command.ts';

interface MapFlags {
  readonly C?: string;
  readonly config: string;
  readonly series?: string;
  readonly files?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly color: boolean;
}

const HELP = `
Examples:
  evalguard map evals/results.json                    proposes a mapping, shows what it reads, asks, and writes it
  evalguard map results/run-*.json --series nightly   one mapping for files of one shape
  evalguard map evals/results.json --dry-run          writes nothing

A series that is there is never overwritten. Without a terminal nothing is written unless --yes says so.
${exitCodesText({ 0: 'written; or shown, where nothing was to be written', 3: NOT_LOOKED })}`;

/** `evalguard map`: a mapping for files of a team's own, and a series with it in the policy. */
export function addMap(program: Command, cli: Cli): void {
  program
    .command('map')
    .argument('<file...>', "a team's own JSON, JSON Lines or YAML: one or more files of one shape")
    .description("propose how a team's own result files are read, and add the series to the policy")
    .option('-C <dir>', 'look at the repository around this directory')
    .option('--config <path>', "the policy's path in the repository", 'evalguard.yaml')
    .option('--series <id>', 'the name of the series (from the file name unless said)')
    .option('--files <glob>', 'the files that the series claims (from the file names unless said)')
    .option('--yes', 'ask nothing, take what is safe, and write it')
    .option('--dry-run', 'write nothing')
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .addHelpText('after', HELP)
    .action((files: readonly string[], flags: MapFlags) => map(files, flags, cli));
}

async function map(files: readonly string[], flags: MapFlags, { host }: Cli): Promise<void> {
  const print = (lines: readonly string[]) => host.stdout.write(`${lines.map(visible).join('\n')}\n`);
  const proposed = await proposeSeries({
    cwd: directoryOf(flags, host),
    env: host.env,
    from: host.cwd,
    config: flags.config,
    files,
    series: flags.series ?? null,
    glob: flags.files ?? null,
  });
  const asker = askerOf(host, flags.yes === true || flags.dryRun === true);
  try {
    const { took, unsure } = proposed.recognised;
    const listed = (title: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
    print([...listed('What the files hold was taken for:', took), ...listed('Decide:', unsure)]);
    const mapping = asker.isThere ? await decided(proposed, asker) : proposed.recognised.mapping;
    const shown = await proposed.preview(mapping);
    const color = wantsColor(flags, host);
    host.stdout.write(inTerminal(shownPage, shown[0]!, { color }), color ? 'styles' : 'none');
    print([...shown.slice(1).map(summary), '', ...seriesLines({ ...proposed, mapping }), '']);
    const policy = await proposed.policyWith(mapping);
    if (policy === null) {
      print(['Nothing was written: there is no repository here.']);
      return;
    }
    const place = policy.before === null ? `${flags.config}, which is new` : flags.config;
    const wanted =
      flags.dryRun !== true &&
      (asker.isThere ? await asker.confirm(`Write this series into ${place}?`, false) : flags.yes === true);
    if (wanted) await proposed.write(policy.after);
    print(wanted ? written(proposed, flags) : [notWritten(flags, asker)]);
  } finally {
    asker.close();
  }
}

function written({ id }: Proposed, { config }: MapFlags): readonly string[] {
  return [
    `The series "${id}" was written into ${config}. See \`git diff ${config}\`, and commit it.`,
    'Then `evalguard check --all` reads every file that it claims.',
  ];
}

function notWritten({ dryRun }: MapFlags, { isThere }: Asker): string {
  if (dryRun === true) return 'Nothing was written (--dry-run).';
  return isThere
    ? 'Nothing was written.'
    : 'Nothing was written, since nobody could be asked: --yes writes it, with the safe answer to every question.';
}

/** A further file in a line. */
function summary({ results }: Shown): string {
  const metrics = results.reduce((sum, { result }) => sum + result.metrics.length, 0);
  const contradicted = results.flatMap(({ result }) =>
    result.metrics.filter(
      ({ claimed, recomputed }) =>
        claimed !== null && recomputed !== null && Math.abs(claimed - recomputed) > 0.01,
    ),
  );
  const path = results[0]?.result.path ?? '';
  const arms = results.length > 1 ? `, ${results.length} arms` : '';
  const wrong =
    contradicted.length === 0
      ? ''
      : `; its rows contradict ${contradicted.map(({ name }) => name).join(', ')}`;
  return `${path}: ${count(metrics, 'metric')}${arms}${wrong}`;
}

/** Questions of one kind at most: more of them nobody answers. */
const MOST_ASKED = 6;

const SIDES = ['higher', 'lower', 'not said'] as const;

/** The mapping with what a person says of it. */
async function decided(proposed: Proposed, asker: Asker): Promise<Mapping> {
  const { mapping, maybePercent } = proposed.recognised;
  const definitions = new Map(Object.entries(mapping.definitions ?? {}));
  for (const [metric, value] of [...maybePercent].slice(0, MOST_ASKED)) {
    if (await asker.confirm(`${metric} is ${value}. Is that a percentage?`, false))
      definitions.set(metric, { ...definitions.get(metric), percent: true });
  }
  for (const metric of (await proposed.sidesOpen(mapping)).slice(0, MOST_ASKED)) {
    const side = await asker.choose(`Which way is better for ${metric}?`, SIDES, 'not said');
    if (side !== 'not said') definitions.set(metric, { ...definitions.get(metric), direction: side });
  }
  const version =
    mapping.metrics_version === undefined
      ? await asker.text('Version of the metrics, which the files do not state (Enter: none):', '')
      : '';
  const number = Number(version);
  return {
    ...mapping,
    ...(definitions.size === 0 ? {} : { definitions: Object.fromEntries(definitions) }),
    ...(version === '' ? {} : { metrics_version: { is: Number.isSafeInteger(number) ? number : version } }),
  };
}
