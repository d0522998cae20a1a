import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { incomplete } from '../../core/error.ts';
import { type Git, gitFailed } from './process.ts';

/** An object as git stores it. `bytes` is `null` where it is larger than the reader was ready to take. */
export interface GitObject {
  readonly oid: string;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly size: number;
  readonly bytes: Buffer | null;
}

/** Why a name gave no object. */
export type Absence = 'missing' | 'ambiguous';

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

/**
 * Reads objects through one `git cat-file --batch`. Every object is hashed again, so that a damaged or exchanged one is
 * never judged.
 */
export class ObjectReader {
  readonly #child: ChildProcess;
  readonly #waiting: Request[] = [];
  readonly #parser = new AnswerParser();
  #unsent = '';
  #stderr = '';
  #over: unknown = null;

  constructor(git: Git) {
    this.#child = git.start(['cat-file', '--batch']);
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.#child.stdin?.on('error', () => {});
    this.#child.on('error', (cause) =>
      this.#fail(incomplete(`git cat-file: ${cause.message}`, 'Check that git works here.', cause)),
    );
    this.#child.on('close', (code, signal) => {
      this.#fail(gitFailed(['cat-file'], { stderr: this.#stderr, code, signal }));
    });
  }

  /** The object that a name (an id, or a revision spelled out in full) stands for. Content above `limit` bytes is left out. */
  read(name: string, limit = Number.POSITIVE_INFINITY): Promise<GitObject | Absence> {
    return new Promise((resolve, reject) => {
      if (this.#over !== null) return reject(this.#over);
      this.#waiting.push({ name, limit, resolve, reject });
      if (this.#waiting.length === 1) this.#parser.expect(name, limit);
      if (this.#unsent === '') process.nextTick(() => this.#send());
      this.#unsent += `${name}\n`;
    });
  }

  /** Names are sent together: a write for each of thousands would cost more than reading the answers. */
  #send(): void {
    this.#child.stdin?.write(this.#unsent);
    this.#unsent = '';
  }

  /** Reads many objects in order, a window at a time, so that memory does not grow with their number. */
  async *readAll(names: readonly string[], limit: number): AsyncGenerator<GitObject | Absence> {
    const window: Promise<GitObject | Absence>[] = [];
    let next = 0;
    while (next < names.length || window.length > 0) {
      while (next < names.length && window.length < WINDOW) {
        const request = this.read(names[next++]!, limit);
        // A failure is told when its turn comes; until then it must not count as unhandled.
        request.catch(() => {});
        window.push(request);
      }
      yield await window.shift()!;
    }
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

  #content(header: Header): GitObject | null {
    if (this.#length < header.size + 1) return null;
    const bytes = this.#cut(header.size + 1).subarray(0, header.size);
    this.#header = null;
    verify(header, bytes);
    return { ...header, bytes };
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

function verify(header: Header, bytes: Buffer): void {
  const hash = createHash(header.oid.length === 64 ? 'sha256' : 'sha1');
  const actual = hash.update(`${header.type} ${header.size}\0`).update(bytes).digest('hex');
  if (actual !== header.oid) {
    throw incomplete(
      `The object ${header.oid} does not hash to its own name (it hashes to ${actual}): the repository is damaged.`,
      'Run `git fsck`, fetch the object again from a sound clone, and check again.',
    );
  }
}
