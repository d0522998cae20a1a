/** What each exit code of a command means, in a few words. Usage and policy errors are 2 everywhere. */
export interface ExitCodes {
  readonly 0: string;
  readonly 1?: string;
  readonly 2?: string;
  readonly 3?: string;
}

const USAGE = 'the command line, the policy or a named file cannot be used';

/** What every command says that could not look: neither a pass nor a violation. */
export const NOT_LOOKED = 'evalguard could not look: git failed, or history is missing';

/** The end of a command's help: the exit codes that it can give. */
export function exitCodesText(codes: ExitCodes): string {
  const all = { 2: USAGE, ...codes };
  return ['', 'Exit codes:', ...Object.entries(all).map(([code, means]) => `  ${code}  ${means}`), ''].join(
    '\n',
  );
}
