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
export class EvalguardError extends Error {
  override readonly name = 'EvalguardError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly remedy: string,
    options?: { readonly cause?: unknown },
    /** The file or directory that it is about. */
    readonly path: string | null = null,
  ) {
    super(message, options);
  }
}

/** The command line cannot be understood. */
export function usageError(message: string, remedy: string, cause?: unknown): EvalguardError {
  return new EvalguardError('usage', message, remedy, { cause });
}

/** A file that the user named cannot be read or written. */
export function inputError(message: string, remedy: string, cause?: unknown): EvalguardError {
  return new EvalguardError('input', message, remedy, { cause });
}

/** evalguard could not look: never a pass, never a violation. */
export function incomplete(message: string, remedy: string, cause?: unknown): EvalguardError {
  return new EvalguardError('incomplete', message, remedy, { cause });
}

const SYSTEM_CODES: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a part of its path is no directory'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'it may not be read'],
  ['EPERM', 'it may not be read'],
]);

/** The reason why a file could not be read, as the end of a sentence; common codes of the system are put in words. */
export function whyUnreadable(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return ('code' in cause ? SYSTEM_CODES.get(cause.code) : undefined) ?? cause.message;
}
