import { addCheck } from './cli/check.ts';
import type { HostProcess } from './process.ts';
import { runProgram } from './program.ts';

/** Runs `evalguard check`: a bundle of its own, since a hook or a job that runs it reads nothing else. */
export function run(host: HostProcess): Promise<number> {
  return runProgram(host, { check: async () => addCheck });
}
