import { addAudit } from './cli/audit.ts';
import type { HostProcess } from './process.ts';
import { runProgram } from './program.ts';

/** Runs `evalguard audit`: a bundle of its own, so that git walks the history while the rest is loaded. */
export function run(host: HostProcess): Promise<number> {
  return runProgram(host, { audit: async () => addAudit });
}
