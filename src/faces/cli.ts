import type { HostProcess } from './process.ts';
import { type Commands, runProgram } from './program.ts';

/** Every command: a check must not wait for what it does not use. */
const COMMANDS: Commands = {
  check: async () => (await import('./cli/check.ts')).addCheck,
  record: async () => (await import('./cli/record.ts')).addRecord,
  audit: async () => (await import('./cli/audit.ts')).addAudit,
  retract: async () => (await import('./cli/retract.ts')).addRetract,
  show: async () => (await import('./cli/show.ts')).addShow,
  compare: async () => (await import('./cli/compare.ts')).addCompare,
  cite: async () => (await import('./cli/cite.ts')).addCite,
  explain: async () => (await import('./cli/explain.ts')).addExplain,
  map: async () => (await import('./cli/map.ts')).addMap,
  init: async () => (await import('./cli/init.ts')).addInit,
};

/** Runs `evalguard` with the given arguments and gives the exit code. */
export function run(host: HostProcess): Promise<number> {
  return runProgram(host, COMMANDS);
}
