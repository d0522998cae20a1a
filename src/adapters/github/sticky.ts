import type { GitHubClient, PullComment } from './client.ts';

/** The comment that a run wants to write. */
interface StickyComment {
  readonly pull: number;
  readonly marker: Marker;
  /** What stands below the marker. */
  readonly text: string;
  /** Whether one is to be made where none stands; one that stands is always brought up to date. */
  readonly create: boolean;
  /** Asks for the pull request's head as it is now; `null` where GitHub does not say. */
  readonly newest: () => Promise<string | null>;
}

/** The outcome for the comment. `kept`: a newer run's comment stays, or will be written. */
export type StickyOutcome =
  | { readonly kind: 'created' | 'updated' | 'kept'; readonly url: string }
  | { readonly kind: 'none' | 'outdated' };

/** A comment of evalguard's with this key. */
interface StandingComment extends PullComment {
  readonly marker: Marker;
}

/** Who writes where the token is a workflow's own, which may not ask for its name. */
const WORKFLOW_LOGIN = 'github-actions[bot]';

/** The body as GitHub gets it; `text` may have what is left below this many characters. */
export function markerLine(marker: Marker): string {
  return `${writeMarker(marker)}\n`;
}

/**
 * Makes the one comment say what this run found. It is found by marker and author over all pages; anybody can write a
 * marker, so that a comment by somebody else is never touched.
 */
export async function updateStickyComment(
  client: GitHubClient,
  wanted: StickyComment,
): Promise<StickyOutcome> {
  const { pull, marker } = wanted;
  const marked = markedWith(marker.key, await client.comments(pull));
  const login = marked.length === 0 ? null : await client.login();
  const own = marked.filter(({ author }) => author === (login ?? WORKFLOW_LOGIN));
  if (own[0] !== undefined) return settle(client, wanted, [own[0], ...own.slice(1)]);
  // A token of another app cannot say who it is. Its comment is known by its author once it has written one more.
  const create = wanted.create || (login === null && marked.some(({ author }) => author.endsWith('[bot]')));
  if (!create) return { kind: 'none' };
  const newest = await wanted.newest();
  if (newest !== null && newest !== marker.head) return { kind: 'outdated' };
  const made = await client.createComment(pull, markerLine(marker) + wanted.text);
  return keepOldest(client, wanted, made);
}

/** After one was made: two runs may both have found none. The oldest stays, so that both come to the same end. */
async function keepOldest(
  client: GitHubClient,
  wanted: StickyComment,
  made: PullComment,
): Promise<StickyOutcome> {
  const all = markedWith(wanted.marker.key, await client.comments(wanted.pull));
  const [oldest, ...others] = all.filter(({ author }) => author === made.author);
  if (oldest === undefined || oldest.id === made.id) return { kind: 'created', url: made.url };
  return settle(client, wanted, [oldest, ...others]);
}

/** Brings the oldest up to date and takes the others away. */
async function settle(
  client: GitHubClient,
  wanted: StickyComment,
  [oldest, ...others]: readonly [StandingComment, ...StandingComment[]],
): Promise<StickyOutcome> {
  const standing = [oldest, ...others].filter(({ marker }) => !isSame(marker, wanted.marker));
  // Asked right before writing: what was true when the run began may have been pushed over since.
  const newest = await wanted.newest();
  const outdated = standing.some(({ marker }) => !mayReplace(wanted.marker, marker, newest));
  if (outdated) {
    // Whoever wrote the newer one takes the others away; only this run's own is surely in the way.
    for (const one of others) if (isSame(one.marker, wanted.marker)) await client.deleteComment(one.id);
    return { kind: 'kept', url: oldest.url };
  }
  const { url } = await client.updateComment(oldest.id, markerLine(wanted.marker) + wanted.text);
  for (const { id } of others) await client.deleteComment(id);
  return { kind: 'updated', url };
}

function markedWith(key: string, comments: readonly PullComment[]): readonly StandingComment[] {
  return comments
    .flatMap((comment) => {
      const marker = readMarker(comment.body);
      return marker?.key === key ? [{ ...comment, marker }] : [];
    })
    .sort((a, b) => a.id - b.id);
}

function isSame(a: Marker, b: Marker): boolean {
  return a.head === b.head && a.run === b.run && a.attempt === b.attempt;
}

/** The invisible first line of a comment: which ledger it is for, and which run wrote it. */
export interface Marker {
  /** Keeps several ledgers of one repository apart. */
  readonly key: string;
  /** The head that the comment is about. */
  readonly head: string;
  /** `GITHUB_RUN_NUMBER`: grows with each run of a workflow. */
  readonly run: number;
  /** `GITHUB_RUN_ATTEMPT`: grows as a run is repeated. */
  readonly attempt: number;
}

/** What a key may be made of, so that it can stand in an HTML comment. */
export const COMMENT_KEY = /^[A-Za-z0-9._-]{1,100}$/;

const MARKER =
  /^<!-- evalguard key=([A-Za-z0-9._-]{1,100}) head=([0-9a-f]{40,64}) run=(\d{1,15}) attempt=(\d{1,15}) -->/;

export function writeMarker({ key, head, run, attempt }: Marker): string {
  return `<!-- evalguard key=${key} head=${head} run=${run} attempt=${attempt} -->`;
}

/** The marker that a comment begins with; a marker further down is a quotation. */
function readMarker(body: string): Marker | null {
  const [, key, head, run, attempt] = MARKER.exec(body) ?? [];
  if (key === undefined || head === undefined) return null;
  return { key, head, run: Number(run), attempt: Number(attempt) };
}

/**
 * More runs than this never begin while one runs. A marker that is further ahead was planted in a comment of our own
 * author, by another step that repeats a stranger's text, and keeps nobody's comment away.
 */
const MOST_AHEAD = 1_000;

/**
 * Whether a run may write over what stands. `newest` is the pull request's head as GitHub tells it now, `null` where it
 * does not: a run for an older head never writes over a newer one's. Where that is not known, the later run wins.
 */
function mayReplace(own: Marker, standing: Marker, newest: string | null): boolean {
  if (newest !== null && own.head !== newest) return false;
  if (newest !== null && standing.head !== newest) return true;
  if (standing.run > own.run + MOST_AHEAD || standing.attempt > own.attempt + MOST_AHEAD) return true;
  return own.run === standing.run ? own.attempt >= standing.attempt : own.run > standing.run;
}
