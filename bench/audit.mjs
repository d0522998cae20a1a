// The audit of long histories, each beside the `git log` that it needs: whole processes.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { place } from './ledgers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const evalguard = join(root, 'dist/cli.cjs');
const FIRST = 1_700_000_000;

/**
 * A repository of as many commits, each of which adds one small record. Where `broken` asks for it, one of every thousand
 * overwrites an earlier record instead.
 */
export function history({ commits, folders = true, broken = false }) {
  const dir = mkdtempSync(join(tmpdir(), 'evalguard-history-'));
  const git = (...args) => execFileSync('git', args, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] });
  git('init', '--quiet', '--initial-branch=main');
  const stream = [];
  for (let number = 0; number < commits; number += 1) {
    const target = broken && number % 1000 === 999 ? number - 500 : number;
    const body = `${JSON.stringify({ number, note: 'lorem ipsum dolor sit amet '.repeat(8) })}\n`;
    stream.push(
      `commit refs/heads/main\ncommitter Bench <bench@example.invalid> ${FIRST + number * 60} +0000\ndata 3\nrun\n` +
        `M 100644 inline ${place(target, folders)}\ndata ${body.length}\n${body}\n`,
    );
  }
  const { status } = spawnSync('git', ['fast-import', '--quiet'], { cwd: dir, input: stream.join('') });
  if (status !== 0) throw new Error(`git fast-import: exit ${status}`);
  git('repack', '-adq');
  return dir;
}

/**
 * The jobs, in the shape of bench/jobs.mjs: what is timed, what it is held against, the budget for the ratio. 20,000
 * commits in one flat folder are left out: git alone takes minutes to write and to walk them.
 */
export function auditJobs() {
  const of = (id, options, budget, runs) => {
    const cwd = history(options);
    const log = ['git', 'log', '--first-parent', '-m', '--raw', '-r', '-z', '--no-renames', '--no-abbrev'];
    return {
      id,
      a: { command: [process.execPath, evalguard, 'audit'], cwd, exits: [0, 1] },
      b: { command: [...log, '--format=%H'], cwd },
      budget,
      runs,
      peak: true,
    };
  };
  return [
    of('audit_5000', { commits: 5_000 }, 1.8, 11),
    of('audit_5000_broken', { commits: 5_000, broken: true }, 2.5, 7),
    of('audit_20000', { commits: 20_000 }, 1.8, 5),
    of('audit_5000_flat', { commits: 5_000, folders: false }, 1.8, 5),
  ];
}
