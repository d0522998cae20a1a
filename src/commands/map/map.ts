import { readPolicy } from '../../adapters/policy.ts';
import { WorkTreeFiles } from '../../adapters/work-tree.ts';
import { type EvalguardError, inputError, usageError } from '../../core/error.ts';
import { matchesGlob } from '../../core/glob.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import type { Shown } from '../../core/report.ts';
import { visible } from '../../core/text.ts';
import type { JsonValue } from '../../document/document.ts';
import { keySays } from '../../formats/mapping/recognise/key-words.ts';
import { type Recognised, recognise } from '../../formats/mapping/recognise/recognise.ts';
import { totalNamed } from '../../formats/mapping/usual-names.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { DEFAULT_POLICY, type Mapping, type Policy } from '../../policy/policy.ts';
import { ledgerDirectory, seriesOf } from '../../policy/series.ts';
import { resultFolder } from '../init/names.ts';
import { sideOf } from '../init/thresholds.ts';
import { doubtsOf, freeId, globOf, type MappedSeries, seriesIdOf } from '../mapping-text.ts';
import { workTreeAround } from '../open.ts';
import { type Located, locate } from '../show/locate.ts';
import { readAnywhere, whyNoReadings } from '../show/read.ts';
import { readByMapping } from '../show/recognised.ts';
import { shownOf } from '../show/show.ts';
import { withSeries } from './policy-edit.ts';

/** What `map` needs to know. */
interface MapOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the user stands: files count from there. */
  readonly from: string;
  /** The policy's path in the repository. */
  readonly config: Path;
  readonly files: readonly string[];
  /** The wanted id and glob of the series; `null`: from the names of the files. */
  readonly series: string | null;
  readonly glob: string | null;
}

/** A mapping that fits files of one shape, and the series that it would be of. Nothing is written yet. */
export interface Proposed {
  readonly recognised: Recognised;
  readonly id: string;
  readonly files: string;
  /** What each file is read as by a mapping. */
  preview(mapping: Mapping): Promise<readonly Shown[]>;
  /** The metrics of the first file whose names do not say which way is better. */
  sidesOpen(mapping: Mapping): Promise<readonly string[]>;
  /** The policy before and after the series is added; `null` where there is no repository to write it to. */
  policyWith(mapping: Mapping): Promise<{ readonly before: string | null; readonly after: string } | null>;
  write(text: string): Promise<void>;
}

/** Proposes a mapping for files of one shape. Throws `input` for a file that needs none or that none fits. */
export async function proposeSeries(options: MapOptions): Promise<Proposed> {
  const { cwd, env, from, config } = options;
  const workTree = await workTreeAround({ cwd, env });
  try {
    const tree = workTree === null ? null : new WorkTreeFiles(workTree.workTree);
    const before = (await tree?.readText(config)) ?? null;
    const policy = before === null ? DEFAULT_POLICY : await readPolicy(bytesOf(before), config);
    const located: Located[] = [];
    for (const text of options.files) located.push(await locate(workTree, policy, { text, from }));
    const values: JsonValue[] = [];
    for (const file of located)
      values.push(await unclaimedValue(file, workTree === null ? DEFAULT_POLICY : policy));
    const recognised = recognise(values) ?? refuse(located, values);
    const paths = located.map(({ path }) => path);
    const id = options.series ?? freeId(seriesIdOf(paths[0]!), new Set(policy.series.map(({ id }) => id)));
    const files = options.glob ?? globOf(paths);
    const entry = tree === null ? null : missingEntry(paths, files, policy, before === null);
    return {
      recognised: { ...recognised, unsure: [...recognised.unsure, ...doubtsOf(files)] },
      id,
      files,
      async preview(mapping) {
        const shown: Shown[] = [];
        for (const file of located) {
          const record = await readByMapping(file, mapping);
          shown.push(shownOf(record, file, { policy: DEFAULT_POLICY, retraction: null, recognised: null }));
        }
        return shown;
      },
      async sidesOpen(mapping) {
        const record = await readByMapping(located[0]!, mapping);
        const names = record.readings.flatMap((reading) => judgedMetrics(reading).map(({ name }) => name));
        return [...new Set(names)].filter(
          (name) => sideOf(name) === null && !keySays(name, 'count') && totalNamed(name) === null,
        );
      },
      async policyWith(mapping) {
        const series = { id, files, mapping };
        if (tree === null) return null;
        const after = withSeries(config, before, series, entry);
        await demandClaimed(after, config, series, paths);
        return { before, after };
      },
      write: async (text) => tree?.write(config, text),
    };
  } finally {
    workTree?.close();
  }
}

/** What a file holds that neither a series claims nor a reader knows. */
async function unclaimedValue(file: Located, policy: Policy): Promise<JsonValue> {
  const { path } = file;
  const claimed = seriesOf(path, policy);
  if (claimed !== null) {
    throw inputError(
      `${path} is claimed already, by the series "${claimed.id}" (files: ${claimed.files}).`,
      'Change the format of that series by hand, or let it claim fewer files.',
    );
  }
  const record = await readAnywhere(file, policy);
  if (record.readings.length > 0) {
    throw inputError(
      `${path} needs no mapping: the reader "${record.format}" knows its shape.`,
      `Claim it by a series with \`format: ${record.format}\`; evalguard show prints what is read of it.`,
    );
  }
  const { content, native, unread } = record;
  if (content.kind === 'document' && native === null && unread === null) return content.document.value;
  const { why, remedy } = whyNoReadings(record);
  throw inputError(`${path} cannot be mapped: ${why}.`, remedy);
}

/** Says why no mapping fits: one of the files is none that is known, or they are of different shapes. */
function refuse(located: readonly Located[], values: readonly JsonValue[]): never {
  const alone = values.map((value) => recognise([value]));
  const unknown = located.filter((_, at) => alone[at] === null);
  const [first] = unknown;
  if (first !== undefined) {
    throw inputError(
      `${first.path} does not look like results: no member says of cases that they passed or failed, and no object at a usual place holds metrics.`,
      'Where it is a log or a table, of which each line or row is a run, claim it by a series with `grows` and no `format` (docs/policy.md). Else write the mapping by hand: docs/own-json.md shows every part.',
    );
  }
  const shapes = located.map(({ path }, at) => `${path} (${alone[at]!.took.slice(0, 2).join('; ')})`);
  throw inputError(
    `These files are of different shapes, and one mapping does not fit them all: ${shapes.join(', ')}.`,
    'Map those of one shape at a time, each into a series of its own.',
  );
}

/** What the ledger lacks so that it holds the files: a folder of results, or the files by their names. */
function missingEntry(paths: readonly Path[], files: string, policy: Policy, isNew: boolean): string | null {
  const outside = paths.filter((path) => ledgerDirectory(path, policy.ledger) === null);
  const [path] = isNew ? paths : outside;
  if (path === undefined) return null;
  const folder = resultFolder(path);
  if (folder !== null && !(isNew && folder === 'results')) return folder;
  if (folder !== null) return null;
  const directory = directoryName(path);
  const name = files.includes('/') || files.includes('{') ? baseName(path) : files;
  return directory === '' ? name : `${directory}/${name}`;
}

/** Whether the policy would be read, and its new series claim the files. */
async function demandClaimed(
  text: string,
  config: Path,
  { id, files }: MappedSeries,
  paths: readonly Path[],
): Promise<void> {
  const policy = await readPolicy(bytesOf(text), config);
  for (const path of paths) {
    if (seriesOf(path, policy)?.id !== id)
      throw notClaimed(path, files, ledgerDirectory(path, policy.ledger) === null);
  }
}

function notClaimed(path: Path, files: string, isOutside: boolean): EvalguardError {
  const isOther = !files.includes('/') && !matchesGlob(files, path);
  const why = isOther
    ? 'the glob does not match it'
    : isOutside
      ? 'it stands outside the ledger'
      : 'another series claims it first, or the glob does not match its path in the ledger';
  return usageError(
    `${visible(path)} would not be claimed by --files ${visible(files)}: ${why}.`,
    'Name a glob that matches the files, and add their folder to `ledger` in the policy.',
  );
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
