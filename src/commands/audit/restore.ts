import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import {
  committedNames,
  type Destination,
  destinationIn,
  prepare,
} from '../../adapters/recording/destination.ts';
import { type NamedContent, publish } from '../../adapters/recording/publish.ts';
import { outlineOf } from '../../adapters/schemas/outline.ts';
import type { AuditedRecord, LossReport } from '../../core/audit.ts';
import { EvalguardError } from '../../core/error.ts';
import type { NamePattern } from '../../core/name-pattern.ts';
import { RESULT_SCHEMA } from '../../core/native.ts';
import { baseName, directoryName, foldPath, type Path } from '../../core/path.ts';
import { canonicalText } from '../../core/record/canonical.ts';
import { nextName, type Unnumbered } from '../../core/record/identity.ts';
import type { JsonObject } from '../../document/document.ts';
import { decodeJson } from '../../document/json.ts';
import { seriesOf } from '../../policy/series.ts';
import { nativeFacts } from '../check/read/record.ts';
import { type WorkTree, workTreeAround, workTreePolicy } from '../open.ts';
import { auditRepository } from './audit.ts';
import type { AuditOptions } from './read/history.ts';

export interface RestoreOptions extends AuditOptions {
  /** The record whose content is to be recorded again: its path from the root, or a file. */
  readonly path: string;
  /** Where the user stands: files count from there. */
  readonly from: string;
  /** Name and version of the program that writes the record. */
  readonly producer: string;
}

/** A lost content that stands in the work tree again, under a new name. */
export interface Restored {
  readonly path: Path;
  /** Where the content was lost, the commit that still held it, and its SHA-256. */
  readonly of: { readonly path: Path; readonly commit: string; readonly sha256: string };
  /** `result`: a native result with a `source`. `bytes`: the very bytes. */
  readonly form: 'result' | 'bytes';
}

/**
 * Writes the first content that a record lost, and that no record of head holds, as a new record beside it. Nothing is
 * overwritten. A native result gets the next run number and a `source` that names path, commit and digest; anything else
 * is written byte for byte. Throws `input` where there is nothing to restore.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const workTree = await workTreeAround({ cwd: options.cwd, env: options.env });
  if (workTree === null) {
    throw new EvalguardError(
      'usage',
      'There is no git work tree here, so there is no place to restore a record to.',
      'Run evalguard inside the repository, or name it with -C.',
    );
  }
  try {
    const audit = await auditRepository(workTree, options);
    const fromRoot = relative(workTree.workTree, resolve(options.from, options.path)).split(sep).join('/');
    const record = [options.path, fromRoot].flatMap(
      (path) => audit.records.find((one) => one.path === path) ?? [],
    )[0];
    if (record === undefined) throw neverBroken(options.path);
    const loss = toRestore(record);
    const object = await workTree.objects.read(loss.before);
    if (typeof object === 'string' || object.bytes === null) {
      const why = typeof object === 'string' ? object : ({ not: 'file' } as const);
      throw await workTree.unread.error(loss.before, why, { path: record.path, commit: loss.source });
    }
    return await write(workTree, options, record.path, loss, object.bytes, audit.records);
  } finally {
    workTree.close();
  }
}

/** The oldest content that no record holds. */
function toRestore({ path, losses }: AuditedRecord): LossReport {
  const loss = losses.find(({ status, held_by }) => status !== 'restored' && held_by.length === 0);
  if (loss !== undefined) return loss;
  const homes = [...new Set(losses.flatMap(({ held_by }) => held_by))];
  throw new EvalguardError(
    'input',
    `Nothing was restored: every content that ${path} lost stands in the ledger${homes.length === 0 ? '' : ` (${homes.join(', ')})`}.`,
    'Cite that record, and acknowledge the loss with `evalguard retract REV:PATH`.',
  );
}

function neverBroken(path: string): EvalguardError {
  return new EvalguardError(
    'input',
    `Nothing was restored: in the history that was audited, no record ${path} lost its content.`,
    'Run `evalguard audit`: it lists the paths that can be restored.',
  );
}

async function write(
  workTree: WorkTree,
  options: RestoreOptions,
  path: Path,
  loss: LossReport,
  bytes: Uint8Array,
  records: readonly AuditedRecord[],
): Promise<Restored> {
  const destination = destinationIn(join(workTree.workTree, directoryName(path)), {
    root: workTree.workTree,
    gitDirectory: workTree.gitDirectory,
  });
  const committed = await committedNames(workTree, destination, null);
  // The name of a lost record is not free: what cites it would find another run.
  const lost = records.filter((one) => directoryName(one.path) === directoryName(path));
  const retired = lost.map((one) => foldPath(baseName(one.path)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await refuseTwice(destination, committed, sha256, loss.source);
  const content = await nativeContent(bytes);
  const source = { format: 'native', file: path, sha256, commit: loss.source, recorded_by: options.producer };
  const policy = await workTreePolicy(workTree.workTree, options.policy);
  // Other files keep to a pattern of run numbers only where their series has one.
  const pattern = seriesOf(path, policy)?.name ?? null;
  const numbered = content !== null || (pattern !== null && isNumbered(baseName(path)));
  const free = (onDisk: ReadonlySet<string>): NamedContent => {
    const taken = new Set([...onDisk, ...committed, ...retired]);
    if (!numbered) return { name: freeName(baseName(path), sha256, taken), text: bytes };
    const { run, name } = nextName(renumbered(baseName(path)), UNNUMBERED, taken)!;
    return { name, text: content === null ? bytes : resultText(content, source, run) };
  };
  await prepare(destination);
  const { name } = await publish(destination, free);
  const directory = directoryName(path);
  return {
    path: directory === '' ? name : `${directory}/${name}`,
    of: { path, commit: loss.source, sha256 },
    form: content === null ? 'bytes' : 'result',
  };
}

const UNNUMBERED: Unnumbered = {
  suite: null,
  date: null,
  routing: null,
  variant: null,
  generated_at: null,
};

function freeName(lost: string, sha256: string, taken: ReadonlySet<string>): string {
  const name = restoredName(lost, sha256);
  if (!taken.has(foldPath(name))) return name;
  throw new EvalguardError(
    'input',
    `Nothing was restored: ${name} is there already, and its name says that it holds this very content.`,
    'Look at it, and commit it where it is not committed yet.',
  );
}

/** What stands on disk and is not committed yet may be this very content, restored before. */
async function refuseTwice(
  { directory }: Destination,
  committed: ReadonlySet<string>,
  sha256: string,
  commit: string,
): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => !committed.has(foldPath(one))).sort()) {
    const bytes = await readFile(join(directory, name)).catch(() => null);
    if (bytes === null) continue;
    const same = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!same && !(bytes.includes(sha256) && bytes.includes(commit))) continue;
    throw new EvalguardError(
      'input',
      `Nothing was restored: ${name} holds this content already and is not committed yet.`,
      'Commit it, and run the command again for the next content.',
    );
  }
}

/** The content of a valid native result, or `null`. */
async function nativeContent(bytes: Uint8Array): Promise<JsonObject | null> {
  const decoded = decodeJson(bytes);
  if (!decoded.ok) return null;
  const native = await nativeFacts(decoded.document.value, null);
  return native?.schema === RESULT_SCHEMA && native.faults.length === 0
    ? (decoded.document.value as JsonObject)
    : null;
}

/** The result under its new run number. What its own source said of a conversion stays; where it is from is now history. */
function resultText(content: JsonObject, source: JsonObject, run: number): string {
  const stated = content['source'];
  const kept = typeof stated === 'object' && stated !== null ? (stated as JsonObject) : {};
  const { version: _version, ...rest } = kept;
  const numbered = Object.hasOwn(content, 'run') ? { ...content, run } : content;
  return canonicalText({ ...numbered, source: { ...rest, ...source } }, outlineOf('result'));
}

const NUMBERED = /^(.*run)[1-9]\d*(\.[^.]+)?$/s;

/** A file name whose run number is left open: `eval-corpus-run1.json` is followed by `eval-corpus-run2.json`. */
function renumbered(name: string): NamePattern {
  const [, before, after] = NUMBERED.exec(name) ?? [];
  if (before !== undefined) return pattern(before, after ?? '');
  const { stem, ending } = parts(name);
  return pattern(`${stem}-run`, ending);
}

/** Whether a file name ends in a run number. */
function isNumbered(name: string): boolean {
  return NUMBERED.test(name);
}

/** The name under which lost bytes stand again as they were: it says which bytes they are, and follows from them. */
function restoredName(name: string, sha256: string): string {
  const { stem, ending } = parts(name);
  return `${stem}.restored-${sha256.slice(0, 12)}${ending}`;
}

function parts(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, ending: '' } : { stem: name.slice(0, dot), ending: name.slice(dot) };
}

function pattern(before: string, after: string): NamePattern {
  return { source: `${before}{run}${after}`, pieces: [{ text: before }, { field: 'run' }, { text: after }] };
}
