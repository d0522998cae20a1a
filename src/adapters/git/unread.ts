import { EvalguardError } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import type { Incomplete } from '../../core/report.ts';
import type { Absence } from './objects.ts';
import type { Git } from './process.ts';

/** Where an object stands: a path (`''` is the root) of a commit, or of the index. */
export interface ObjectPlace {
  readonly path: Path;
  readonly commit: string;
}

/** A mode that is spelled unlike git spells it (`040000`, `100664`): where, and under which name. */
export interface OddMode extends ObjectPlace {
  readonly name: Path;
}

/** What is wrong with an object: it is not there, or not what the tree that names it says. */
export type Unreadable = Absence | { readonly not: 'file' | 'directory' } | { readonly malformed: string };

/** How many objects are named one by one; the rest is counted. */
const NAMED = 20;

/**
 * Everything that a command could not read. Each fault is noted here, and the work goes on with the rest. A report lists
 * them all, so that nothing passes which was not looked at.
 */
export class Unread {
  readonly #noted = new Map<string, Incomplete>();
  #partial: Promise<boolean> | null = null;
  #fetchFailure: EvalguardError | null = null;

  constructor(
    private readonly git: Git,
    private readonly shallow: boolean,
  ) {}

  /** Everything that was noted: the first ones one by one, the rest as a number. */
  list(): readonly Incomplete[] {
    const all = [...this.#noted.values()];
    const rest = all.length - NAMED;
    if (rest <= 0) return all;
    const message = `${rest} more of ${all.length} files and directories could not be read.`;
    return [...all.slice(0, NAMED), { ...all[NAMED]!, message, path: null }];
  }

  note({ code, message, remedy, path }: EvalguardError): void {
    this.#noted.set(message, {
      code: code === 'incomplete' ? 'could-not-look' : code,
      message,
      remedy,
      path,
    });
  }

  /** Does some work. Where it cannot look, that is noted, and the answer is `otherwise`. */
  async attempt<T, Other>(work: () => Promise<T>, otherwise: Other): Promise<T | Other> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
      this.note(error);
      return otherwise;
    }
  }

  /** Notes modes that are spelled unlike git spells them, where a tree must be as git writes it. */
  async noteOdd(modes: readonly OddMode[]): Promise<void> {
    for (const { name, ...place } of modes) {
      const malformed = `it spells the mode of ${JSON.stringify(name)} unlike git does`;
      this.note(await this.error('', { malformed }, place));
    }
  }

  /** Remembers why objects could not be fetched: that is why they are missing. */
  fetchFailed(cause: EvalguardError): void {
    this.#fetchFailure ??= cause;
  }

  /** The error for an object that cannot be read. */
  async error(oid: string, why: Unreadable, { path, commit }: ObjectPlace): Promise<EvalguardError> {
    const place = `${path === '' ? 'The root directory' : path} of ${commit === 'index' ? 'the index' : `commit ${commit}`}`;
    const text = async (): Promise<readonly [string, string]> => {
      if (typeof why === 'object')
        return 'malformed' in why
          ? [
              `is a malformed tree: ${why.malformed}. What a checkout gives there is not known, so nothing below it was looked at.`,
              'Write the tree again with git itself: check the commit out, `git rm -r -q --cached . && git add -A`, and commit. `git fsck` names every such tree.',
            ]
          : [
              `could not be read: its tree names ${oid} as a ${why.not}, and that object is something else.`,
              'Write the commit again with git itself; `git fsck` names every such tree.',
            ];
      if (why === 'damaged')
        return [
          `could not be read: what is stored as ${oid} is damaged: it does not hash to its own name, or cannot be unpacked.`,
          'Run `git fsck`, fetch the object again from a sound clone (`git fetch --refetch`), and run this again.',
        ];
      if (this.#fetchFailure !== null)
        return [`could not be read: ${this.#fetchFailure.message}`, this.#fetchFailure.remedy];
      if (await this.#isPartial())
        return [
          `could not be read: this is a partial clone, which lacks the object ${oid}, and it could not be fetched.`,
          'Make the remote reachable and run this again: git fetches what is missing by itself. `git fetch --refetch --no-filter` fetches everything at once.',
        ];
      return [
        `could not be read: the object ${oid} is not in this clone, or is damaged there.`,
        this.shallow
          ? 'Fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in CI), and run this again.'
          : '`git fsck` names what is missing or damaged, `git fetch --refetch` fetches it again.',
      ];
    };
    const [what, remedy] = await text();
    return new EvalguardError('incomplete', `${place} ${what}`, remedy, {}, path === '' ? null : path);
  }

  /** Whether the clone was made without some objects, which it was promised instead. */
  #isPartial(): Promise<boolean> {
    const args = ['config', '--get-regexp', '^(remote\\..*\\.promisor|extensions\\.partialclone)$'];
    this.#partial ??= this.git.run(args).then(({ stdout }) => stdout.length > 0);
    return this.#partial;
  }
}
