/** An event as a CI hands it over: its name, and its payload as parsed JSON, which is not trusted to have any shape. */
export interface CiEvent {
  readonly name: string;
  readonly payload: unknown;
  /** The commit that the run stands on (`GITHUB_SHA`), or an empty text. */
  readonly sha: string;
  /** The full reference that the run stands on (`GITHUB_REF`), or an empty text. */
  readonly ref: string;
}

/** A commit to compare, by id or by full reference, and where the name came from. */
export interface EventPoint {
  readonly name: string;
  readonly origin: string;
}

/** The pull request that an event belongs to. */
export interface PullRequest {
  readonly number: number;
  /** The branch that it is to land on, without `refs/heads/`. */
  readonly base: string;
  /** The id of its newest commit. */
  readonly head: string;
}

/** A branch other than the default one that was pushed to, and what it held before. */
export interface PushedBranch {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly before: EventPoint;
}

/**
 * The commits that an event asks to be compared.
 *
 * - `diff`: head against base. `keep` says what of base must be kept: `base` itself, or their `merge-base`.
 *   `pushed`: where the policy protects this branch, its own past is what must be kept.
 * - `all`: every record, since the event names nothing older to compare with.
 * - `find-pull`: the pull request must be looked up first; it counts only where its head is `head`.
 * - `incomplete`: the event does not say. Never "nothing to compare".
 */
export type EventRange =
  | {
      readonly kind: 'diff';
      readonly base: EventPoint;
      readonly head: EventPoint;
      readonly keep: 'base' | 'merge-base';
      readonly pull: PullRequest | null;
      readonly pushed?: PushedBranch;
    }
  | { readonly kind: 'all'; readonly head: EventPoint }
  | { readonly kind: 'find-pull'; readonly owner: string; readonly branch: string; readonly head: string }
  | { readonly kind: 'incomplete'; readonly message: string; readonly remedy: string };

const READERS: ReadonlyMap<string, (event: CiEvent) => EventRange> = new Map([
  ['pull_request', pullRequest],
  ['pull_request_target', pullRequest],
  ['merge_group', mergeGroup],
  ['push', push],
  ['workflow_dispatch', onRequest],
  ['schedule', onRequest],
  ['workflow_run', workflowRun],
]);

const NAME_A_BASE = 'Give the input `base` (and `head`), or run on pull_request_target, merge_group or push.';

/** Reads from an event what is to be compared. Every event that is not known is `incomplete`. */
export function eventRange(event: CiEvent): EventRange {
  const reader = READERS.get(event.name);
  if (reader !== undefined) return reader(event);
  const name =
    event.name === '' ? 'No event is named' : `The event ${JSON.stringify(event.name)} is not known`;
  return unknown(`${name}, so it is not known what to compare and nothing was checked.`);
}

/** The `base.sha` of a pull request's payload. It goes stale, so it is good for a remark at most. */
export function baseHint(payload: unknown): string | null {
  return commitId(at(payload, 'pull_request', 'base', 'sha'));
}

/** The range of a pull request. `base.sha` of the payload is left alone: it goes stale between pushes. */
export function pullRange(pull: PullRequest, origin: string): EventRange {
  return {
    kind: 'diff',
    base: { name: `refs/heads/${pull.base}`, origin: `${origin}'s base branch` },
    head: { name: pull.head, origin: `${origin}'s head` },
    keep: 'merge-base',
    pull,
  };
}

/** The pull request that a payload or an answer of the REST API describes, or `null` where a part is missing. */
export function readPullRequest(value: unknown): PullRequest | null {
  const number = at(value, 'number');
  const base = branchName(at(value, 'base', 'ref'));
  const head = commitId(at(value, 'head', 'sha'));
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return null;
  return base === null || head === null ? null : { number, base, head };
}

/**
 * The name by which a server knows a commit that a person named: a whole id and a full reference stay, `main` and
 * `origin/main` are branches. `null` for what only a clone can resolve, such as `HEAD~1`.
 */
export function referenceOf(name: string): string | null {
  if (commitId(name) !== null) return name;
  const branch = branchName(name.replace(/^(?:refs\/remotes\/origin|refs\/heads|origin)\//, ''));
  if (branch === null || name === 'HEAD') return null;
  return name.startsWith('refs/') && branch === name ? name : `refs/heads/${branch}`;
}

/** The commits that the user named in place of the event's. `newest` is head where nobody says otherwise. */
export interface NamedPoints {
  readonly base: EventPoint | null;
  readonly head: EventPoint | null;
  readonly newest: EventPoint | null;
}

/** The range with what the user named. A base that is named makes every event one that can be judged. */
export function withNames(range: EventRange, { base, head, newest }: NamedPoints): EventRange {
  const known = range.kind === 'diff' || range.kind === 'all' ? range : null;
  const chosen = head ?? known?.head ?? newest;
  if (base !== null && chosen !== null) {
    const pull = range.kind === 'diff' ? range.pull : null;
    return { kind: 'diff', base, head: chosen, keep: 'merge-base', pull };
  }
  return head === null || known === null ? range : { ...known, head };
}

function pullRequest({ name, payload }: CiEvent): EventRange {
  const pull = readPullRequest(at(payload, 'pull_request'));
  return pull === null
    ? unsaid(name, 'pull_request.number, pull_request.base.ref and pull_request.head.sha')
    : pullRange(pull, 'the pull request');
}

function mergeGroup({ name, payload }: CiEvent): EventRange {
  const base = commitId(at(payload, 'merge_group', 'base_sha'));
  const head = commitId(at(payload, 'merge_group', 'head_sha'));
  if (base === null || head === null) return unsaid(name, 'merge_group.base_sha and merge_group.head_sha');
  return exactly(
    { name: base, origin: "the merge group's base_sha" },
    { name: head, origin: "the merge group's head_sha" },
  );
}

function push({ name, payload, ref }: CiEvent): EventRange {
  const before = at(payload, 'before');
  const after = at(payload, 'after');
  if (isZero(after)) return unknown('The push deletes its reference, so there is nothing left to judge.');
  const head = commitId(after);
  if (head === null || typeof before !== 'string') return unsaid(name, 'before and after');
  const point = { name: head, origin: "the push's after" };
  const old = isZero(before) ? null : commitId(before);
  if (old === null && !isZero(before)) return unsaid(name, 'before');
  const own = old === null ? null : { name: old, origin: "the push's before" };
  const main = branchName(at(payload, 'repository', 'default_branch'));
  const said = at(payload, 'ref');
  const pushed = typeof said === 'string' ? said : ref;
  if (main === null || pushed === '')
    return own === null ? unsaid(name, 'repository.default_branch') : exactly(own, point);
  // The first push of the default branch has nothing older to compare with: everything in it is new.
  if (pushed === `refs/heads/${main}`)
    return own === null ? { kind: 'all', head: point } : exactly(own, point);
  // What another branch held before was never published: it may be amended until it lands.
  const range = againstDefaultBranch(main, point);
  const branch = branchName(pushed.replace(/^refs\/heads\//, ''));
  return own === null || branch === null || branch === pushed
    ? range
    : { ...range, pushed: { branch, before: own } };
}

/** Nothing changed when somebody, or the clock, asks: the default branch is judged whole, another against it. */
function onRequest({ name, payload, sha, ref }: CiEvent): EventRange {
  const head = commitId(sha);
  if (head === null)
    return unknown(`The event ${name} came without GITHUB_SHA, so there is nothing to judge.`);
  const point = { name: head, origin: 'GITHUB_SHA' };
  const branch = branchName(at(payload, 'repository', 'default_branch'));
  const other = ref.startsWith('refs/heads/') && branch !== null && ref !== `refs/heads/${branch}`;
  return other ? againstDefaultBranch(branch, point) : { kind: 'all', head: point };
}

function workflowRun({ name, payload }: CiEvent): EventRange {
  const run = at(payload, 'workflow_run');
  const trigger = at(run, 'event');
  const owner = at(run, 'head_repository', 'owner', 'login');
  const branch = branchName(at(run, 'head_branch'));
  const head = commitId(at(run, 'head_sha'));
  if (typeof owner !== 'string' || owner === '' || branch === null || head === null)
    return unsaid(name, 'workflow_run.head_repository, head_branch and head_sha');
  if (trigger !== 'pull_request' && trigger !== 'pull_request_target') {
    return unknown(
      `The workflow that ended ran on ${JSON.stringify(trigger)}, which says nothing about what to compare, so nothing was checked.`,
    );
  }
  return { kind: 'find-pull', owner, branch, head };
}

function exactly(base: EventPoint, head: EventPoint): EventRange {
  return { kind: 'diff', base, head, keep: 'base', pull: null };
}

function againstDefaultBranch(
  branch: string,
  head: EventPoint,
): Extract<EventRange, { readonly kind: 'diff' }> {
  const base = { name: `refs/heads/${branch}`, origin: 'the default branch' };
  return { kind: 'diff', base, head, keep: 'merge-base', pull: null };
}

function unsaid(name: string, fields: string): EventRange {
  return unknown(
    `The event ${name} came without a usable ${fields}, so it is not known what to compare and nothing was checked.`,
  );
}

function unknown(message: string): EventRange {
  return { kind: 'incomplete', message, remedy: NAME_A_BASE };
}

/** The value below own properties only; `undefined` where one is missing. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  let here: unknown = value;
  for (const key of keys) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as { readonly [key: string]: unknown })[key];
  }
  return here;
}

function isZero(value: unknown): boolean {
  return typeof value === 'string' && /^0+$/.test(value);
}

function commitId(value: unknown): string | null {
  return typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) && !isZero(value)
    ? value
    : null;
}

/** A name that git takes for a branch: it becomes part of a refspec, so nothing that has a meaning there is let in. */
function branchName(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value === '@') return null;
  const refused = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|\.lock$/;
  return refused.test(value) ? null : value;
}
