import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Budget } from '../../core/budget.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import type { Entry } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import { fetchCommits, fetchObjects } from './fetch.ts';
import { type GitObject, ObjectReader } from './objects.ts';
import { configured, Git, type GitSetting, gitFailed } from './process.ts';
import { CommitSnapshot, ListedSnapshot, NO_COMMIT } from './snapshot.ts';
import { parseRaw, TreeReader } from './trees.ts';
import { type ObjectPlace, Unread } from './unread.ts';

/** A commit: its id, tree, parents, and the instant it was committed (seconds since 1970). */
export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly committed: number;
  /** The first line of its message. */
  readonly subject: string;
}

/** The last second that the calendar of ECMAScript reaches a week after: a date in a commit can be any number. */
const LATEST = 8_640_000_000_000 - 7 * 86_400;

/** A file that is to be read, and where it stands. */
export interface WantedFile extends ObjectPlace {
  readonly oid: string;
}

/** How git is asked for the index and for a merge: raw, whole, unfiltered, whatever the user's configuration says. */
export const RAW = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=none'] as const;
/** How git is asked for what the next commit holds: a file that is only intended to be added (`git add -N`) is not in it. */
const INDEX = ['diff-index', '--cached', '--ita-invisible-in-index'] as const;
const EMPTY_TREE = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** A repository, read as git objects: nothing of it is checked out, executed or written. */
export class Repository {
  readonly #fetched = new Set<string>();
  /** What could not be read so far. */
  readonly unread: Unread;
  readonly trees: TreeReader;

  private constructor(
    readonly git: Git,
    readonly objects: ObjectReader,
    /** The root of the work tree, or `null` in a bare repository. */
    readonly workTree: string | null,
    readonly gitDirectory: string,
    readonly shallow: boolean,
    /** Digits of an object id: 40 (SHA-1) or 64 (SHA-256). */
    readonly idLength: 40 | 64,
    /** What the judging of its files draws from. */
    readonly budget: Budget,
  ) {
    this.unread = new Unread(git, shallow);
    this.trees = new TreeReader(objects, this.unread);
  }

  /** Opens the repository around `setting.cwd`. Throws `incomplete` where git finds none or does not trust it. */
  static async open(setting: GitSetting, budget = new Budget()): Promise<Repository> {
    const git = new Git(setting);
    // Started side by side: both cost a process each, and the second is always needed.
    const objects = new ObjectReader(git);
    try {
      const answer = await git.demand([
        'rev-parse',
        '--is-shallow-repository',
        '--show-object-format',
        '--is-inside-work-tree',
        '--absolute-git-dir',
        '--show-cdup',
      ]);
      const [shallow, format, inside, gitDirectory = '', up = ''] = answer.toString().split('\n');
      const workTree = inside === 'true' ? resolve(setting.cwd, up) : null;
      return new Repository(
        git,
        objects,
        workTree,
        gitDirectory,
        shallow === 'true',
        format === 'sha256' ? 64 : 40,
        budget,
      );
    } catch (error) {
      objects.close();
      throw error;
    }
  }

  close(): void {
    this.objects.close();
  }

  /** The commit that a name spelled out in full (an id or `refs/…`, with `^` and `~`) stands for, or why there is none. */
  async commit(name: string): Promise<Commit | 'missing' | 'ambiguous'> {
    const object = await this.objects.read(`${name}^{commit}`);
    if (object === 'damaged') throw await this.unread.error(name, object, { path: '', commit: name });
    if (typeof object === 'string') return object;
    return parseCommit(object.oid, object.bytes?.toString() ?? '');
  }

  snapshot(commit: Commit): CommitSnapshot {
    return new CommitSnapshot(commit.oid, commit.tree, this.trees);
  }

  /** What histories that have no commit in common share: a snapshot without files, of no commit. */
  nothingShared(): CommitSnapshot {
    return new CommitSnapshot(NO_COMMIT, EMPTY_TREE[this.idLength], this.trees);
  }

  /**
   * Fetches objects in one batch where this repository has only been promised them; git itself would fetch them one by
   * one. Trees come with the trees below them. Nothing to do in a repository that was cloned.
   */
  async prefetch(oids: readonly string[]): Promise<void> {
    if (!this.git.canFetch) return;
    // git knows the empty tree without fetching it, and a server need not have it.
    const wanted = [...new Set(oids)]
      .filter((oid) => !this.#fetched.has(oid) && oid !== EMPTY_TREE[this.idLength])
      .sort();
    if (wanted.length === 0) return;
    await fetchObjects(this.git, wanted);
    for (const oid of wanted) this.#fetched.add(oid);
  }

  /** Fetches a commit and its history where this repository has only been promised them. */
  async prefetchCommit(oid: string): Promise<void> {
    if (this.git.canFetch) await fetchCommits(this.git, [oid], true);
  }

  /** Fetches files like {@link prefetch}. Where that fails, those that are missing say so when they are read. */
  async prefetchFiles(oids: readonly string[]): Promise<void> {
    await this.prefetch(oids).catch((cause: unknown) => {
      if (!(cause instanceof EvalguardError)) throw cause;
      this.unread.fetchFailed(cause);
    });
  }

  /**
   * The contents of files, in order; above `limit` bytes the size alone. `null` where one cannot be read: that is noted
   * in `unread`, so that nobody can pass over it.
   */
  async *contents(files: readonly WantedFile[], limit: number): AsyncGenerator<GitObject | null> {
    const oids = files.map(({ oid }) => oid);
    await this.prefetchFiles(oids);
    let at = 0;
    for await (const object of this.objects.readAll(oids, limit)) {
      const { oid, path, commit } = files[at++]!;
      const isFile = typeof object !== 'string' && object.type === 'blob';
      if (!isFile) {
        const why = typeof object === 'string' ? object : ({ not: 'file' } as const);
        this.unread.note(await this.unread.error(oid, why, { path, commit }));
      }
      yield isFile ? object : null;
    }
  }

  /** The content of one file (see {@link contents}). */
  async content(file: WantedFile, limit: number): Promise<GitObject | null> {
    for await (const object of this.contents([file], limit)) return object;
    return null;
  }

  /** The index as a snapshot. Throws `incomplete` while it holds an unresolved merge. */
  async index(): Promise<ListedSnapshot> {
    const raw = await this.git.demand([...INDEX, ...RAW, EMPTY_TREE[this.idLength], '--']);
    const files = new Map<Path, Entry>();
    for (const { path, after } of parseRaw(raw)) {
      if (after === null) {
        throw incomplete(
          `The index holds an unresolved merge at ${path}, so it cannot be told what would be committed.`,
          'Resolve the conflict, `git add` the file, and commit again.',
        );
      }
      files.set(path, after);
    }
    return new ListedSnapshot('index', files);
  }

  /** Whether the index holds anything but what the commit holds. */
  async isStaged(commit: Commit): Promise<boolean> {
    const args = [...INDEX, '--quiet', '--ignore-submodules=none', commit.oid, '--'];
    const finished = await this.git.run(args);
    if (finished.code !== 0 && finished.code !== 1) throw gitFailed(args, finished);
    return finished.code === 1;
  }

  /** The branch that is checked out, without `refs/heads/`; `null` where it is detached. */
  async currentBranch(): Promise<string | null> {
    const head = await readFile(join(this.gitDirectory, 'HEAD'), 'utf8').catch(() => '');
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null;
  }

  /** How many files below the directories differ from HEAD or are untracked: what a check of commits does not see. */
  async uncommitted(directories: readonly Path[]): Promise<number> {
    // In a submodule git would run again, with the submodule's configuration.
    const counted = ['--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];
    const args = ['status', '--porcelain=v1', '-z', ...counted, '--', ...directories];
    // Only a note depends on it: where git cannot answer, there is none.
    const { stdout, code } = await this.git.run(args, '', await this.#withoutFilters());
    return code === 0 ? stdout.toString().split('\0').length - 1 : 0;
  }

  /** The environment in which no filter runs: attributes of a branch decide which of the configured ones would. */
  async #withoutFilters(): Promise<NodeJS.ProcessEnv> {
    const drivers = '^filter\\..*\\.(clean|smudge|process)$';
    const { stdout } = await this.git.run(['config', '--null', '--name-only', '--get-regexp', drivers]);
    const names = [...new Set(stdout.toString().split('\0').filter(Boolean))];
    return configured(
      names.flatMap((name) => [[name, ''] as const, [name.replace(/[a-z]+$/, 'required'), 'false'] as const]),
    );
  }
}

function parseCommit(oid: string, text: string): Commit {
  const head = text.slice(0, text.indexOf('\n\n') < 0 ? text.length : text.indexOf('\n\n'));
  const lines = head.split('\n');
  const tree = lines.find((line) => line.startsWith('tree '))?.slice(5);
  const committer = lines.find((line) => line.startsWith('committer '));
  if (tree === undefined) throw incomplete(`The commit ${oid} is malformed.`, 'Run `git fsck`.');
  return {
    oid,
    tree,
    parents: lines.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7)),
    committed: Math.min(LATEST, Number(/ (\d+) [+-]\d+$/.exec(committer ?? '')?.[1] ?? 0)),
    subject: text.slice(head.length).trimStart().split('\n', 1)[0] ?? '',
  };
}

/** Where a check or an audit looks: nothing is taken from the process itself. */
export interface RepositoryPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A repository that is named rather than discovered. */
  readonly gitDirectory?: string;
  /** What git needs to fetch objects that the repository was promised. */
  readonly fetchEnv?: NodeJS.ProcessEnv;
  /** What the work may cost; the usual budget unless said. */
  readonly budget?: Budget;
}

/**
 * Opens the repository of a check or an audit; of a `hook`, where the index is looked at. A face calls this before it
 * loads the rest: git starts while Node reads the program.
 */
export function openRepository(place: RepositoryPlace, hook = false): Promise<Repository> {
  const { cwd, env, gitDirectory, fetchEnv, budget } = place;
  const setting = {
    cwd,
    env,
    hook,
    ...(gitDirectory === undefined ? {} : { gitDirectory }),
    ...(fetchEnv === undefined ? {} : { fetchEnv }),
  };
  return Repository.open(setting, budget);
}
