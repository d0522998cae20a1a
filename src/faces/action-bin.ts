import { actionsRunner } from '../adapters/github/runner.ts';
import { printable } from '../core/text.ts';
import { runAction } from './action.ts';

// A job that is cancelled ends by a signal. Ending in order lets what was fetched be taken away.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

// A log that is not read to its end is no failure of the check.
process.stdout.on('error', () => {});

runAction({
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  runner: actionsRunner(process.env),
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(printable(`evalguard: ${error instanceof Error ? error.stack : error}\n`));
    process.exitCode = 3;
  },
);
