import { cachedLosses } from '../../core/independence.ts';
import { EMPTY_DATASET, EMPTY_READING, type Reading, type Row } from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { asInstant, asNumber, asObject, asText, member, memberAt, runAt } from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { countCases } from '../row.ts';
import { listLosses, NO_ROWS } from '../wording.ts';
import { type Arm, envelopeOf, KNOWN_VERSIONS, type Output, readArms, readOutput } from './output.ts';
import { judgesOf, type ReadRow, readJudge, readRows, UNKNOWN_DEFAULT } from './rows.ts';
import { readClaims } from './scores.ts';

/** What `promptfoo eval -o` writes, as JSON or JSON Lines. A reading for each column: a provider with a prompt. */
export const promptfoo: Format = {
  id: 'promptfoo',
  title: 'promptfoo JSON (results.version 2 and 3) and JSON Lines',
  detect: (file) => envelopeOf(file) !== null || readOutput(file) !== null,
  refuse: (file) => unknownVersion(file),
  read(file) {
    const output = readOutput(file);
    if (output === null || unknownVersion(file) !== null) return [];
    const arms = readArms(output);
    if (arms.length === 0) return [{ ...readRun(output), rows: [], losses: [NO_ROWS] }];
    return arms.map((arm) => readArm(output, arm));
  },
};

function unknownVersion(file: ResultFile): string | null {
  const version = envelopeOf(file)?.version;
  if (version === undefined || KNOWN_VERSIONS.includes(version)) return null;
  return `its results.version is ${version}, and known are ${KNOWN_VERSIONS.join(' and ')}`;
}

function readArm(output: Output, arm: Arm): Reading {
  const { rows, notes } = readRows(output, arm);
  const { claims, definitions } = readClaims(rows, arm);
  const { cases, samples } = countCases(rows);
  const run = readRun(output);
  return {
    ...run,
    arm: arm.name,
    dataset: { ...EMPTY_DATASET, cases },
    // As planned: where repeats were lost, what is there is no plan
    samples: run.samples ?? samples,
    models: arm.provider === null ? new Map() : new Map([['agent', arm.provider]]),
    judge: readJudge(rows, notes),
    claims,
    definitions,
    rows,
    losses: readLosses(output, arm, rows, notes),
  };
}

/** What the file says of the run as a whole. */
function readRun({ root }: Output): Reading {
  const config = asObject(root, 'config');
  const metadata = asObject(root, 'metadata');
  const times = [
    memberAt(root, 'results', 'timestamp'),
    member(metadata, 'evaluationCreatedAt'),
    member(metadata, 'exportedAt'),
  ];
  const generated_at = times.flatMap((time) => asInstant(time) ?? [])[0] ?? null;
  const options = [asObject(root, 'runtimeOptions'), asObject(config, 'evaluateOptions')];
  const limits = LIMITS.flatMap(([key, name]) => {
    const value = options.flatMap((each) => asNumber(each, key) ?? [])[0];
    return value === undefined ? [] : [[name, value] as const];
  });
  const repeat = options.flatMap((each) => asNumber(each, 'repeat') ?? [])[0] ?? null;
  return {
    ...EMPTY_READING,
    format: 'promptfoo',
    samples: repeat !== null && Number.isSafeInteger(repeat) && repeat > 0 ? repeat : null,
    part: partOf([...options, asObject(config, 'commandLineOptions')]),
    tool_version: asText(metadata, 'promptfooVersion'),
    run: { ...runAt(generated_at), suite: asText(config, 'description') },
    limits: limits.length === 0 ? null : Object.fromEntries(limits),
  };
}

/** Limits under which promptfoo runs, as its options name them and as they are kept. */
const LIMITS = [
  ['maxConcurrency', 'max_concurrency'],
  ['timeoutMs', 'timeout_ms'],
  ['maxEvalTimeMs', 'max_eval_time_ms'],
] as const;

/** Options that leave tests out; those that choose providers leave out whole columns, which no test misses. */
const FILTERS = /^filter(?!Providers$|Targets$)[A-Z]/;

/** The filters under which tests were run, or `null` where none is stated. */
function partOf(places: readonly (JsonObject | null)[]): string | null {
  const filters = places.flatMap((place) =>
    Object.entries(place ?? {}).flatMap(([key, value]) =>
      FILTERS.test(key) && ![null, false, ''].includes(value as never)
        ? [`${key} ${JSON.stringify(value)}`]
        : [],
    ),
  );
  return filters.length === 0 ? null : [...new Set(filters)].sort().join(', ');
}

/** What the file does not say, and what had to be taken otherwise than it stands there. */
function readLosses(
  output: Output,
  arm: Arm,
  rows: readonly Row[],
  notes: readonly ReadRow[],
): readonly string[] {
  return [
    ...ofTheFile(output),
    ...ofRepeats(arm),
    ...ofTheSummary(output, arm, notes),
    ...ofVerdicts(notes),
    ...ofTheJudge(notes),
    ...cachedLosses(rows),
  ];
}

/** How many places a loss names. */
const SHOWN = 5;

function ofTheFile({ root, unread }: Output): readonly string[] {
  const id = asText(root, 'evalId');
  return listLosses(
    root === null
      ? 'date, version of promptfoo, evalId, configuration and summary: a file of rows only states none'
      : `evalId${id === null ? ': the file states none' : ` ${id}: kept here alone, an import gives the run another`}`,
    'metrics_version, mode and code: the file states none',
    'which model answered, of the provider and of the judge: the file states none',
    unread > 0 && `rows: entries that are no objects, and not read: ${unread}`,
  );
}

/** Each repeat of a test has an index of its own, so that an index that comes again is a test that was run again. */
function ofRepeats({ entries }: Arm): readonly string[] {
  const indexes = entries.flatMap(({ source }) => asNumber(source, 'testIdx') ?? []);
  const again = indexes.length - new Set(indexes).size;
  return listLosses(
    again > 0 &&
      `rows: ${again} of ${entries.length} have the index of another, as where a run was resumed or its errors were retried; they count as further samples`,
  );
}

function ofTheSummary({ root }: Output, { column }: Arm, notes: readonly ReadRow[]): readonly string[] {
  if (root === null) return [];
  const metrics = asObject(column?.prompt ?? null, 'metrics');
  if (metrics === null) return ['summary: none stands there for these rows'];
  const counts = ['testPassCount', 'testFailCount', 'testErrorCount'].map((key) => asNumber(metrics, key));
  const [passed, failed, errors] = counts;
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const ours = {
    passed: notes.filter(({ outcome }) => outcome.passed === true).length,
    failed: notes.filter(({ outcome }) => outcome.passed === false).length,
  };
  const left = notes.length - ours.passed - ours.failed;
  return listLosses(
    total !== notes.length && `rows: the summary counts ${total} and ${notes.length} are there`,
    (passed !== ours.passed || failed !== ours.failed) &&
      `pass_rate: promptfoo counts passed ${shown(passed)}, failed ${shown(failed)}, errors ${shown(errors)}; here passed ${ours.passed}, failed ${ours.failed}, unmeasured ${left}`,
  );
}

function ofVerdicts(notes: readonly ReadRow[]): readonly string[] {
  const components = notes.flatMap(({ outcome }) => outcome.components);
  const marked = (known: string) => components.filter((each) => each.known === known).length;
  const places = (wanted: (note: ReadRow) => boolean) =>
    listed(notes.filter(wanted).map(({ row }) => row.pointer));
  const silent = components.filter((each) => each.silent).length;
  const missed = notes.filter(({ outcome }) => outcome.threshold !== null);
  const placed = notes.filter((note) => note.placed).length;
  const unpriced = notes.filter((note) => note.unpriced).length;
  const noNumber = notes.flatMap((note) => note.noNumber);
  return listLosses(
    components.some(({ graded, pass }) => graded && pass === true) &&
      'verdicts: a judge’s reply without "pass" is written as a pass, and cannot be told from one by the file',
    silent > 0 &&
      `verdicts: passes of a model-graded assertion without any reason: ${silent} (${places(({ outcome }) => outcome.components.some((each) => each.silent))}); such a pass may be no verdict`,
    marked('judge-says') > 0 &&
      `verdicts: passes whose reason says that the judge could not evaluate, taken as unmeasured by these words: ${marked('judge-says')}`,
    marked('promptfoo-says') > 0 &&
      `verdicts: fails whose reason reads like a grader’s error, taken as unmeasured by these words: ${marked('promptfoo-says')}`,
    missed.length > 0 &&
      `passed: not what the test’s threshold says, which is taken: ${listed(missed.map(({ row }) => row.pointer))}`,
    noNumber.length > 0 && `scores: what stands at ${listed(noNumber)} is no number`,
    placed > 0 && `cases: known by the index of their test alone, which changes with each repeat: ${placed}`,
    unpriced > 0 && `cost_usd: 0 is free or not priced, and left out: ${unpriced}`,
  );
}

function ofTheJudge(notes: readonly ReadRow[]): readonly string[] {
  const judges = judgesOf(notes);
  return listLosses(
    judges.includes(UNKNOWN_DEFAULT) &&
      'judge: none is configured, and which one promptfoo chose is not stated',
    judges.length > 1 &&
      `judge: the assertions name ${judges.length} (${listed(judges)}), the first is shown`,
  );
}

/** What a summary leaves out is not 0. */
function shown(count: number | null | undefined): string {
  return count === null || count === undefined ? 'not stated' : String(count);
}

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
