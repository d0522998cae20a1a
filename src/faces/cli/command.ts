import type { HostProcess, Printing } from '../process.ts';

/** What each command is given: the process, and a place to leave its exit code. */
export interface Cli {
  readonly host: Printing<HostProcess>;
  exit(code: number): void;
}
