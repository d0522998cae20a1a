// Repositories to measure on, made by git fast-import: a ledger of many records, and a change on top of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IDENTITY = 'Bench <bench@example.invalid> 1780000000 +0000';

/** A record of about 5 kB, different for each number. */
export function record(number) {
  const results = Array.from({ length: 24 }, (_, index) => ({
    id: `case-${index + 1}`,
    category: index % 3 === 0 ? 'short' : 'long',
    scores: { passed: (number * 7 + index) % 5 !== 0, latency_s: ((number * 31 + index * 17) % 900) / 100 },
    output: `Answer ${number}.${index}: ${'lorem ipsum dolor sit amet '.repeat(2)}`,
  }));
  const passed = results.filter(({ scores }) => scores.passed).length;
  return `${JSON.stringify(
    {
      schema: 'evalguard.result/v1',
      mode: 'real',
      metrics_version: 1,
      method: { limits: { max_parallel_tasks: 4 } },
      models: { agent: 'acme:reader-2' },
      metrics: { pass_rate: { aggregate: 'rate', score: 'passed' } },
      aggregate: { pass_rate: passed / results.length },
      results,
    },
    null,
    1,
  )}\n`;
}

/** The path of a record: a flat folder, or folders by suite and month as `evalguard init` lays large ledgers out. */
export function place(number, folders) {
  const day = new Date(Date.UTC(2024, 0, 1 + (number % 700))).toISOString().slice(0, 10);
  const name = `eval-${day}-corpus-run${1 + Math.floor(number / 700)}.json`;
  return folders ? `results/eval/${day.slice(0, 7)}/s${number % 10}/${name}` : `results/${name}`;
}

export const POLICY = `version: 1
ledger: [results]
series:
  eval:
    files: "eval-*.json"
    thresholds:
      pass_rate: { min: 0.5 }
`;

/** A repository with `records` records on main and a branch `change` that adds some and edits one. */
export function ledger({ records, folders = true, added = 10, modified = 1, policy = true }) {
  const dir = mkdtempSync(join(tmpdir(), 'evalguard-bench-'));
  const git = (...args) => execFileSync('git', args, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] });
  git('init', '--quiet', '--initial-branch=main');
  const stream = [];
  const file = (path, content) =>
    stream.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  const commit = (ref, message, from) =>
    stream.push(
      `commit ${ref}\ncommitter ${IDENTITY}\ndata ${message.length}\n${message}\n${from ? `from ${from}\n` : ''}`,
    );
  commit('refs/heads/main', 'base');
  file('README.md', 'Bench.\n');
  if (policy) file('evalguard.yaml', POLICY);
  for (let number = 0; number < records; number += 1) file(place(number, folders), record(number));
  commit('refs/heads/change', 'change', 'refs/heads/main');
  for (let number = 0; number < added; number += 1)
    file(place(records + number, folders), record(records + number));
  for (let number = 0; number < modified; number += 1)
    file(place(number, folders), record(number + 1_000_000));
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir, input: stream.join(''), maxBuffer: 1 << 30 });
  git('symbolic-ref', 'HEAD', 'refs/heads/change');
  git('reset', '--quiet', '--hard');
  git('repack', '-adq');
  return dir;
}
