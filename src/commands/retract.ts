import { dirname, join } from 'node:path';
import { publishedBelow } from '../adapters/git/ancestry.ts';
import { entryAt } from '../adapters/git/snapshot.ts';
import {
  committedNames,
  type Destination,
  destinationIn,
  namesOnDisk,
  prepare,
} from '../adapters/recording/destination.ts';
import { publish } from '../adapters/recording/publish.ts';
import { outlineOf } from '../adapters/schemas/outline.ts';
import { sha256 } from '../core/digest.ts';
import { type EvalguardError, incomplete, inputError, usageError } from '../core/error.ts';
import { isFile } from '../core/ledger.ts';
import { RETRACTION_SCHEMA } from '../core/native.ts';
import { baseName, directoryName, foldPath, type Path, pathIn } from '../core/path.ts';
import { canonicalText } from '../core/record/canonical.ts';
import type { Secret } from '../core/record/secret-signs.ts';
import { findSecrets, isCertain } from '../core/record/secrets.ts';
import { type Retraction, retractionName } from '../core/retraction.ts';
import { shellWord } from '../core/shell.ts';
import type { Policy } from '../policy/policy.ts';
import { hasFolders, ledgerDirectory } from '../policy/series.ts';
import { inWorkTree, type Workplace, type WorkTree } from './open.ts';
import { type Located, locate } from './show/locate.ts';

/** Options of `retract`. */
interface RetractOptions extends Workplace {
  /** The user's directory: files count from there. */
  readonly from: string;
  readonly now: Date;
  /** A file, or `REV:PATH` for a record that is lost. */
  readonly result: string;
  readonly reason: string;
  readonly supersededBy: string | null;
  readonly dryRun: boolean;
}

/** Adds a retraction next to a record. The record itself stays as it is. */
export async function retract(options: RetractOptions): Promise<Retraction> {
  const { from, now, reason, supersededBy, dryRun } = options;
  if (reason.trim() === '') {
    throw usageError(
      'A retraction without a reason tells nobody why the record does not count.',
      'Say why in a sentence: --reason "the index had not been built".',
    );
  }
  const retractIn = async (workTree: WorkTree, policy: Policy): Promise<Retraction> => {
    const located = await locate(workTree, policy, { text: options.result, from });
    const { path } = located;
    if (ledgerDirectory(path, policy.ledger) === null) throw notInLedger(path, policy.ledger);
    // What history lost is acknowledged file by file.
    if (located.snapshot === null) await demandWhole(workTree, policy, path);
    const bytes = await committedBytes(workTree, located);
    const superseded_by =
      supersededBy === null ? null : (await locate(workTree, policy, { text: supersededBy, from })).path;
    if (superseded_by === path) {
      throw usageError(
        'A record cannot be superseded by itself.',
        'Name the record that replaces it with --superseded-by, or leave that out.',
      );
    }
    const content = {
      schema: RETRACTION_SCHEMA,
      of: { path, sha256: sha256(bytes) },
      reason,
      date: now.toISOString().slice(0, 10),
      ...(superseded_by === null ? {} : { superseded_by }),
    };
    const secret = findSecrets(content).find(isCertain);
    if (secret !== undefined) throw holdsSecret(secret);
    const name = await write(workTree, path, canonicalText(content, outlineOf('retraction')), dryRun);
    const { of, date } = content;
    const beside = pathIn(directoryName(path), name);
    return { path: beside, of, reason, date, superseded_by };
  };
  return inWorkTree(options, retractIn, noRepository);
}

/** The bytes that git holds: a work tree may have other line endings, and what was never committed needs no retraction. */
async function committedBytes(workTree: WorkTree, { bytes, path, snapshot }: Located): Promise<Uint8Array> {
  if (snapshot !== null) return bytes;
  const head = await workTree.commit('HEAD');
  const entry = typeof head === 'string' ? null : await entryAt(workTree.snapshot(head), path);
  if (entry === null || !isFile(entry.kind)) {
    throw inputError(
      `${path} is not committed, so there is nothing to retract: a retraction is of a published record.`,
      'Delete the file. For a record that history lost, name the commit that still held it: evalguard retract REV:PATH.',
    );
  }
  if (typeof head !== 'string') await demandPublished(workTree, head.oid, path);
  const object = await workTree.objects.read(entry.oid);
  if (typeof object !== 'string' && object.bytes !== null) return object.bytes;
  throw incomplete(`The content of ${path} is not in this clone.`, 'Fetch it and retract again.');
}

/** Throws `input` where no remote branch holds the record: the check would refuse the retraction. Without remotes HEAD counts. */
async function demandPublished(workTree: WorkTree, head: string, path: Path): Promise<void> {
  const published = await publishedBelow(workTree, [head]);
  for (const oid of published ?? [head]) {
    const commit = await workTree.commit(oid);
    if (typeof commit !== 'string' && (await entryAt(workTree.snapshot(commit), path)) !== null) return;
  }
  throw inputError(
    `${path} is not published: no remote branch holds it, so nobody relies on it and there is nothing to retract.`,
    'Take it out of your commits (git rm, git rebase). If it was pushed by somebody else, fetch first.',
  );
}

async function write(workTree: WorkTree, path: Path, text: string, dryRun: boolean): Promise<string> {
  const destination: Destination = destinationIn(dirname(join(workTree.workTree, path)), {
    root: workTree.workTree,
    gitDirectory: workTree.gitDirectory,
  });
  const committed = await committedNames(workTree, destination, null);
  const free = (onDisk: ReadonlySet<string>) => {
    for (let number = 1; ; number += 1) {
      const name = retractionName(baseName(path), number);
      if (!committed.has(foldPath(name)) && !onDisk.has(foldPath(name))) return { name, text };
    }
  };
  if (dryRun) return free(await namesOnDisk(destination)).name;
  await prepare(destination);
  return (await publish(destination, free)).name;
}

/** Throws where a file is only a part of a result: to retract it alone would take nothing out of any count. */
async function demandWhole(workTree: WorkTree, policy: Policy, path: Path): Promise<void> {
  const head = await workTree.commit('HEAD');
  if (!hasFolders(policy) || typeof head === 'string') return;
  const { Folders } = await import('./check/read/folder-runs.ts');
  const whole = await new Folders(workTree.snapshot(head), policy).wholeOf(path);
  if (whole === null) return;
  throw usageError(
    `${path} is a part of the result ${whole}, so that retracting it alone would take nothing out of any count.`,
    `Retract the result: \`evalguard retract ${shellWord(whole)} --reason …\`.`,
  );
}

function holdsSecret({ kind }: Secret): EvalguardError {
  return inputError(
    `Nothing was written: the retraction holds what looks like ${kind}, and it can never be taken back.`,
    'Say it without the key; a key that was written anywhere should be revoked.',
  );
}

function noRepository(): EvalguardError {
  return usageError(
    'There is no git work tree here, so there is no published record to retract.',
    'Run evalguard inside the repository that holds the record, or name it with -C.',
  );
}

function notInLedger(path: Path, ledger: readonly string[]): EvalguardError {
  return usageError(
    `${path} is no record: it lies in none of the ledger's directories (${ledger.join(', ')}).`,
    'Name a file of the ledger; what lies outside it can be changed freely.',
  );
}
