import type { GitHubClient, PullComment } from './client.ts';
import { type Marker, mayReplace, readMarker, writeMarker } from './marker.ts';

/** The comment that a run wants to stand. */
export interface StickyComment {
  readonly pull: number;
  readonly marker: Marker;
  /** What stands below the marker. */
  readonly text: string;
  /** Whether one is to be made where none stands; one that stands is always brought up to date. */
  readonly create: boolean;
  /** Asks for the pull request's head as it is now; `null` where GitHub does not tell. */
  readonly newest: () => Promise<string | null>;
}

/** What came of it. `kept`: a newer run's comment stands, or will. */
export type StickyOutcome =
  | { readonly kind: 'created' | 'updated' | 'kept'; readonly url: string }
  | { readonly kind: 'none' | 'outdated' };

/** A comment of evalguard's with this key. */
interface Standing extends PullComment {
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
export async function stick(client: GitHubClient, wanted: StickyComment): Promise<StickyOutcome> {
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
  return alone(client, wanted, made);
}

/** After one was made: two runs may both have found none. The oldest stays, so that both come to the same end. */
async function alone(client: GitHubClient, wanted: StickyComment, made: PullComment): Promise<StickyOutcome> {
  const all = markedWith(wanted.marker.key, await client.comments(wanted.pull));
  const [oldest, ...others] = all.filter(({ author }) => author === made.author);
  if (oldest === undefined || oldest.id === made.id) return { kind: 'created', url: made.url };
  return settle(client, wanted, [oldest, ...others]);
}

/** Brings the oldest up to date and takes the others away. */
async function settle(
  client: GitHubClient,
  wanted: StickyComment,
  [oldest, ...others]: readonly [Standing, ...Standing[]],
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

function markedWith(key: string, comments: readonly PullComment[]): readonly Standing[] {
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
