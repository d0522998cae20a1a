import { incomplete } from '../../core/error.ts';
import type { Commit, Repository } from './repository.ts';

/** A revision as a user or an event names it, and where the name came from, for messages. */
export interface RevisionName {
  readonly text: string;
  /** `--base`, `--head`, an environment variable, an event's field. */
  readonly origin: string;
}

/** A resolved revision: the commit, and the full name that stood for it. */
export interface Revision {
  readonly commit: Commit;
  readonly name: string;
}

const SUFFIX = /^(.*?)((?:[~^]\d*|@\{[^{}]*\})*)$/s;
const SPELLED_OUT = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|refs\/.+|HEAD|[A-Z]+_HEAD)$/;
const ABBREVIATED = /^[0-9a-f]{4,64}$/;

/**
 * Resolves a name to a commit. A short name is tried under every full name that it may stand for, so that a tag called
 * `origin/main` cannot shadow the branch. Two answers that differ are `incomplete`, as is none.
 */
export async function resolveRevision(repository: Repository, name: RevisionName): Promise<Revision> {
  const { text, origin } = name;
  if (text.trim() === '') {
    throw incomplete(
      `${origin} is empty, so it names no commit and nothing was compared.`,
      'Give a branch, tag or commit id. An unset variable in the command is the usual cause.',
    );
  }
  if (/[\s:\0]|\.\./.test(text) || text.startsWith('-')) {
    throw incomplete(
      `${origin} ${JSON.stringify(text)} is not the name of one commit, so nothing was compared.`,
      'Give a branch, tag or commit id; ranges and paths are not taken here.',
    );
  }
  const [, stem = '', suffix = ''] = SUFFIX.exec(text) ?? [];
  const found: Revision[] = [];
  for (const full of fullNames(stem)) {
    const commit = await repository.commit(full + suffix);
    if (commit === 'ambiguous') throw ambiguous(name, [full]);
    if (commit !== 'missing') found.push({ commit, name: full + suffix });
  }
  const first = found[0];
  if (first === undefined) throw unresolved(repository, name);
  if (found.some(({ commit }) => commit.oid !== first.commit.oid))
    throw ambiguous(
      name,
      found.map((one) => one.name),
    );
  return first;
}

function fullNames(stem: string): readonly string[] {
  if (stem === '@' || stem === '') return ['HEAD'];
  if (SPELLED_OUT.test(stem)) return [stem];
  const names = [
    `refs/heads/${stem}`,
    `refs/tags/${stem}`,
    `refs/remotes/${stem}`,
    `refs/remotes/${stem}/HEAD`,
  ];
  return ABBREVIATED.test(stem) ? [...names, stem] : names;
}

function unresolved(repository: Repository, { text, origin }: RevisionName): Error {
  if (text === 'HEAD' && !repository.shallow) {
    return incomplete(
      `${origin === text ? 'HEAD' : `${origin} HEAD`} names no commit: the branch that is checked out has none yet, so nothing was looked at.`,
      'Commit first, or check out a branch that has commits; `evalguard check --staged` looks at what is about to be committed.',
    );
  }
  return incomplete(
    `${origin} ${JSON.stringify(text)} does not name a commit in this clone, so nothing was compared.`,
    repository.shallow
      ? 'This clone is shallow. Fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in CI) and check again.'
      : 'Check the spelling, or fetch it (`git fetch origin`), and check again.',
  );
}

function ambiguous({ text, origin }: RevisionName, names: readonly string[]): Error {
  return incomplete(
    `${origin} ${JSON.stringify(text)} is ambiguous: it can be ${names.join(' or ')}, and they differ.`,
    `Spell the name out in full, such as ${names[0]}.`,
  );
}
