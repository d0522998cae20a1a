import { Budget } from '../../core/budget.js';
import type { Path } from '../../core/path.js';
import { type GitObject, ObjectReader } from './objects.js';
import { Git, type GitSetting } from './process.js';
import { CommitSnapshot, ListedSnapshot } from './snapshot.js';
import { TreeReader } from './trees.js';
import { type ObjectPlace, Unread } from './unread.js';
/** A commit: its id, tree, parents, and the instant it was committed (seconds since 1970). */
export interface Commit {
    readonly oid: string;
    readonly tree: string;
    readonly parents: readonly string[];
    readonly committed: number;
    /** The first line of its message. */
    readonly subject: string;
}
/** A file that is to be read, and where it stands. */
export interface WantedFile extends ObjectPlace {
    readonly oid: string;
}
/** How git is asked for the index and for a merge: raw, whole, unfiltered, whatever the user's configuration says. */
export declare const RAW: readonly ['-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=none'];
/** A repository, read as git objects: nothing of it is checked out, executed or written. */
export declare class Repository {
    #private;
    readonly git: Git;
    readonly objects: ObjectReader;
    /** The root of the work tree, or `null` in a bare repository. */
    readonly workTree: string | null;
    readonly gitDirectory: string;
    readonly shallow: boolean;
    /** Digits of an object id: 40 (SHA-1) or 64 (SHA-256). */
    readonly idLength: 40 | 64;
    /** What the judging of its files draws from. */
    readonly budget: Budget;
    /** What could not be read so far. */
    readonly unread: Unread;
    readonly trees: TreeReader;
    private constructor();
    /** Opens the repository around `setting.cwd`. Throws `incomplete` where git finds none or does not trust it. */
    static open(setting: GitSetting, budget?: Budget): Promise<Repository>;
    close(): void;
    /** The commit that a name spelled out in full (an id or `refs/…`, with `^` and `~`) stands for, or why there is none. */
    commit(name: string): Promise<Commit | 'missing' | 'ambiguous'>;
    snapshot(commit: Commit): CommitSnapshot;
    /** What histories that have no commit in common share: a snapshot without files, of no commit. */
    nothingShared(): CommitSnapshot;
    /**
     * Fetches objects in one batch where this repository has only been promised them; git itself would fetch them one by
     * one. Trees come with the trees below them. Nothing to do in a repository that was cloned.
     */
    prefetch(oids: readonly string[]): Promise<void>;
    /** Fetches a commit and its history where this repository has only been promised them. */
    prefetchCommit(oid: string): Promise<void>;
    /** Fetches files like {@link prefetch}. Where that fails, those that are missing say so when they are read. */
    prefetchFiles(oids: readonly string[]): Promise<void>;
    /**
     * The contents of files, in order; above `limit` bytes the size alone. `null` where one cannot be read: that is noted
     * in `unread`, so that nobody can pass over it.
     */
    contents(files: readonly WantedFile[], limit: number): AsyncGenerator<GitObject | null>;
    /** The content of one file (see {@link contents}). */
    content(file: WantedFile, limit: number): Promise<GitObject | null>;
    /** The index as a snapshot. Throws `incomplete` while it holds an unresolved merge. */
    index(): Promise<ListedSnapshot>;
    /** Whether the index holds anything but what the commit holds. */
    isStaged(commit: Commit): Promise<boolean>;
    /** The best common ancestors of two commits: none, one, or several after criss-cross merges. */
    mergeBases(a: string, b: string): Promise<readonly string[]>;
    /**
     * The newest published commits below the given ones: those that some remote-tracking branch holds. `null` where the
     * repository has no remote-tracking branch, so that nothing counts as published.
     */
    publishedBelow(oids: readonly string[]): Promise<readonly string[] | null>;
    /**
     * The tips of remote-tracking branches (of local ones where there are none) that have no history in common with the
     * given commits.
     */
    unrelatedTips(oids: readonly string[]): Promise<readonly string[]>;
    /** The branch that HEAD stands on, without `refs/heads/`; `null` where it is detached. */
    currentBranch(): Promise<string | null>;
    /** How many files below the directories differ from HEAD or are untracked: what a check of commits does not see. */
    uncommitted(directories: readonly Path[]): Promise<number>;
    /** The ids of the commits that head has and the others lack, parents before their children. */
    commitsBetween(others: readonly string[], head: string): Promise<readonly string[]>;
    /** Whether any reference leads to a commit. */
    hasCommits(): Promise<boolean>;
}
