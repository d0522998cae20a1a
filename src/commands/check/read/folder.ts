import { createHash } from 'node:crypto';
import type { Budget } from '../../../core/budget.ts';
import { sha256 } from '../../../core/digest.ts';
import { incomplete } from '../../../core/error.ts';
import { isFile } from '../../../core/ledger.ts';
import { comparePaths, directoryName, type Path, pathIn } from '../../../core/path.ts';
import { namedAsRetraction } from '../../../core/retraction.ts';
import { count } from '../../../core/wording.ts';
import { faultMessage } from '../../../document/fault.ts';
import { type FolderFile, folderDocument } from '../../../document/folder.ts';
import { headlineAmong, ledgerInside } from '../../../policy/folder.ts';
import type { Policy } from '../../../policy/policy.ts';
import { isExempt, ledgerDirectory } from '../../../policy/series.ts';
import type { FolderFacts, RecordContent, RecordSubject } from '../../../rules/subject.ts';
import type { FileSource, RecordBytes } from './files.ts';

/** The whole of a folder that is one result, read. */
export interface ReadFolder extends FolderFacts {
  readonly content: RecordContent;
  /** Why the folder cannot be read as one document; `null` where it can. */
  readonly unread: string | null;
  /** What of the folder is no part of that document, in words. */
  readonly losses: readonly string[];
}

/** What a folder is read with. */
interface FolderReader {
  readonly policy: Policy;
  readonly files: FileSource;
  readonly budget: Budget;
  /** Reads one file by itself. */
  readonly fileOf: (path: Path, read: RecordBytes) => Promise<RecordSubject>;
}

/** Folders within one another that are looked into. */
const DEEPEST = 32;
/** How many of the largest files a folder may come to, so that one result does not fill the memory. */
const MOST_BYTES = 5;
/** What listing a file costs, in nodes. */
const NODES_A_FILE = 10;

/** Reads the folder around a headline: every file of it that is a record, as one document. */
export async function readFolder(headline: Path, reader: FolderReader): Promise<ReadFolder> {
  const { policy, files: source, budget, fileOf } = reader;
  const root = directoryName(headline);
  const nothing = { files: [], digest: headline, content: { kind: 'other' }, losses: [] } as const;
  const whole = ledgerInside(root, policy);
  if (whole !== null) {
    return {
      ...nothing,
      unread: `its series reads the folder around it as one result, and that folder is the ledger ${whole} itself; put each run into a folder of its own`,
    };
  }
  const { paths, losses } = await listed(root, reader);
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
    const file = await fileOf(path, read);
    files.push(file);
    digest.update(`${name}\0${'bytes' in read ? sha256(read.bytes) : read.size}\n`);
    const { content } = file;
    const why = whyUnread(content);
    if (why !== null) unread ??= `${name} in its folder cannot be read: ${why}`;
    if (content.kind === 'other') others.push(name);
    if (content.kind !== 'document') continue;
    bytes += 'bytes' in read ? read.bytes.length : 0;
    if (bytes > MOST_BYTES * policy.max_bytes) {
      unread ??= `the files of its folder have more than ${count(MOST_BYTES * policy.max_bytes, 'byte')} together`;
      members.length = 0;
    } else members.push({ path, parts: name.split('/'), document: content.document });
  }
  budget.open(headline);
  return {
    files,
    digest: digest.digest('hex'),
    content: unread === null ? { kind: 'document', document: folderDocument(members) } : { kind: 'other' },
    unread,
    losses: [
      ...losses,
      ...(others.length === 0
        ? []
        : [`${few(others)}: not read, since the ending is none of JSON, JSON Lines, YAML and CSV`]),
    ],
  };
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
async function listed(root: Path, { policy, files, budget }: FolderReader) {
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
