import { version } from '../../package.json';
import type { HostProcess } from './process.ts';

// `evalguard --version` is asked by scripts in loops: it loads nothing else.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  // A reader that stops early (`evalguard check | head`) is no failure of the check.
  process.stdout.on('error', () => {});
  // The build lays these beside this file, each a program of its own: what runs on every commit, and what reads most.
  const own = process.argv[2] === 'check' || process.argv[2] === 'audit';
  const program = own ? `./${process.argv[2]}.cjs` : './commands.cjs';
  import(program).then(async ({ run }: { run(host: HostProcess): Promise<number> }) => {
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
