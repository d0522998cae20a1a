import { type ChildProcess } from 'node:child_process';
import { EvalguardError } from '../../core/error.js';
/** Where and how git is run. */
export interface GitSetting {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    /** Whether evalguard runs in a hook that looks at the index. */
    readonly hook: boolean;
    /** A repository that is named rather than discovered, such as the bare one that the action fetches into. */
    readonly gitDirectory?: string;
    /** What git needs in order to fetch objects that this repository was promised, its token above all. */
    readonly fetchEnv?: NodeJS.ProcessEnv;
}
/** What a finished git process left. */
export interface Finished {
    readonly stdout: Buffer;
    readonly stderr: string;
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
}
/** Runs git: the only place that spawns it. `spawns` counts the processes, so that tests can bound them. */
export declare class Git {
    #private;
    spawns: number;
    constructor(setting: GitSetting);
    /** The same git for another repository. */
    elsewhere(gitDirectory: string): Git;
    /** Whether objects that are missing can be fetched. */
    get canFetch(): boolean;
    /** Starts git with the given arguments; its streams are pipes. */
    start(args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
    /** Runs git to its end and collects what it printed, however much. The exit code is the caller's to judge. */
    run(args: readonly string[], input?: string, env?: NodeJS.ProcessEnv): Promise<Finished>;
    /** Like {@link run}, but anything but exit code 0 is `incomplete`, with git's own words. */
    demand(args: readonly string[], input?: string, env?: NodeJS.ProcessEnv): Promise<Buffer>;
}
/** The error for a git that could not even be started. */
export declare function notStarted(args: readonly string[], cause: Error): EvalguardError;
/** The error for a git that failed or was killed: never an empty answer. */
export declare function gitFailed(args: readonly string[], finished: Omit<Finished, 'stdout'>): EvalguardError;
/**
 * Settings that keep git from starting programs of the user's or the repository's configuration: the file system
 * monitor, hooks such as post-index-change, gpg for each commit of a log.
 */
export declare const NO_PROGRAMS: string[];
/** The options of one command. rev-parse runs no hook, and is what says where the user's hooks are. */
export declare function optionsFor(args: readonly string[]): readonly string[];
/** The environment that gives git settings by name and value, whatever their names hold. */
export declare function configured(all: readonly (readonly [string, string])[]): NodeJS.ProcessEnv;
/**
 * Finds git on PATH, outside the work tree: a `git` that a pull request brings must never be run.
 * Throws `incomplete` where there is none.
 */
export declare function findGit(env: NodeJS.ProcessEnv, cwd: string): string;
