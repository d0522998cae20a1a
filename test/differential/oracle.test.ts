import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { JudgedMetric } from '../../src/core/judged-metric.ts';
import type { Reading } from '../../src/core/reading.ts';
import { compareReadings } from '../../src/measures/comparison/compare.ts';
import { compareArms } from '../../src/measures/comparison/compare-arms.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { splitsOf, statedSplits } from '../../src/measures/evidence/recompute.ts';
import { type Random, random } from '../../src/measures/random.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { evidenceMismatch } from '../../src/rules/evidence-mismatch.ts';
import { aReading } from '../support/evidence.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

/** How the oracle says that there is no scipy. */
const ABSENT = 77;
/** Files in a run of every day; a larger trial is asked for by name. */
const FILES = Number(process.env['EVALGUARD_TRIAL_FILES'] ?? 300);
const SEED = Number(process.env['EVALGUARD_TRIAL_SEED'] ?? 20261201);

interface Trial {
  readonly metrics: { readonly [name: string]: Definition };
  readonly rows: readonly object[];
  /** Another run over the same cases. */
  readonly head: readonly object[] | null;
  /** The two arms of the rows, the base first. */
  readonly arms: readonly [string, string] | null;
}

interface Definition {
  readonly aggregate: string;
  readonly [option: string]: unknown;
}

type Ends = readonly [low: number, high: number];

/** Ends that both sides can compute; or, where the program draws at random, the narrowest and widest it can come to. */
type Reached = Ends | { readonly narrow: Ends; readonly wide: Ends } | null;

interface Answer {
  readonly metrics: {
    readonly [name: string]: {
      readonly value: number | null;
      readonly measured: number;
      readonly expected: number;
      readonly coverage: number;
      readonly bounds: Ends | null;
      readonly interval: Ends | null;
      readonly n: number;
      readonly groups: {
        readonly [by: string]: { readonly [group: string]: readonly [number | null, number] };
      };
    };
  };
  readonly compared: { readonly [name: string]: Compared | null };
  /** Whether every metric that is compared is in the answer, so that Holm's correction is of the same tests. */
  readonly complete: boolean;
}

interface Compared {
  readonly difference?: number;
  readonly rate?: number;
  readonly p: number | null;
  readonly p_adjusted: number | null;
  readonly untied: number;
  readonly cases: number;
  readonly test: string;
  readonly interval: Reached;
  readonly low: number | null;
  readonly high: number | null;
  readonly lost?: number;
  readonly pairs?: readonly number[];
}

const VALUES: Trial['metrics'] = {
  rate: { aggregate: 'rate', score: 'passed' },
  rate_again: { aggregate: 'rate', score: 'passed' },
  rate_rows: { aggregate: 'rate', score: 'passed', over: 'rows' },
  rate_long: { aggregate: 'rate', score: 'passed', where: { category: 'long' } },
  mean: { aggregate: 'mean', score: 'grade', direction: 'higher' },
  mean_undirected: { aggregate: 'mean', score: 'grade', where: { provenance: 'synthesised' } },
  mean_passed: { aggregate: 'mean', score: 'grade', where: { passed: true }, direction: 'lower' },
  mean_rows: { aggregate: 'mean', score: 'grade', over: 'rows' },
  tone: { aggregate: 'mean', scale: [1, 5], direction: 'higher' },
  tone_rows: { aggregate: 'mean', score: 'tone', scale: [1, 5], over: 'rows' },
  sum: { aggregate: 'sum', score: 'grade' },
  count: { aggregate: 'count', score: 'grade', where: { negative: true } },
  min: { aggregate: 'min', score: 'tone', scale: [1, 5] },
  max: { aggregate: 'max', score: 'grade' },
  median: { aggregate: 'median', score: 'grade' },
  median_long: { aggregate: 'median', score: 'tone', scale: [1, 5], where: { category: 'long' } },
  p90: { aggregate: 'percentile', score: 'grade', p: 90 },
  p25_passed: { aggregate: 'percentile', score: 'tone', p: 25, where: { passed: true, negative: false } },
  share: { aggregate: 'ratio', numerator: 'hits', denominator: 'tries' },
  cost: { aggregate: 'ratio', numerator: 'cost', denominator: 'tries', where: { category: 'short' } },
  spent: { aggregate: 'mean', score: 'cost', direction: 'lower', where: { negative: true } },
  'pass^2': { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
  'pass@2': { aggregate: 'pass_at_k', score: 'passed', k: 2 },
  style: { aggregate: 'mean', judged: true, direction: 'higher' },
  claims: { aggregate: 'mean', score: 'claims', judged: true, direction: 'higher' },
  both: { aggregate: 'rate', pass_if: { tone: { min: 3 }, grade: { min: 0.5, max: 4 } } },
  'both^2': { aggregate: 'pass_hat_k', k: 2, pass_if: { tone: { min: 2, max: 4 }, passed: { min: 1 } } },
};
const RETRIEVAL: Trial['metrics'] = {
  'recall@3': { aggregate: 'mean', measure: 'recall_at_k', k: 3 },
  'recall@2': { aggregate: 'mean', measure: 'recall_at_k', k: 2, min_grade: 2 },
  'precision@3': { aggregate: 'mean', measure: 'precision_at_k', k: 3 },
  'hit@2': { aggregate: 'mean', measure: 'hit_at_k', k: 2, over: 'rows' },
  mrr: { aggregate: 'mean', measure: 'mrr' },
  'mrr@2': { aggregate: 'median', measure: 'mrr', k: 2, min_grade: 2 },
  leakage: { aggregate: 'mean', measure: 'leakage' },
  worst_leak: { aggregate: 'max', measure: 'leakage' },
};
const GAINS: Trial['metrics'] = {
  'ndcg@5': { aggregate: 'mean', measure: 'ndcg_at_k', k: 5, gain: 'exponential' },
  'ndcg@4': { aggregate: 'mean', measure: 'ndcg_at_k', k: 4, gain: 'linear' },
  'ndcg@3': { aggregate: 'mean', measure: 'ndcg_at_k', k: 3, gain: 'binary', min_grade: 2 },
};
const CALLS: Trial['metrics'] = {
  calls: { aggregate: 'mean', measure: 'tool_call_match' },
  worst_call: { aggregate: 'min', measure: 'tool_call_match' },
};
const GAMES: Trial['metrics'] = {
  win_rate: { aggregate: 'win_rate', score: 'winner', arm: 'new' },
  losses: { aggregate: 'win_rate', score: 'winner', arm: 'old' },
  flips: { aggregate: 'flip_rate', score: 'winner' },
};
const BY_ARM: Trial['metrics'] = {
  rate: { aggregate: 'rate', score: 'passed' },
  tone: { aggregate: 'mean', scale: [1, 5], direction: 'higher' },
  share: { aggregate: 'ratio', numerator: 'hits', denominator: 'tries' },
  'pass^2': { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
  grade_old: { aggregate: 'mean', score: 'grade', arm: 'old', direction: 'higher' },
  grade_new: { aggregate: 'mean', score: 'grade', arm: 'new', direction: 'higher' },
};

const JUDGING = {
  judge: { route: 'a:b', prompt_sha256: 'a'.repeat(64) },
  rubric: { scale: [1, 5], criteria: { style: {} }, sha256: 'b'.repeat(64) },
};

const unit = ({ next }: Random): number => (next() + 0.5) / 2 ** 32;
const oneOf = <T>(draw: Random, choices: readonly T[]): T => choices[draw.below(choices.length)]!;

const KINDS: readonly ((draw: Random, at: number) => Trial)[] = [
  (draw, at) => ({ metrics: VALUES, ...runs(draw, at, [null]), arms: null }),
  (draw, at) => ({ metrics: VALUES, ...runs(draw, at, [null]), arms: null }),
  (draw, at) => {
    const metrics = at % 4 === 0 ? { ...RETRIEVAL, ...GAINS } : RETRIEVAL;
    const counts = countsOf(draw, at);
    return { metrics, rows: queries(draw, counts), head: queries(draw, counts), arms: null };
  },
  (draw, at) => {
    const counts = countsOf(draw, at);
    return { metrics: CALLS, rows: traces(draw, counts), head: traces(draw, counts), arms: null };
  },
  (draw, at) => ({ metrics: GAMES, rows: pairs(draw, countsOf(draw, at)), head: null, arms: ['old', 'new'] }),
  (draw, at) => ({
    metrics: BY_ARM,
    rows: runs(draw, at, ['old', 'new']).rows,
    head: null,
    arms: ['old', 'new'],
  }),
];

/** How many samples each case has. */
function countsOf(draw: Random, at: number): readonly number[] {
  const cases = 1 + draw.below(at % 7 === 0 ? 40 : 14);
  const most = 1 + draw.below(4);
  const even = draw.below(2) === 0;
  return Array.from({ length: cases }, () => (even ? most : 1 + draw.below(most)));
}

function samples<Row extends object>(
  counts: readonly number[],
  rowOf: (index: number) => Row,
): readonly (Row & { readonly id: string; readonly sample: number })[] {
  return counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, sample) => ({ id: `c${index}`, sample: sample + 1, ...rowOf(index) })),
  );
}

function runs(draw: Random, at: number, arms: readonly (string | null)[]): Pick<Trial, 'rows' | 'head'> {
  const counts = countsOf(draw, at);
  const lossy = draw.below(3) > 0;
  // Now and then all come out alike, or one arm is far better: both have formulas of their own.
  const [flat, chances] = [draw.below(6) === 0, [0.3 + 0.7 * unit(draw), 0.6 * unit(draw)]];
  const rows = (run: number) =>
    arms.flatMap((arm, which) =>
      samples(counts, (index) => {
        const passed = flat || unit(draw) < chances[(run + which) % 2]!;
        const tries = draw.below(5);
        const scores = {
          passed,
          grade: flat ? 1.5 : Math.round(unit(draw) * 5000 - 500) / 1000,
          tone: flat ? 4 : passed ? 3 + draw.below(3) : 1 + draw.below(4),
          hits: draw.below(tries + 1),
          tries,
          cost: Math.round(unit(draw) * 900) / 100,
          // Now and then a sentinel that is on no scale.
          style: draw.below(15) === 0 ? -1 : 1 + draw.below(5),
        };
        const judgments = Array.from({ length: draw.below(4) }, (_, item) => ({
          score: 'claims',
          item: `claim ${item}`,
          value: draw.below(8) === 0 ? null : unit(draw) < 0.8,
        }));
        return {
          category: oneOf(draw, index % 2 === 0 ? ['long', 'long', 'long', null] : ['short']),
          provenance: index % 3 === 0 ? 'hand-written' : 'synthesised',
          negative: index % 4 === 1,
          judgments,
          ...(arm === null ? {} : { arm }),
          ...(lossy ? lost(draw, scores) : { scores }),
        };
      }),
    );
  return { rows: rows(0), head: rows(1) };
}

/** A row of which now and then all or one score was not measured, or does not apply. */
function lost(draw: Random, scores: { readonly [score: string]: number | boolean }): object {
  const none = Object.fromEntries(Object.keys(scores).map((score) => [score, null]));
  const reason = oneOf(draw, ['judge_timeout', 'not_applicable']);
  const drawn = draw.below(20);
  if (drawn === 0) return { scores: none, error: { kind: 'target_timeout' } };
  // What an error did not prevent keeps its value.
  if (drawn === 1) return { scores: { ...none, cost: scores['cost'] }, error: { kind: 'target_error' } };
  if (drawn === 2) return { scores: { ...scores, grade: null }, unmeasured: { grade: reason } };
  if (drawn === 3) return { scores: { ...scores, tone: null }, unmeasured: { tone: reason } };
  return { scores };
}

function queries(draw: Random, counts: readonly number[]): readonly object[] {
  const documents = Array.from({ length: 8 }, (_, index) => `d${index}`);
  return samples(counts, () => ({
    scores: {},
    retrieved: Array.from({ length: draw.below(7) }, () => oneOf(draw, documents)),
    selection: documents.filter(() => draw.below(4) > 0),
    relevant: Object.fromEntries(
      documents.filter(() => draw.below(3) === 0).map((id) => [id, draw.below(4)]),
    ),
  }));
}

const TEXTS = ['x', 'X', 'y'];
const literals = (draw: Random): unknown =>
  oneOf<() => unknown>(draw, [
    () => 1 + draw.below(2),
    () => oneOf(draw, TEXTS),
    () => draw.below(2) === 0,
    () => null,
    () => ({}),
    () => [],
    () => ({ c: draw.below(2), ...(draw.below(2) === 0 ? { d: 'x' } : {}) }),
    () => [1, oneOf(draw, TEXTS), null].slice(0, draw.below(4)),
  ])();
const matchers = (draw: Random): unknown =>
  oneOf<() => unknown>(draw, [
    ...['any_value', 'empty_object_or_absent', 'absent', 'null', 'boolean', 'number', 'string'].map(
      (name) => () => ({ $match: name }),
    ),
    () => ({ $match: 'boolean', value: draw.below(2) === 0 }),
    () => ({ $match: 'case_insensitive_string', value: oneOf(draw, TEXTS) }),
    () => ({ $match: 'any_of', of: [literals(draw), literals(draw), { $match: 'number' }] }),
    () => ({ $match: 'not', of: draw.below(2) === 0 ? literals(draw) : { $match: 'string' } }),
    () => ({ $match: 'literal', value: draw.below(2) === 0 ? literals(draw) : { $match: 'any_value' } }),
    () => ({ $match: draw.below(4) === 0 ? 'unheard_of' : 'any_value' }),
    () => ({ $match: 7 }),
  ])();

function traces(draw: Random, counts: readonly number[]): readonly object[] {
  const named = (index: number) => (index % 3 === 0 ? 'pay' : 'look');
  return samples(counts, () => {
    const made = Array.from({ length: draw.below(4) }, () => ({
      name: named(draw.below(6)),
      ...(draw.below(6) === 0
        ? {}
        : { arguments: { a: literals(draw), ...(draw.below(3) === 0 ? { b: 1 } : {}) } }),
    }));
    const wanted = made.map((call) => {
      const a = draw.below(2) === 0 ? matchers(draw) : (call.arguments?.a ?? literals(draw));
      return {
        name: draw.below(8) === 0 ? named(draw.below(6)) : call.name,
        ...(draw.below(5) === 0 ? {} : { arguments: draw.below(6) === 0 ? {} : { a } }),
        ...(draw.below(4) === 0 ? { optional: true } : {}),
      };
    });
    const extra = draw.below(4) === 0 ? [{ name: 'look', optional: draw.below(2) === 0 }] : [];
    return {
      scores: {},
      expected_tool_calls: [...wanted.filter(() => draw.below(8) > 0), ...extra],
      ...(draw.below(12) === 0
        ? {}
        : { tool_calls: made.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }),
    };
  });
}

function pairs(draw: Random, counts: readonly number[]): readonly object[] {
  const chance = unit(draw);
  const outcomeOf = () => (unit(draw) < 0.15 ? 'tie' : unit(draw) < chance ? 'new' : 'old');
  return samples(counts, () => {
    const [one, sure] = [outcomeOf(), draw.below(5) > 0];
    const rulings = [one, sure ? one : outcomeOf()].map((value) => (draw.below(25) === 0 ? null : value));
    const judgments = rulings.map((value, swapped) => ({
      score: 'winner',
      order: swapped === 0 ? ['old', 'new'] : ['new', 'old'],
      value,
    }));
    // A judge that was asked in one order alone decides nothing.
    return { scores: {}, judgments: draw.below(25) === 0 ? judgments.slice(1) : judgments };
  });
}

const draw = random(SEED);
const trials = Array.from({ length: FILES }, (_, at) => KINDS[at % KINDS.length]!(draw, at));
const answers = ask(trials);

describe.skipIf(answers === null)(
  `${FILES} random results against formulas in Python (seed ${SEED})${answers === null ? ': python3 with scipy is not installed' : ''}`,
  () => {
    const compare = { judge: DEFAULT_POLICY.judge, allow: [], margin: null, bounds: new Map() };
    const dataset = { fingerprint: 'sha256:aa' };
    let compared = 0;
    const near = (mine: number | null, theirs: number | null, what: string) => {
      compared += 1;
      const same =
        mine === null || theirs === null
          ? mine === theirs
          : Math.abs(mine - theirs) <= 1e-9 * Math.max(1, Math.abs(theirs));
      if (!same) throw new Error(`${what}: ${mine}, and the oracle says ${theirs}`);
    };
    const nearEnds = (mine: Ends | null, theirs: Ends | null, what: string) => {
      near(mine?.[0] ?? null, theirs?.[0] ?? null, `${what}: low`);
      near(mine?.[1] ?? null, theirs?.[1] ?? null, `${what}: high`);
    };
    const readings = trials.map(({ rows, metrics }) => aReading(rows, { metrics, dataset, ...JUDGING }));
    const each = (check: (trial: Trial, answer: Answer, what: string, reading: Reading) => void) => {
      const before = compared;
      for (const [at, trial] of trials.entries()) check(trial, answers![at]!, `file ${at}`, readings[at]!);
      if (process.env['EVALGUARD_TRIAL_FILES'] !== undefined)
        console.info(`${compared - before} numbers: ${expect.getState().currentTestName}`);
    };
    const eachMetric = (
      check: (metric: JudgedMetric, theirs: Answer['metrics'][string], what: string) => void,
    ) =>
      each((_, { metrics }, file, reading) => {
        for (const metric of judgedMetrics(reading))
          check(metric, metrics[metric.name]!, `${file}, ${metric.name}`);
      });

    it('aggregates and measures', () => {
      eachMetric(({ value }, theirs, what) => near(value, theirs.value, what));
    });

    it('samples that were measured and expected, and the bounds of what was lost', () => {
      eachMetric(({ measured, expected, coverage, low, high }, theirs, what) => {
        near(measured, theirs.measured, `${what}: measured`);
        near(expected, theirs.expected, `${what}: expected`);
        near(coverage ?? null, theirs.coverage, `${what}: coverage`);
        nearEnds(low === null || high === null ? null : [low, high], theirs.bounds, `${what}: bounds`);
      });
    });

    it('how far each value can be trusted: over how many cases, and its interval', () => {
      eachMetric(({ value, sampling: { n, interval } }, theirs, what) => {
        if (value === null) return;
        near(n, theirs.n, `${what}: n`);
        nearEnds(
          interval === null ? null : [interval.low, interval.high],
          theirs.interval,
          `${what}: interval`,
        );
      });
    });

    it('every metric by category, provenance, negative and arm', () => {
      each(({ rows, metrics }, answer, file, reading) => {
        for (const { by, group, metric, value, expected } of splitsOf(reading)) {
          const theirs = answer.metrics[metric]!.groups[by]![group]!;
          near(value, theirs[0], `${file}, ${metric}, ${by} ${group}`);
          near(expected, theirs[1], `${file}, ${metric}, ${by} ${group}: expected`);
        }
        // What a file states of a group is checked: a wrong number comes back with the right one beside it.
        const aggregate_by: { [by: string]: { [group: string]: { [metric: string]: number } } } = {};
        for (const [metric, { groups }] of Object.entries(answer.metrics))
          for (const [by, values] of Object.entries(groups))
            for (const [group, [value]] of Object.entries(values)) {
              aggregate_by[by] ??= {};
              aggregate_by[by][group] ??= {};
              aggregate_by[by][group][metric] = (value ?? 0) + 0.375;
            }
        const stated = statedSplits(aReading(rows, { metrics, dataset, ...JUDGING, aggregate_by }));
        for (const { split, value } of stated)
          near(
            value,
            answer.metrics[split.metric]!.groups[split.by]![split.group]![0],
            `${file}, ${split.metric}`,
          );
        const groups = Object.values(answer.metrics).flatMap((one) => Object.values(one.groups));
        near(stated.length, groups.flatMap((one) => Object.keys(one)).length, `${file}: groups`);
      });
    });

    it('differences, win rates, their tests, intervals and Holm’s correction', () => {
      const seen = { mcnemar: 0, sign_flip: 0, sign: 0, exact: 0, drawn: 0, corrected: 0 };
      each((trial, answer, file, reading) => {
        const { head, arms, metrics } = trial;
        const side = { path: 'results/a.json', reading };
        const found =
          arms !== null
            ? compareArms(side, arms, compare)
            : compareReadings(
                side,
                { path: 'results/b.json', reading: aReading(head, { metrics, dataset, ...JUDGING }) },
                compare,
              );
        for (const mine of found.metrics) {
          const theirs = answer.compared[mine.name];
          if (theirs == null || mine.p === null) continue;
          const what = `${file}, ${mine.name}`;
          expect(mine.test, what).toBe(theirs.test);
          near(mine.difference ?? mine.head, theirs.difference ?? theirs.rate ?? null, what);
          near(mine.untied, theirs.untied, `${what}: untied`);
          near(mine.cases, theirs.cases, `${what}: cases`);
          nearEnds([mine.low!, mine.high!], [theirs.low!, theirs.high!], `${what}: with what was lost`);
          if (theirs.lost !== undefined) near(mine.lost, theirs.lost, `${what}: lost`);
          if (theirs.pairs !== undefined && mine.pairs !== null) {
            const { won, lost, ties, flips, unmeasured } = mine.pairs;
            expect([won, lost, ties, flips ?? 0, unmeasured], what).toEqual(theirs.pairs);
          }
          seen[mine.test!] += 1;
          if (theirs.p === null) continue;
          near(mine.p, theirs.p, `${what}: p`);
          const { interval } = theirs;
          if (interval !== null && 'wide' in interval) {
            seen.drawn += 1;
            within(mine.interval!, interval, what);
          } else if (theirs.cases <= 12 || theirs.test !== 'sign_flip') {
            seen.exact += 1;
            nearEnds(mine.interval, interval, `${what}: interval`);
          }
          if (theirs.p_adjusted === null || !answer.complete) continue;
          seen.corrected += mine.p_adjusted === mine.p ? 0 : 1;
          near(mine.p_adjusted, theirs.p_adjusted, `${what}: corrected`);
        }
        for (const { name, interval, p, against } of found.metrics) {
          // A win rate has Wilson's interval, which is not that of its exact test.
          if (interval === null || p === null || against !== null) continue;
          const [low, high] = interval;
          if (p > 0.05 ? low > 0 || high < 0 : low < 0 && high > 0)
            throw new Error(`${file}, ${name}: [${low}, ${high}] beside p ${p}`);
        }
      });
      for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(FILES / 100);
    });

    /** Ends of drawn subsets lie between the narrowest and the widest that a draw of so many comes to. */
    function within([low, high]: Ends, { narrow, wide }: { narrow: Ends; wide: Ends }, what: string) {
      const reach = 1e-9;
      const fits =
        low >= Math.min(wide[0], 0) - reach &&
        low <= Math.max(narrow[0], 0) + reach &&
        high >= Math.min(narrow[1], 0) - reach &&
        high <= Math.max(wide[1], 0) + reach;
      compared += 2;
      if (!fits) throw new Error(`${what}: [${low}, ${high}], and the oracle says from ${narrow} to ${wide}`);
    }
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
function ask(all: readonly Trial[]): readonly Answer[] | null {
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
