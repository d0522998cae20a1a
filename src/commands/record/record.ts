import { isAbsolute, join, relative, sep } from 'node:path';
import { trackedSince, type WorkTreeFacts, workTreeFacts } from '../../adapters/machine.ts';
import {
  committedNames,
  type Destination,
  destinationIn,
  namesOnDisk,
  prepare,
  recordedFrom,
} from '../../adapters/recording/destination.ts';
import { publish } from '../../adapters/recording/publish.ts';
import { inputError, usageError } from '../../core/error.ts';
import { namesFiles } from '../../core/ledger-entry.ts';
import { directoryName, foldPath, type Path } from '../../core/path.ts';
import { demandNames, type GivenIdentity, type Moment, statedDay } from '../../core/record/identity.ts';
import { type NamedModels, withModels } from '../../core/record/models.ts';
import { asUnmeasured, type Recorded, type RecordedFile } from '../../core/record/recorded.ts';
import type { Secret } from '../../core/record/secret-signs.ts';
import { findSecrets, isCertain, kindNamed } from '../../core/record/secrets.ts';
import { applyRules, type FindingReport } from '../../core/rule.ts';
import { isReason, REASONS } from '../../core/verdict.ts';
import type { Policy } from '../../policy/policy.ts';
import { isAllowedSecret, ledgerDirectory } from '../../policy/series.ts';
import { recordRules, word } from '../../rules/registry.ts';
import { resultUnclaimed } from '../../rules/result-unclaimed.ts';
import { readRecord } from '../check/read/record.ts';
import { inWorkTree, type Workplace, type WorkTree } from '../open.ts';
import { type NamedDraft, type NamedRecord, nameDraft } from './draft.ts';
import { type Draft, type Input, readInput, unmeasuredDraft } from './input.ts';

/** What is recorded, and the file that it came from. */
export interface RecordInput {
  /** `null` only where nothing could be measured. */
  readonly input: Input | null;
  /** The input's real path on disk: it is a result, so that it makes no work tree dirty. `null` for a pipe. */
  readonly inputFile: string | null;
  /** When that file was last written; `null` for a pipe. */
  readonly written: Date | null;
}

/** What `record` needs to know. */
interface RecordOptions extends Workplace, RecordInput {
  /** The moment of recording. */
  readonly now: Date;
  /** Name and version of the program that records. */
  readonly producer: string;
  /** A format's id or a series' name; `null` to detect the format. */
  readonly from: string | null;
  /** A directory; `null` for the policy's first. */
  readonly ledger: string | null;
  readonly given: GivenIdentity;
  readonly metricsVersion: number | null;
  /** The models that were evaluated, by role, where the file does not name them. */
  readonly models: NamedModels;
  /** Why the run could not measure; `null` where it did. */
  readonly unmeasured: string | null;
  readonly allowSecrets: boolean;
  readonly dryRun: boolean;
}

/**
 * Reads a run's output, checks it as `check` would, and writes each of its results as a native record under the next
 * free name. Never overwrites, and never leaves a part of a record.
 */
export async function record(options: RecordOptions): Promise<Recorded> {
  demandReason(options.unmeasured);
  demandNames(options.given);
  return inWorkTree(options, async (workTree, policy) => {
    const read = await draftsOf(options, policy);
    if (read.kind === 'refused') return { kind: 'refused', findings: read.findings.map(word) };
    const drafts = read.drafts.map((draft) => asGiven(draft, options));
    const destination = destinationOf(workTree, options, policy);
    const facts = await factsOf(workTree, options, policy);
    const taken = await committedNames(workTree, destination, facts.upstream);
    const moment = await momentOf(options, drafts);
    return write({ options, policy, destination, facts, taken, moment }, drafts);
  });
}

interface Recorder {
  readonly options: RecordOptions;
  readonly policy: Policy;
  readonly destination: Destination;
  readonly facts: WorkTreeFacts;
  readonly moment: Moment;
  /** Folded names that are taken elsewhere than on disk. */
  readonly taken: ReadonlySet<string>;
}

/** Where records of a work tree (or of a plain directory) go. */
function destinationOf(
  workTree: WorkTree | null,
  { cwd, ledger }: RecordOptions,
  policy: Policy,
): Destination {
  // What names files stands beside others: new records rather go where nothing else is.
  const first =
    policy.ledger.find((entry) => !namesFiles(entry)) ?? (directoryName(policy.ledger[0] ?? '.') || '.');
  const base = workTree?.workTree ?? cwd;
  const directory = ledger === null ? join(base, first) : isAbsolute(ledger) ? ledger : join(cwd, ledger);
  return destinationIn(
    directory,
    workTree === null ? null : { root: workTree.workTree, gitDirectory: workTree.gitDirectory },
  );
}

async function draftsOf(options: RecordOptions, policy: Policy): ReturnType<typeof readInput> {
  const { input, unmeasured, from } = options;
  const metricsVersion = options.metricsVersion ?? 1;
  if (input !== null) return readInput(input, { from, policy, metricsVersion });
  if (unmeasured !== null) return { kind: 'drafts', drafts: [unmeasuredDraft(metricsVersion)] };
  throw usageError(
    'There is no result to record.',
    'Name a file, or - for standard input; a run that could not measure is recorded with --unmeasured REASON.',
  );
}

/** The draft with the models and the reason that the user gives. */
function asGiven(draft: Draft, { models, unmeasured }: RecordOptions): Draft {
  const named = nameModels(draft, models);
  return unmeasured === null ? named : { ...named, content: asUnmeasured(named.content, unmeasured) };
}

/** The draft with the models that the user names. Throws `input` where the file says that it was another model. */
function nameModels(draft: Draft, named: NamedModels): Draft {
  const made = withModels(draft.content, named);
  if ('other' in made) {
    const { role, stated, named: wanted } = made.other;
    throw inputError(
      `Nothing was recorded: the file says that ${role} was ${stated}, and --model says ${wanted}.`,
      'Leave --model out for a role that the file names; where the file is wrong, mend what writes it.',
    );
  }
  const models = new Map([...draft.reading.models, ...named]);
  return { ...draft, content: made.content, reading: { ...draft.reading, models } };
}

function demandReason(reason: string | null): void {
  if (reason === null || isReason(reason)) return;
  throw usageError(
    `--unmeasured ${JSON.stringify(reason)} does not begin with a known reason, so that nobody could count it.`,
    `Begin with one of these, and add free text after a colon: ${REASONS.join(', ')}.`,
  );
}

async function factsOf(
  workTree: WorkTree | null,
  { env, inputFile }: RecordOptions,
  policy: Policy,
): Promise<WorkTreeFacts> {
  if (workTree === null) return { code: null, committed: null, upstream: null };
  const root = workTree.workTree;
  const input = inputFile === null ? null : relative(root, inputFile).split(sep).join('/');
  return workTreeFacts(root, env, (path) => path !== input && ledgerDirectory(path, policy.ledger) === null);
}

/**
 * When the runs were that say nothing of it. Today is the day of what is piped in, and of a file that was written today.
 * A file that git holds as it stands is at least as old as the commit that brought it. Any other day would be a guess,
 * and would make an old run the newest.
 */
async function momentOf(
  { now, inputFile, written, env, given }: RecordOptions,
  drafts: readonly Draft[],
): Promise<Moment> {
  // Seconds are what a name could hold at most: fractions would only separate what the run number separates.
  const momentAt = (at: Date, by = ''): Moment => {
    const generated_at = `${at.toISOString().slice(0, 19)}Z`;
    return { date: generated_at.slice(0, 10), generated_at, by };
  };
  const today = momentAt(now);
  const undated = drafts.some(({ reading }) => statedDay(given, reading) === null);
  if (!undated || inputFile === null || written === null) return today;
  const tracked = await trackedSince(inputFile, env);
  if (tracked.kind === 'since') {
    return {
      ...momentAt(new Date(tracked.at * 1000), ', the day of the commit that brought the file'),
      generated_at: null,
    };
  }
  const age = now.getTime() - written.getTime();
  const file = momentAt(written);
  if (tracked.kind === 'untracked' && age > -AN_HOUR) {
    if (file.date === today.date) return today;
    // A run may end before midnight and be recorded after it.
    if (age < AN_HOUR) return file;
  }
  const why =
    tracked.kind === 'unknown'
      ? 'this clone does not hold the commit that brought the file'
      : `the file was last written on ${file.date}`;
  throw usageError(
    `Nothing was recorded: neither the command nor the file says on which day the run was, and ${why}. Dated today, an old run would count as the newest.`,
    'Give the UTC day of the run, such as `--date 2026-09-28`.',
  );
}

const AN_HOUR = 3_600_000;

/** Judges every draft before the first is written: a file of three runs is recorded whole or not at all. */
async function write(recorder: Recorder, drafts: readonly Draft[]): Promise<Recorded> {
  const { options, policy, destination, facts, moment } = recorder;
  const taken = new Set(recorder.taken);
  const onDisk = await namesOnDisk(destination);
  const named: {
    readonly draft: NamedDraft;
    readonly first: NamedRecord;
    readonly secrets: readonly Secret[];
  }[] = [];
  for (const each of drafts) {
    const draft = nameDraft(each, { ...options, policy, directory: destination.path, facts, moment });
    const first = draft.under(new Set([...onDisk, ...taken]));
    taken.add(foldPath(first.name));
    const secrets = findSecrets(JSON.parse(first.text)).filter(
      ({ kind }) => !isAllowedSecret(policy.secrets, pathOf(destination, first.name), kindNamed(kind).rule),
    );
    named.push({ draft, first, secrets });
  }
  const secrets = named.flatMap((each) => each.secrets);
  if (!options.allowSecrets && secrets.some(isCertain)) return { kind: 'secrets', secrets };
  const judged = await Promise.all(named.map(({ first }) => judge(recorder, first)));
  if (judged.flat().some(refuses)) return { kind: 'refused', findings: judged.flat() };
  const earlier = await Promise.all(named.map(({ draft }) => recordedBefore(destination, draft, onDisk)));
  if (!options.dryRun) await prepare(destination);
  const records: RecordedFile[] = [];
  for (const [at, { draft, first, secrets }] of named.entries()) {
    const free = (taken: ReadonlySet<string>) => draft.under(new Set([...taken, ...recorder.taken]));
    const written = options.dryRun ? first : await publish(destination, free);
    records.push({
      path: pathOf(destination, written.name),
      file: join(destination.directory, written.name),
      run: written.run,
      text: written.text,
      losses: draft.losses,
      assumed: draft.assumed,
      notes: [...draft.notes, ...(earlier[at] ?? [])],
      findings: judged[at] ?? [],
      secrets,
    });
  }
  const guarded = records.every(
    ({ path }) => destination.path !== null && ledgerDirectory(path, policy.ledger) !== null,
  );
  return { kind: 'recorded', dryRun: options.dryRun, records, guarded };
}

/** A note where the same file was recorded before: two records of one run look like two measurements. */
async function recordedBefore(
  destination: Destination,
  { sha256, before }: NamedDraft,
  onDisk: ReadonlySet<string>,
): Promise<readonly string[]> {
  const name = sha256 === null ? null : await recordedFrom(destination, before(onDisk), sha256);
  if (name === null) return [];
  return [
    `the same file was recorded before, as ${pathOf(destination, name)}: two records of one run look like two measurements, and the check warns of it (result/duplicate-evidence). If it is no new run, delete this record before it is committed`,
  ];
}

/** A record that is too large to be read would be guarded and never checked, so that it counts for nothing. */
function refuses({ severity, rule }: FindingReport): boolean {
  return severity === 'error' || rule === 'file/too-large';
}

/** The findings that `check` would report of the record at its path. */
async function judge(
  { options, policy, destination }: Recorder,
  { name, text }: NamedRecord,
): Promise<readonly FindingReport[]> {
  const bytes = new TextEncoder().encode(text);
  const path = destination.path === null ? name : pathOf(destination, name);
  const now = Math.floor(options.now.getTime() / 1000);
  const read = bytes.length > policy.max_bytes ? { size: bytes.length } : { bytes };
  const subject = await readRecord(path, { oid: '', kind: 'file' }, read, policy, now, null);
  // Secrets have their own words here: nothing has been committed that would have to be taken out.
  const nothing = { present: [], landed: false, proposed: null, duplicates: [], retracted: new Set<Path>() };
  const findings = applyRules(recordRules, { ...subject, secrets: [] });
  return [...findings, ...applyRules([resultUnclaimed], { added: [subject], ...nothing })].map(word);
}

function pathOf({ path, directory }: Destination, name: string): Path {
  if (path === null) return join(directory, name);
  return path === '.' ? name : `${path}/${name}`;
}
