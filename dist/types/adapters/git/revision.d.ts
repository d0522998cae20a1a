import type { Commit, Repository } from './repository.js';
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
/**
 * Resolves a name to a commit. A short name is tried under every full name that it may stand for, so that a tag called
 * `origin/main` cannot shadow the branch: two answers that differ are `incomplete`, as is none.
 */
export declare function resolveRevision(repository: Repository, name: RevisionName): Promise<Revision>;
