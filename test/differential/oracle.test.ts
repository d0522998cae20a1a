import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { compareReadings } from '../../src/measures/comparison/compare.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { type Random, random } from '../../src/measures/random.ts';
import { evidenceMismatch } from '../../src/rules/evidence-mismatch.ts';
import { aReading } from '../support/evidence.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

/** How the oracle says that there is no scipy. */
const ABSENT = 77;
/** Files in a run of every day; a larger trial is asked for by name. */
const FILES = Number(process.env['EVALGUARD_TRIAL_FILES'] ?? 300);
const SEED = Number(process.env['EVALGUARD_TRIAL_SEED'] ?? 20261201);

interface Trial {
  readonly metrics: {
    readonly [name: string]: { readonly aggregate: string; readonly [option: string]: unknown };
  };
  readonly rows: readonly object[];
  readonly head: readonly object[] | null;
}

interface Answer {
  readonly value: number | null;
  readonly measured?: number;
  readonly expected?: number;
  readonly bounds?: readonly [number, number] | null;
  readonly interval?: readonly [number, number] | null;
  readonly compared?: {
    readonly difference: number;
    readonly p: number | null;
    readonly untied: number;
    readonly test: string;
  } | null;
}

const METRICS: Trial['metrics'] = {
  rate: { aggregate: 'rate', score: 'passed' },
  rate_rows: { aggregate: 'rate', score: 'passed', over: 'rows' },
  rate_long: { aggregate: 'rate', score: 'passed', where: { category: 'long' } },
  mean: { aggregate: 'mean', score: 'grade', direction: 'higher' },
  mean_rows: { aggregate: 'mean', score: 'grade', over: 'rows' },
  sum: { aggregate: 'sum', score: 'grade' },
  count: { aggregate: 'count', score: 'grade' },
  min: { aggregate: 'min', score: 'grade' },
  max: { aggregate: 'max', score: 'grade' },
  median: { aggregate: 'median', score: 'grade' },
  p90: { aggregate: 'percentile', score: 'grade', p: 90 },
  'pass^2': { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
  'pass@2': { aggregate: 'pass_at_k', score: 'passed', k: 2 },
};
const RETRIEVAL: Trial['metrics'] = {
  'recall@3': { aggregate: 'mean', measure: 'recall_at_k', k: 3 },
  'precision@3': { aggregate: 'mean', measure: 'precision_at_k', k: 3 },
  'hit@2': { aggregate: 'mean', measure: 'hit_at_k', k: 2 },
  mrr: { aggregate: 'mean', measure: 'mrr' },
  'ndcg@5': { aggregate: 'mean', measure: 'ndcg_at_k', k: 5, gain: 'exponential' },
  'ndcg@4': { aggregate: 'mean', measure: 'ndcg_at_k', k: 4, gain: 'linear' },
};

const unit = ({ next }: Random): number => (next() + 0.5) / 2 ** 32;

function trialOf(draw: Random, at: number): Trial {
  if (at % 5 === 4) return { metrics: RETRIEVAL, rows: queries(draw), head: null };
  const cases = 1 + draw.below(at % 7 === 0 ? 40 : 11);
  const most = 1 + draw.below(4);
  const even = draw.below(2) === 0;
  const lossy = draw.below(3) > 0;
  const counts = Array.from({ length: cases }, () => (even ? most : 1 + draw.below(most)));
  const rows = () =>
    counts.flatMap((count, index) =>
      Array.from({ length: count }, (_, sample) => {
        const lost = lossy && draw.below(10) === 0;
        const scores = lost
          ? { passed: null, grade: null }
          : { passed: unit(draw) < 0.6, grade: Math.round(unit(draw) * 5000 - 500) / 1000 };
        const category = index % 2 === 0 ? 'long' : 'short';
        const error = lost ? { error: { kind: 'target_timeout' } } : {};
        return { id: `c${index}`, sample: sample + 1, category, scores, ...error };
      }),
    );
  return { metrics: METRICS, rows: rows(), head: rows() };
}

function queries(draw: Random): readonly object[] {
  const documents = Array.from({ length: 8 }, (_, index) => `d${index}`);
  return Array.from({ length: 1 + draw.below(12) }, (_, index) => ({
    id: `q${index}`,
    retrieved: Array.from({ length: draw.below(7) }, () => documents[draw.below(8)]),
    relevant: Object.fromEntries(
      documents.filter(() => draw.below(3) === 0).map((id) => [id, draw.below(4)]),
    ),
  }));
}

const draw = random(SEED);
const trials = Array.from({ length: FILES }, (_, at) => trialOf(draw, at));
const answers = ask(trials);

describe.skipIf(answers === null)(
  `${FILES} random results against formulas in Python (seed ${SEED})${answers === null ? ': python3 with scipy is not installed' : ''}`,
  () => {
    const near = (mine: number | null, theirs: number | null, what: string) => {
      const same =
        mine === null || theirs === null
          ? mine === theirs
          : Math.abs(mine - theirs) <= 1e-9 * Math.max(1, Math.abs(theirs));
      if (!same) throw new Error(`${what}: ${mine}, and the oracle says ${theirs}`);
    };
    const each = (check: (trial: Trial, answer: readonly Answer[], at: number) => void) => {
      for (const [at, trial] of trials.entries()) check(trial, answers![at]!, at);
    };
    const metricsOf = ({ rows, metrics }: Trial) => judgedMetrics(aReading(rows, { metrics }));

    it('aggregates and measures', () => {
      each((trial, answer, at) => {
        for (const [index, metric] of metricsOf(trial).entries()) {
          near(metric.value, answer[index]!.value, `file ${at}, ${metric.name}`);
        }
      });
    });

    it('samples that were measured and expected, and the bounds of what was lost', () => {
      let bounded = 0;
      each((trial, answer, at) => {
        for (const [index, { name, measured, expected, low, high }] of metricsOf(trial).entries()) {
          const { measured: m, expected: n, bounds } = answer[index]!;
          if (m === undefined || n === undefined) continue;
          near(measured, m, `file ${at}, ${name}: measured`);
          near(expected, n, `file ${at}, ${name}: expected`);
          if (bounds == null || m === 0) continue;
          bounded += 1;
          near(low, bounds[0], `file ${at}, ${name}: low`);
          near(high, bounds[1], `file ${at}, ${name}: high`);
        }
      });
      expect(bounded).toBeGreaterThan(FILES);
    });

    it('Wilson’s interval of a rate', () => {
      let seen = 0;
      each((trial, answer, at) => {
        for (const [index, { name, sampling }] of metricsOf(trial).entries()) {
          const theirs = answer[index]!.interval;
          if (theirs == null || trial.metrics[name]?.['where'] !== undefined) continue;
          seen += 1;
          near(sampling.interval?.low ?? null, theirs[0], `file ${at}, ${name}`);
          near(sampling.interval?.high ?? null, theirs[1], `file ${at}, ${name}`);
        }
      });
      expect(seen).toBeGreaterThan(FILES / 10);
    });

    it('differences, their tests and p-values; an interval holds 0 exactly where the test finds nothing', () => {
      let tested = 0;
      each((trial, answer, at) => {
        if (trial.head === null) return;
        const [base, head] = [trial.rows, trial.head].map((rows) =>
          aReading(rows, { metrics: trial.metrics, dataset: { fingerprint: 'sha256:aa' } }),
        );
        const { metrics } = compareReadings(
          { path: 'results/a.json', reading: base! },
          { path: 'results/b.json', reading: head! },
          { judge: DEFAULT_POLICY.judge, allow: [], margin: null, bounds: new Map() },
        );
        for (const [index, name] of Object.keys(trial.metrics).entries()) {
          const theirs = answer[index]!.compared;
          const mine = metrics.find((one) => one.name === name);
          if (theirs == null || mine === undefined || mine.difference === null || mine.p === null) continue;
          const what = `file ${at}, ${name}`;
          near(mine.difference, theirs.difference, what);
          near(mine.untied, theirs.untied, `${what}: untied`);
          if (name === 'rate') expect(mine.test).toBe(theirs.test);
          if (theirs.p !== null && (name === 'rate' || mine.test === 'sign_flip')) {
            const exact = name === 'rate' || theirs.test === 'sign_flip';
            if (exact) near(mine.p, theirs.p, `${what}: p`);
            tested += 1;
          }
          if (mine.interval === null) continue;
          const [low, high] = mine.interval;
          if (mine.p > 0.05 && (low > 0 || high < 0))
            throw new Error(`${what}: [${low}, ${high}] beside p ${mine.p}`);
          if (mine.p <= 0.05 && low < 0 && high > 0)
            throw new Error(`${what}: [${low}, ${high}] beside p ${mine.p}`);
        }
      });
      expect(tested).toBeGreaterThan(FILES / 3);
    });
  },
);

describe(`honest writers (E5), ${Math.min(FILES, 300)} files each`, () => {
  const files = Math.min(FILES, 300);
  type Writer = (values: readonly (readonly number[])[], at: number) => number;
  const flat = (cases: readonly (readonly number[])[]) => cases.flat();
  const plain = (numbers: readonly number[]) =>
    numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const cut = (value: number, places: number) => Math.trunc(value * 10 ** places) / 10 ** places;

  const WRITERS: readonly (readonly [string, Writer, 'agrees' | 'warning'])[] = [
    ['float64', (cases) => plain(flat(cases)), 'agrees'],
    ['float32', (cases) => single(flat(cases)), 'agrees'],
    ['rounded', (cases, at) => Number(plain(flat(cases)).toFixed(2 + (at % 4))), 'agrees'],
    ['percent', (cases, at) => Number((100 * plain(flat(cases))).toFixed(at % 4)), 'warning'],
    ['truncated', (cases, at) => cut(plain(flat(cases)), 2 + (at % 3)), 'warning'],
    ['means of means', (cases) => plain(cases.map(plain)), 'agrees'],
    ['shuffled sums', (cases) => plain(flat(cases).toSorted((a, b) => b - a)), 'agrees'],
  ];

  it.each(WRITERS)('%s', (_, writer, expected) => {
    const seeded = random(SEED + 1);
    const found = { agrees: 0, warning: 0, error: 0 };
    for (let at = 0; at < files; at += 1) {
      const samples = 1 + seeded.below(3);
      const values = Array.from({ length: 3 + seeded.below(60) }, () =>
        Array.from({ length: samples }, () => Number((0.02 + 0.96 * unit(seeded)).toFixed(6))),
      );
      const results = values.flatMap((mine, index) =>
        mine.map((score, sample) => ({ id: `c${index}`, sample: sample + 1, scores: { m: score } })),
      );
      const content = aResult({
        metrics: { m: { aggregate: 'mean' } },
        aggregate: { m: writer(values, at) },
        results,
      });
      const [finding] = findingsOf(evidenceMismatch, aRecord(content));
      if (finding === undefined) found.agrees += 1;
      else if (finding.severity === 'warning') found.warning += 1;
      else found.error += 1;
    }
    // What is cut off is now and then what rounding gives, or no cut at all.
    expect(found.error).toBe(0);
    if (expected === 'agrees') expect(found).toEqual({ agrees: files, warning: 0, error: 0 });
    else if (writer([[0.5]], 1) === 0.5) expect(found.warning).toBeGreaterThan(0.4 * files);
    else expect(found.warning).toBe(files);
  });

  it('a claim that is raised or lowered by 0.01 or more is an error, however it is written', () => {
    const seeded = random(SEED + 2);
    let errors = 0;
    for (let at = 0; at < files; at += 1) {
      const values = Array.from({ length: 5 + seeded.below(60) }, () =>
        Number((0.02 + 0.9 * unit(seeded)).toFixed(6)),
      );
      const shift = (0.016 + 0.05 * unit(seeded)) * (seeded.below(2) === 0 ? 1 : -1);
      const claim = Number((plain(values) + shift).toFixed(2 + (at % 5)));
      const results = values.map((score, index) => ({ id: `c${index}`, scores: { m: score } }));
      const content = aResult({ metrics: { m: { aggregate: 'mean' } }, aggregate: { m: claim }, results });
      const [finding] = findingsOf(evidenceMismatch, aRecord(content));
      if (finding?.severity === 'error') errors += 1;
    }
    expect(errors).toBe(files);
  });
});

/** A mean that is summed in single precision. */
function single(numbers: readonly number[]): number {
  let sum = 0;
  for (const value of numbers) sum = Math.fround(sum + Math.fround(value));
  return Math.fround(sum / Math.fround(numbers.length));
}

/** One process for all files; `null` where there is no Python, or none with scipy, and nobody demands it. */
function ask(all: readonly Trial[]): readonly (readonly Answer[])[] | null {
  const oracle = fileURLToPath(new URL('./oracle.py', import.meta.url));
  const found = spawnSync('python3', [oracle], {
    input: JSON.stringify(all),
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
  });
  if (found.error !== undefined || found.status === ABSENT) {
    if (process.env['EVALGUARD_REQUIRE_PEERS'] === '1')
      throw new Error('EVALGUARD_REQUIRE_PEERS is 1 but python3 with scipy is not installed');
    return null;
  }
  if (found.status !== 0) throw new Error(`the oracle failed:\n${found.stderr}`);
  return JSON.parse(found.stdout);
}
