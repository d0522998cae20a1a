import { addCheck } from './cli/check.ts';
import type { HostProcess } from './process.ts';
import { type Commands, runProgram } from './program.ts';

const COMMANDS: Commands = {
  check: async () => addCheck,
  audit: async () => (await import('./cli/audit.ts')).addAudit,
};

/** Runs `evalguard check` or `evalguard audit`: a program of its own, since a hook or a job that guards reads nothing else. */
export function run(host: HostProcess): Promise<number> {
  return runProgram(host, COMMANDS);
}
