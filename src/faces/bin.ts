import { version } from '../../package.json';

// `evalguard --version` is asked by scripts in loops: it loads nothing else.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  // A reader that stops early (`evalguard check | head`) is no failure of the check.
  process.stdout.on('error', () => {});
  // Two programs, which the build lays beside this file: what runs on every commit loads nothing of the rest.
  const guards = process.argv[2] === 'check' || process.argv[2] === 'audit';
  const program = guards ? import('./guard.ts') : import('./cli.ts');
  program.then(async ({ run }) => {
    process.exitCode = await run({
      args: process.argv.slice(2),
      env: process.env,
      cwd: process.cwd(),
      // Opened where they are used: each costs as much as judging a small record.
      get stdin() {
        return process.stdin;
      },
      stdout: process.stdout,
      get stderr() {
        return process.stderr;
      },
    });
  });
}
