// `npm run bench`: prints each job's ratio beside its budget. `--quick` runs the first three jobs; `--record` keeps the
// run in results/ through evalguard itself.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calibration } from './calibration.mjs';
import { coverage } from './coverage.mjs';
import { jobs } from './jobs.mjs';
import { median, pairs, peakMegabytes } from './measure.mjs';
import { RECOMPUTE_BUDGET_MS, recomputations } from './recompute.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const peers = join(root, 'tools/bench');
if (!existsSync(join(peers, 'node_modules'))) {
  spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', peers], { stdio: 'inherit' });
}

const rows = [];
const say = (...cells) =>
  console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 28 : 12)).join(''));
say('job', 'ms', 'beside ms', 'ratio', 'budget', '');
for (const { id, a, b, budget, runs, peak } of jobs(flags.has('--quick'))) {
  const measured = pairs(a, b, runs);
  const ratio = median(measured.map((pair) => pair.ratio));
  say(
    id,
    median(measured.map((pair) => pair.a)).toFixed(1),
    median(measured.map((pair) => pair.b)).toFixed(1),
    ratio.toFixed(3),
    budget,
    ratio <= budget ? '' : 'over budget',
  );
  for (const [index, pair] of measured.entries()) {
    rows.push({ id, sample: index + 1, category: id, scores: { ratio: pair.ratio, ms: pair.a } });
  }
  if (peak) {
    const megabytes = await peakMegabytes(a);
    say(`${id} (peak MB)`, megabytes.toFixed(1), '', '', 120, megabytes <= 120 ? '' : 'over budget');
    rows.push({ id: `${id}_peak`, category: 'peak', scores: { megabytes } });
  }
}

const recomputed = await recomputations(flags.has('--quick') ? 5 : 21);
const recomputeMs = median(recomputed);
say(
  'recompute_10000x5 (ms)',
  recomputeMs.toFixed(1),
  '',
  '',
  RECOMPUTE_BUDGET_MS,
  recomputeMs <= RECOMPUTE_BUDGET_MS ? '' : 'over budget',
);
for (const [index, ms] of recomputed.entries()) {
  rows.push({ id: 'recompute_10000x5', sample: index + 1, category: 'recompute', scores: { ms } });
}

/** Runs of each simulation; with them a true share of 5 % is seen as 8.3 % at most, three standard errors away. */
const SIMULATED = 400;
if (!flags.has('--quick')) {
  say('', '', '', '', '');
  console.log(
    `simulated ${SIMULATED} times each (fixed seed): share in which a difference was found, or an interval held the truth`,
  );
  for (const { what, share, atMost, atLeast } of [
    ...(await calibration(SIMULATED)),
    ...(await coverage(SIMULATED)),
  ]) {
    const error = 3 * Math.sqrt((0.05 * 0.95) / SIMULATED);
    const fine = atMost === undefined ? share >= atLeast - error : share <= atMost + error;
    if (!fine) process.exitCode = 1;
    const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
    console.log(`${what.padEnd(58)}${share.toFixed(4).padEnd(10)}${bound}${fine ? '' : '  outside'}`);
  }
}

if (flags.has('--record')) record();

function record() {
  const ids = [...new Set(rows.filter(({ scores }) => 'ratio' in scores).map(({ id }) => id))];
  const ratio = (category) => ({
    aggregate: 'median',
    score: 'ratio',
    where: { category },
    direction: 'lower',
  });
  const peak = {
    aggregate: 'max',
    score: 'megabytes',
    where: { category: 'peak' },
    direction: 'lower',
    unit: 'MB',
  };
  const recompute = {
    aggregate: 'median',
    score: 'ms',
    where: { category: 'recompute' },
    direction: 'lower',
    unit: 'ms',
  };
  const metrics = { ...Object.fromEntries(ids.map((id) => [id, ratio(id)])), recompute_ms: recompute };
  const result = {
    schema: 'evalguard.result/v1',
    suite: 'bench',
    routing: 'local',
    metrics_version: 1,
    method: {
      limits: { max_parallel_tasks: 1 },
      instructions:
        'whole processes in pairs; a ratio is A over B. recompute_ms: four metrics over 50,000 rows inside one process',
    },
    models: { program: 'evalguard:cli' },
    metrics: rows.some(({ category }) => category === 'peak')
      ? { ...metrics, peak_megabytes: peak }
      : metrics,
    results: rows,
    extra: { node: process.version, platform: `${process.platform} ${process.arch}` },
  };
  const { status } = spawnSync(process.execPath, [join(root, 'dist/cli.cjs'), 'record', '-'], {
    cwd: root,
    input: JSON.stringify(result),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
