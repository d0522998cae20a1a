/** What a comment of evalguard's says about itself, unseen: which ledger it is for, and which run wrote it. */
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
export function readMarker(body: string): Marker | null {
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
export function mayReplace(own: Marker, standing: Marker, newest: string | null): boolean {
  if (newest !== null && own.head !== newest) return false;
  if (newest !== null && standing.head !== newest) return true;
  if (standing.run > own.run + MOST_AHEAD || standing.attempt > own.attempt + MOST_AHEAD) return true;
  return own.run === standing.run ? own.attempt >= standing.attempt : own.run > standing.run;
}
