import { createHash } from 'node:crypto';
import type { Budget } from '../../../core/budget.ts';
import { sha256 } from '../../../core/digest.ts';
import { incomplete } from '../../../core/error.ts';
import { isFile } from '../../../core/ledger.ts';
import { comparePaths, directoryName, type Path, pathIn } from '../../../core/path.ts';
import { namedAsRetraction } from '../../../core/retraction.ts';
import { count } from '../../../core/wording.ts';
import type { Document } from '../../../document/document.ts';
import { faultMessage } from '../../../document/fault.ts';
import { type FolderFile, folderDocument } from '../../../document/folder.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import { headlineAmong, isExempt, ledgerDirectory, ledgerInside } from '../../../policy/series.ts';
import type { FolderFacts, RecordContent, RecordSubject } from '../../../rules/subject.ts';
import type { FileSource, RecordBytes } from './files.ts';

/** What a file holds, and what in it looks like a key. */
export type OwnContent = Pick<RecordSubject, 'content' | 'secrets'>;

/** The whole of a folder that is one result, read. */
interface ReadFolder extends FolderFacts {
  /** Why the folder cannot be read as one document; `null` where it can. */
  readonly unread: string | null;
  /** What of the folder is no part of that document, in words. */
  readonly losses: readonly string[];
}

/** What a folder is read with. */
interface FolderReader {
  readonly budget: Budget;
  /** Reads one file by its ending. */
  readonly contentOf: (path: Path, read: RecordBytes) => Promise<OwnContent>;
}

/** Folders within one another that are looked into. */
const DEEPEST = 32;
/** How many of the largest files a folder may come to, so that one result does not fill the memory. */
const MOST_BYTES = 5;
/** What listing a file costs, in nodes. */
const NODES_A_FILE = 10;

/**
 * Reads the folder around a headline: every file of it that is a record. A mapping reads all of them as one document; a tool's
 * reader the headline alone, beside which the rest is kept.
 */
export async function readRun(
  headline: Omit<RecordSubject, 'folder'> & { readonly series: Series },
  source: FileSource | undefined,
  reader: FolderReader,
): Promise<OwnContent & { readonly folder: ReadFolder }> {
  const { path, content, secrets, series, policy } = headline;
  const root = directoryName(path);
  const own = { content, secrets };
  const whole = ledgerInside(root, policy);
  const why =
    whole !== null
      ? `its series reads the folder around it as one result, and that folder is the ledger ${whole} itself; put each run into a folder of its own`
      : 'its series reads the folder around it, and only the file itself is at hand';
  if (whole !== null || source === undefined)
    return { ...own, folder: { files: [], digest: path, losses: [], unread: why } };
  const { document, ...folder } = await readFolder(headline, root, source, reader);
  if (!('mapping' in series.format)) {
    const files = folder.files.filter((file) => file.path !== path);
    return { ...own, folder: { ...folder, files, unread: null } };
  }
  return {
    content: document === null ? { kind: 'other' } : { kind: 'document', document },
    secrets: [],
    folder,
  };
}

async function readFolder(
  headline: Omit<RecordSubject, 'folder'>,
  root: Path,
  source: FileSource,
  { budget, contentOf }: FolderReader,
): Promise<ReadFolder & { readonly document: Document | null }> {
  const { policy } = headline;
  const { paths, losses } = await listed(root, policy, source, budget);
  const files: RecordSubject[] = [];
  const members: FolderFile[] = [];
  const others: Path[] = [];
  const digest = createHash('sha256');
  let bytes = 0;
  let unread: string | null = null;
  let at = 0;
  for await (const read of source.read(paths, policy.max_bytes)) {
    const path = paths[at++]!;
    const name = path.slice(root.length + 1);
    if (read === null) throw notRead(path);
    budget.open(path);
    const { content, secrets } = path === headline.path ? headline : await contentOf(path, read);
    bytes += content.kind === 'document' && 'bytes' in read ? read.bytes.length : 0;
    const isOver = bytes > MOST_BYTES * policy.max_bytes;
    const kept = isOver && content.kind === 'document' ? withoutValue(content.document) : content;
    files.push({ ...headline, path, content: kept, secrets, folder: null });
    digest.update(`${name}\0${'bytes' in read ? sha256(read.bytes) : read.size}\n`);
    const why = whyUnread(content);
    if (why !== null) unread ??= `${name} in its folder cannot be read: ${why}`;
    if (content.kind === 'other') others.push(name);
    if (isOver) unread ??= `its folder has more than ${count(MOST_BYTES * policy.max_bytes, 'byte')} to read`;
    else if (content.kind === 'document')
      members.push({ path, parts: name.split('/'), document: content.document });
  }
  budget.open(headline.path);
  return {
    files,
    digest: digest.digest('hex'),
    document: unread === null ? folderDocument(members) : null,
    unread,
    losses: [
      ...losses,
      ...(others.length === 0
        ? []
        : [`${few(others)}: not read, since the ending is none of JSON, JSON Lines, YAML and CSV`]),
    ],
  };
}

/** A document of which only the faults are looked at. */
function withoutValue({ faults }: Document): RecordContent {
  return { kind: 'document', document: { value: null, faults, locate: () => null } };
}

function whyUnread(content: RecordContent): string | null {
  switch (content.kind) {
    case 'fault':
      return faultMessage(content.fault);
    case 'too-large':
      return `it has ${count(content.size, 'byte')}, and the limit is ${content.limit}`;
    case 'document':
    case 'other':
      return null;
  }
}

/** The files of the folder, sorted: all but those of a folder inside that is a result of its own, and what may change. */
async function listed(root: Path, policy: Policy, files: FileSource, budget: Budget) {
  const paths: Path[] = [];
  const losses: string[] = [];
  const open: (readonly [directory: Path, depth: number])[] = [[root, 0]];
  while (open.length > 0) {
    const [directory, depth] = open.pop()!;
    const lines = await files.linesIn(directory);
    budget.spend('nodes', NODES_A_FILE * lines.length);
    const names = lines.filter(({ kind }) => isFile(kind)).map(({ name }) => name);
    const inner = headlineAmong(directory, names, policy);
    const inside = directory.slice(root.length + 1);
    if (inner !== null && directory !== root) {
      losses.push(`${inside}: not read here, since ${inner} makes it a result of its own`);
      continue;
    }
    if (depth > DEEPEST) {
      losses.push(`${inside}: not read, since it lies more than ${DEEPEST} folders deep`);
      continue;
    }
    for (const { name, kind } of lines) {
      const path = pathIn(directory, name);
      if (kind === 'directory') open.push([path, depth + 1]);
      else if (isFree(path, policy) || namedAsRetraction(path)) continue;
      else if (isFile(kind)) paths.push(path);
      else losses.push(`${pathIn(inside, name)}: not read, since it is a ${kind}`);
    }
  }
  return { paths: paths.sort(comparePaths), losses: losses.sort(comparePaths) };
}

/** Whether a file may change at any time, so that no result may hang on it. */
function isFree(path: Path, { ledger, exempt }: Policy): boolean {
  return isExempt(path, exempt) || ledgerDirectory(path, ledger) === null;
}

const NAMED = 3;

function few(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${count(more, 'other file')}` : ''}`;
}

function notRead(path: Path) {
  return incomplete(
    `${path} could not be read, so that the result of its folder is not known.`,
    'Fetch what is missing (`git fetch --refetch`), and run this again.',
  );
}
