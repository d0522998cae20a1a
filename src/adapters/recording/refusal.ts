import { EvalguardError } from '../../core/error.ts';

/** The code that the system gave an error, such as `ENOSPC`; empty where it gave none. */
export function systemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

const REASONS: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and record again.'],
  EDQUOT: ['your quota on this disk is used up', 'Free some space and record again.'],
  EFBIG: ['the file would be larger than this system allows', 'Record fewer rows, or raise the limit.'],
  EROFS: ['the file system is read-only', 'Record into a directory that can be written to, with --ledger.'],
  EACCES: ['permission was denied', 'Check who may write there, or choose another directory with --ledger.'],
  EPERM: ['it is not permitted', 'Check who may write there, or choose another directory with --ledger.'],
  ENAMETOOLONG: ['its name is too long for this system', 'Give a shorter --suite, --routing or --variant.'],
  ENOTDIR: ['a part of its path is a file', 'Choose another directory with --ledger.'],
};

/** The error for a record that could not be written: what the system said, in words. */
export function notWritten(target: string, cause: unknown): EvalguardError {
  if (cause instanceof EvalguardError) return cause;
  const code = systemCode(cause);
  const [why, remedy] = Object.hasOwn(REASONS, code)
    ? REASONS[code]!
    : [cause instanceof Error ? cause.message : String(cause), 'Mend that and record again.'];
  return new EvalguardError(
    'input',
    `Nothing was recorded: ${target} could not be written, because ${why}.`,
    remedy,
    { cause },
  );
}
