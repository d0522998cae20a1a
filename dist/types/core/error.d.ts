/**
 * The kinds of error that stop evalguard before it has a verdict.
 *
 * - `usage`: the command line cannot be understood (exit 2)
 * - `policy`: a policy cannot be used (exit 2)
 * - `input`: a file that the user named cannot be read or written (exit 2)
 * - `incomplete`: evalguard could not look: git failed, history is missing (exit 3)
 */
export type ErrorCode = 'usage' | 'policy' | 'input' | 'incomplete';
/**
 * An error that a user can act on. `message` says what happened and why it matters, `remedy` what to do next.
 * Anything else that is thrown is a defect of evalguard.
 */
export declare class EvalguardError extends Error {
    readonly code: ErrorCode;
    readonly remedy: string;
    /** The file or directory that it is about. */
    readonly path: string | null;
    readonly name = "EvalguardError";
    constructor(code: ErrorCode, message: string, remedy: string, options?: {
        readonly cause?: unknown;
    }, 
    /** The file or directory that it is about. */
    path?: string | null);
}
/** evalguard could not look: never a pass, never a violation. */
export declare function incomplete(message: string, remedy: string, cause?: unknown): EvalguardError;
/** The reason why a file could not be read, as the end of a sentence; common codes of the system are put in words. */
export declare function whyUnreadable(cause: unknown): string;
