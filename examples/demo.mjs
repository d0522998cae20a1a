// Shows evalguard refuse what it was made for: a commit that overwrites a measured result. Needs git and Node alone.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const evalguard = join(dirname(fileURLToPath(import.meta.url)), '../dist/cli.cjs');
const dir = mkdtempSync(join(tmpdir(), 'evalguard-demo-'));
const git = (...args) => execFileSync('git', args, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] });

/** A result as a harness writes it: ten questions, and which were answered. */
function result(answered) {
  const results = Array.from({ length: 10 }, (_, index) => ({
    id: `q${index + 1}`,
    scores: { completed: index < answered },
  }));
  return `${JSON.stringify(
    {
      schema: 'evalguard.result/v1',
      metrics_version: 3,
      method: { limits: { max_parallel_tasks: 1 } },
      models: { planner: 'acme:planner-2' },
      metrics: { completion_rate: { aggregate: 'rate', score: 'completed' } },
      aggregate: { completion_rate: answered / 10 },
      results,
    },
    null,
    2,
  )}\n`;
}

try {
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Demo');
  git('config', 'user.email', 'demo@example.invalid');
  git('config', 'core.hooksPath', '/dev/null');
  mkdirSync(join(dir, 'results'));
  const record = 'results/eval-2026-08-13-local-run1.json';
  writeFileSync(join(dir, record), result(10));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Measure: 10 of 10 completed');
  git('switch', '--quiet', '--create', 'new-navigation');
  writeFileSync(join(dir, record), result(0));
  git('commit', '--quiet', '--all', '--message', 'feat: replace TopNav with SideNav');
  console.log(`$ git log --oneline\n${git('log', '--oneline')}\n$ evalguard check --base main\n`);
  const { status } = spawnSync(process.execPath, [evalguard, 'check', '--base', 'main'], {
    cwd: dir,
    stdio: 'inherit',
  });
  console.log(`\n$ echo $?\n${status}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
