import type { ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
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
  /** How many bytes the line has, with the newline. */
  readonly length: number;
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

/** git answers what was asked together in large pieces. Before 2.36 it knows only the other way, a write an object. */
const TOGETHER = ['cat-file', '--batch-command', '--buffer'];
const ONE_BY_ONE = ['cat-file', '--batch'];

/**
 * Reads objects through one `git cat-file`. Every object is hashed again, so that a damaged or exchanged one is never
 * judged. git ends at an object that it cannot unpack or fetch: the reader goes on behind it with a new process.
 */
export class ObjectReader {
  #child: ChildProcess;
  readonly #waiting: Request[] = [];
  #parser = new AnswerParser();
  #unsent: string[] = [];
  #over: unknown = null;
  #restarts = 0;
  #together = true;
  /** The ids that are in this clone, once something could not be fetched: nothing else is asked for from then on. */
  #present: ReadonlySet<string> | null = null;

  constructor(private readonly git: Git) {
    this.#child = this.#start();
  }

  #start(): ChildProcess {
    const child = this.git.start(this.#together ? TOGETHER : ONE_BY_ONE);
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
    if (this.#together && finished.code === USAGE && finished.stderr.includes('batch-command')) {
      this.#together = false;
      this.#restart();
      return;
    }
    const [culprit] = this.#waiting;
    const isObject = finished.signal === null && /object|fetch|promisor|inflate|pack/i.test(finished.stderr);
    if (this.#over !== null || culprit === undefined || !isObject || this.#restarts === MOST_RESTARTS) {
      this.#fail(gitFailed(['cat-file'], finished));
      return;
    }
    this.#restarts += 1;
    const promised = /promisor|could not fetch|unable to fetch/i.test(finished.stderr);
    // git fetches one object after the other, and each failure would end it anew.
    if (promised) this.#present ??= await localObjects(this.git);
    this.#waiting.shift();
    this.#restart();
    culprit.resolve(promised ? 'missing' : 'damaged');
  }

  /** Asks a new process for what still waits. */
  #restart(): void {
    const waiting = this.#waiting.splice(0);
    this.#unsent = [];
    this.#parser = new AnswerParser();
    this.#child = this.#start();
    for (const request of waiting) this.#ask(request);
  }

  /** The object that a name (an id, or a revision spelled out in full) stands for. Content above `limit` bytes is left out. */
  read(name: string, limit = Number.POSITIVE_INFINITY): Promise<GitObject | Absence> {
    return new Promise((resolve, reject) => this.#ask({ name, limit, resolve, reject }));
  }

  /** Many objects in order, at once: for small ones, such as directories. */
  readTogether(names: readonly string[]): Promise<readonly (GitObject | Absence)[]> {
    return new Promise((resolve, reject) => {
      const answers: (GitObject | Absence)[] = new Array(names.length);
      let missing = names.length;
      if (missing === 0) resolve(answers);
      for (const [at, name] of names.entries()) {
        const take = (answer: GitObject | Absence) => {
          answers[at] = answer;
          missing -= 1;
          if (missing === 0) resolve(answers);
        };
        this.#ask({ name, limit: Number.POSITIVE_INFINITY, resolve: take, reject });
      }
    });
  }

  #ask(request: Request): void {
    const { name, limit } = request;
    if (this.#over !== null) request.reject(this.#over);
    else if (this.#present !== null && OBJECT_ID.test(name) && !this.#present.has(name))
      request.resolve('missing');
    else {
      this.#waiting.push(request);
      if (this.#waiting.length === 1) this.#parser.expect(name, limit);
      if (this.#unsent.length === 0) setImmediate(() => this.#send());
      this.#unsent.push(this.#together ? `contents ${name}\n` : `${name}\n`);
    }
  }

  /** Names are sent together: a write for each of thousands would cost more than reading the answers. */
  #send(): void {
    if (this.#unsent.length === 0) return;
    if (this.#together) this.#unsent.push('flush\n');
    this.#child.stdin?.write(Buffer.from(this.#unsent.join('')));
    this.#unsent = [];
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

/** The exit code of a git that does not know an option. */
const USAGE = 129;

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/** The ids of all objects that are in the clone itself: git is not made to fetch anything by this. */
async function localObjects(git: Git): Promise<ReadonlySet<string>> {
  const args = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)', '--unordered'];
  return new Set((await git.demand(args)).toString('latin1').split('\n'));
}

/** Cuts the stream of `cat-file` into answers: a header line, then as many bytes as it names, then a newline. */
class AnswerParser {
  #chunks: Buffer[] = [];
  /** Where the next answer begins in the first chunk. */
  #at = 0;
  /** Bytes that have arrived and are no part of an answer yet. */
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
      const length = this.#lineLength();
      if (length === null) return null;
      this.#header = headerOf(this.#chunks[0]!.toString('latin1', this.#at, this.#at + length));
      if (this.#header === null) return this.#absence(length);
      this.#dropped = 0;
    }
    return this.#header.size > this.#limit ? this.#drop(this.#header) : this.#content(this.#header);
  }

  #absence(length: number): Absence {
    const line = this.#chunks[0]!.toString('utf8', this.#at, this.#at + length);
    this.#skip(length + 1);
    if (line === `${this.#name} missing`) return 'missing';
    if (line === `${this.#name} ambiguous`) return 'ambiguous';
    throw incomplete(`git cat-file gave an answer that was not understood: ${line}`, 'Run `git fsck`.');
  }

  #content(header: Header): GitObject | 'damaged' | null {
    const { oid, type, size, length } = header;
    if (!this.#gather(length + size + 1)) return null;
    const [chunk, at] = [this.#chunks[0]!, this.#at];
    this.#skip(length + size + 1);
    this.#header = null;
    // What an id is the hash of: the line without the id, a NUL in place of its newline, and the content.
    chunk[at + length - 1] = 0;
    const hashed = chunk.subarray(at + oid.length + 1, at + length + size);
    if (hash(oid.length === 64 ? 'sha256' : 'sha1', hashed) !== oid) return 'damaged';
    return { oid, type, size, bytes: chunk.subarray(at + length, at + length + size) };
  }

  #drop({ oid, type, size, length }: Header): GitObject | null {
    const wanted = Math.min(this.#length, length + size + 1 - this.#dropped);
    this.#skip(wanted);
    this.#dropped += wanted;
    if (this.#dropped < length + size + 1) return null;
    this.#header = null;
    return { oid, type, size, bytes: null };
  }

  /** How long the first line is, without its newline: it is in the first chunk then. `null` while it is not whole. */
  #lineLength(): number | null {
    let before = -this.#at;
    for (let index = 0; index < this.#chunks.length; index += 1) {
      const chunk = this.#chunks[index]!;
      const end = chunk.indexOf(10, index === 0 ? this.#at : 0);
      if (end >= 0) return this.#gather(before + end + 1) ? before + end : null;
      before += chunk.length;
    }
    return null;
  }

  /** Makes the first chunk hold as many bytes; false where they have yet to arrive. */
  #gather(length: number): boolean {
    if (this.#length < length) return false;
    if (this.#chunks[0]!.length - this.#at >= length) return true;
    this.#chunks[0] = this.#chunks[0]!.subarray(this.#at);
    this.#at = 0;
    let count = 0;
    for (let bytes = 0; bytes < length; count += 1) bytes += this.#chunks[count]!.length;
    this.#chunks.unshift(Buffer.concat(this.#chunks.splice(0, count)));
    return true;
  }

  /** Passes over bytes that have arrived. */
  #skip(length: number): void {
    this.#length -= length;
    this.#at += length;
    while (this.#chunks.length > 0 && this.#at >= this.#chunks[0]!.length)
      this.#at -= this.#chunks.shift()!.length;
  }
}

const TYPES: ReadonlySet<string> = new Set<GitObject['type']>(['blob', 'tree', 'commit', 'tag']);

/** `<id> <type> <size>`. */
function headerOf(line: string): Header | null {
  const space = line.indexOf(' ');
  const second = line.indexOf(' ', space + 1);
  const [oid, type, size] = [line.slice(0, space), line.slice(space + 1, second), line.slice(second + 1)];
  if (second < 0 || !TYPES.has(type) || !OBJECT_ID.test(oid) || !/^\d+$/.test(size)) return null;
  return { oid, type: type as GitObject['type'], size: Number(size), length: line.length + 1 };
}

/**
 * Works on many things in order and gives the answers in order. Up to `most` are under way at a time, so that whoever
 * answers is kept busy and memory stays flat.
 */
export async function* ahead<From, To>(
  source: Iterable<From> | AsyncIterable<From>,
  most: number,
  work: (one: From) => Promise<To>,
): AsyncGenerator<To> {
  const under: Promise<To>[] = [];
  for await (const one of source) {
    const answer = work(one);
    // A failure is reported when its turn comes; until then it must not count as unhandled.
    answer.catch(() => {});
    under.push(answer);
    if (under.length >= most) yield await under.shift()!;
  }
  while (under.length > 0) yield await under.shift()!;
}
