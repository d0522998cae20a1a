import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';
import { plainEnvironment } from './repository.ts';

/** `describe` for tests against a real program, or a visible skip where it is not installed. */
export function describePeer(program: string, title: string, suite: () => void): void {
  const { status } = spawnSync(program, ['--version'], { env: plainEnvironment() });
  if (status === 0) describe(title, suite);
  else if (process.env['EVALGUARD_REQUIRE_PEERS'] === '1') {
    describe(title, () => {
      throw new Error(`EVALGUARD_REQUIRE_PEERS is 1 but ${program} is not installed`);
    });
  } else describe.skip(`${title} (${program} is not installed)`, suite);
}
