import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { ahead } from '../../core/ahead.ts';
import { incomplete } from '../../core/error.ts';
import { type Finished, type Git, gitFailed } from './process.ts';

/** An object as git stores it. `bytes` is `null` where it is larger than the reader was ready to take. */
export interface GitObject {
  readonly oid: string;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly size: number;
  readonly bytes: Buffer | null;
}

/** Why a name gave no object. `damaged`: it is there, and is not what its id says. */
export type Absence = 'missing' | 'ambiguous' | 'damaged';

/** The line before an object's content. */
interface Header {
  readonly oid: string;
  readonly type: GitObject['type'];
  readonly size: number;
}

interface Request {
  readonly name: string;
  readonly limit: number;
  resolve(answer: GitObject | Absence): void;
  reject(cause: unknown): void;
}

/** How many requests may wait for their answers: enough to keep git busy, few enough to keep memory flat. */
const WINDOW = 64;

/** How many objects may end git one after the other: more are no single damage. */
const MOST_RESTARTS = 50;

/**
 * Reads objects through one `git cat-file --batch`. Every object is hashed again, so that a damaged or exchanged one is
 * never judged. git ends at an object that it cannot unpack or fetch: the reader goes on behind it with a new process.
 */
export class ObjectReader {
  #child: ChildProcess;
  readonly #waiting: Request[] = [];
  #parser = new AnswerParser();
  #unsent = '';
  #over: unknown = null;
  #restarts = 0;
  /** The ids that are in this clone, once something could not be fetched: nothing else is asked for from then on. */
  #present: ReadonlySet<string> | null = null;

  constructor(private readonly git: Git) {
    this.#child = this.#start();
  }

  #start(): ChildProcess {
    const child = this.git.start(['cat-file', '--batch']);
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdin?.on('error', () => {});
    child.on('error', (cause) =>
      this.#fail(incomplete(`git cat-file: ${cause.message}`, 'Check that git works here.', cause)),
    );
    child.on('close', (code, signal) => {
      this.#ended({ stderr, code, signal }).catch((cause: unknown) => this.#fail(cause));
    });
    return child;
  }

  /** What git ended at is unreadable; the requests behind it are sent to a new process. */
  async #ended(finished: Omit<Finished, 'stdout'>): Promise<void> {
    const [culprit, ...rest] = this.#waiting;
    const isObject = finished.signal === null && /object|fetch|promisor|inflate|pack/i.test(finished.stderr);
    if (this.#over !== null || culprit === undefined || !isObject || this.#restarts === MOST_RESTARTS) {
      this.#fail(gitFailed(['cat-file'], finished));
      return;
    }
    this.#restarts += 1;
    const promised = /promisor|could not fetch|unable to fetch/i.test(finished.stderr);
    // git fetches one object after the other, and each failure would end it anew.
    if (promised) this.#present ??= await localObjects(this.git);
    this.#waiting.length = 0;
    this.#unsent = '';
    this.#parser = new AnswerParser();
    this.#child = this.#start();
    culprit.resolve(promised ? 'missing' : 'damaged');
    for (const { name, limit, resolve, reject } of rest) this.read(name, limit).then(resolve, reject);
  }

  /** The object that a name (an id, or a revision spelled out in full) stands for. Content above `limit` bytes is left out. */
  read(name: string, limit = Number.POSITIVE_INFINITY): Promise<GitObject | Absence> {
    return new Promise((resolve, reject) => {
      if (this.#over !== null) return reject(this.#over);
      if (this.#present !== null && OBJECT_ID.test(name) && !this.#present.has(name))
        return resolve('missing');
      this.#waiting.push({ name, limit, resolve, reject });
      if (this.#waiting.length === 1) this.#parser.expect(name, limit);
      if (this.#unsent === '') setImmediate(() => this.#send());
      this.#unsent += `${name}\n`;
    });
  }

  /** Names are sent together: a write for each of thousands would cost more than reading the answers. */
  #send(): void {
    this.#child.stdin?.write(this.#unsent, 'utf8');
    this.#unsent = '';
  }

  /** Reads many objects in order, a window at a time, so that memory does not grow with their number. */
  readAll(names: readonly string[], limit: number): AsyncGenerator<GitObject | Absence> {
    return ahead(names, WINDOW, (name) => this.read(name, limit));
  }

  /** Lets the git process end, without waiting for it. */
  close(): void {
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#child.unref();
  }

  #take(chunk: Buffer): void {
    this.#parser.push(chunk);
    while (this.#waiting.length > 0) {
      let answer: GitObject | Absence | null;
      try {
        answer = this.#parser.next();
      } catch (cause) {
        this.#child.kill();
        this.#fail(cause);
        return;
      }
      if (answer === null) return;
      this.#waiting.shift()?.resolve(answer);
      const following = this.#waiting[0];
      if (following !== undefined) this.#parser.expect(following.name, following.limit);
    }
  }

  #fail(cause: unknown): void {
    this.#over ??= cause;
    for (const request of this.#waiting.splice(0)) request.reject(this.#over);
  }
}

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/** The ids of all objects that are in the clone itself: git is not made to fetch anything by this. */
async function localObjects(git: Git): Promise<ReadonlySet<string>> {
  const args = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)', '--unordered'];
  return new Set((await git.demand(args)).toString('latin1').split('\n'));
}

/** Cuts the stream of `cat-file --batch` into answers: a header line, then as many bytes as it names, then a newline. */
class AnswerParser {
  #chunks: Buffer[] = [];
  #length = 0;
  #header: Header | null = null;
  #dropped = 0;
  #name = '';
  #limit = 0;

  expect(name: string, limit: number): void {
    this.#name = name;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next answer, or `null` where the rest of it has yet to arrive. */
  next(): GitObject | Absence | null {
    if (this.#header === null) {
      const line = this.#line();
      if (line === null) return null;
      if (line === `${this.#name} missing`) return 'missing';
      if (line === `${this.#name} ambiguous`) return 'ambiguous';
      const match = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/.exec(line);
      if (match === null)
        throw incomplete(`git cat-file gave an answer that was not understood: ${line}`, 'Run `git fsck`.');
      this.#header = { oid: match[1]!, type: match[2] as GitObject['type'], size: Number(match[3]) };
      this.#dropped = 0;
    }
    return this.#header.size > this.#limit ? this.#drop(this.#header) : this.#content(this.#header);
  }

  #content(header: Header): GitObject | 'damaged' | null {
    if (this.#length < header.size + 1) return null;
    const bytes = this.#cut(header.size + 1).subarray(0, header.size);
    this.#header = null;
    return isNamedBy(header, bytes) ? { ...header, bytes } : 'damaged';
  }

  #drop(header: Header): GitObject | null {
    const wanted = Math.min(this.#length, header.size + 1 - this.#dropped);
    this.#cut(wanted);
    this.#dropped += wanted;
    if (this.#dropped <= header.size) return null;
    this.#header = null;
    return { ...header, bytes: null };
  }

  #line(): string | null {
    let before = 0;
    for (const chunk of this.#chunks) {
      const end = chunk.indexOf(10);
      if (end >= 0)
        return this.#cut(before + end + 1)
          .subarray(0, before + end)
          .toString();
      before += chunk.length;
    }
    return null;
  }

  #cut(length: number): Buffer {
    const first = this.#chunks[0];
    if (first !== undefined && first.length > length) {
      this.#chunks[0] = first.subarray(length);
      this.#length -= length;
      return first.subarray(0, length);
    }
    const all = this.#chunks.length === 1 ? first! : Buffer.concat(this.#chunks);
    this.#chunks = all.length === length ? [] : [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}

/** Whether the content hashes to the id under which it is stored. */
function isNamedBy({ oid, type, size }: Header, bytes: Buffer): boolean {
  const hash = createHash(oid.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`${type} ${size}\0`).update(bytes).digest('hex') === oid;
}
