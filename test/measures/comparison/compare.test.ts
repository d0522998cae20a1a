import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../../src/core/comparison.ts';
import type { Reading } from '../../../src/core/reading.ts';
import { compareReadings } from '../../../src/measures/comparison/compare.ts';
import { random } from '../../../src/measures/random.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { aReading } from '../../support/evidence.ts';
import { simulations } from '../../support/trial.ts';

const DATASET = { name: 'queries', version: '1', fingerprint: 'sha256:aa' };
const RATE = { metrics: { pass_rate: { aggregate: 'rate', score: 'passed' } }, dataset: DATASET };
const MEAN = {
  metrics: { quality: { aggregate: 'mean', score: 'quality', direction: 'higher' } },
  dataset: DATASET,
};

/** Rows of one score: a list of samples a case. */
function rows(score: string, cases: readonly (readonly (boolean | number | null)[])[]): readonly object[] {
  return cases.flatMap((samples, index) =>
    samples.map((value, sample) => ({
      id: `c${String(index + 1).padStart(3, '0')}`,
      sample: sample + 1,
      scores: { [score]: value },
      ...(value === null
        ? { error: { kind: 'target_quota', message: '429' }, scores: { [score]: null } }
        : {}),
    })),
  );
}

function passes(cases: readonly (boolean | null)[], parts: object = {}): Reading {
  return aReading(
    rows(
      'passed',
      cases.map((value) => [value]),
    ),
    { ...RATE, ...parts },
  );
}

function compared(
  base: Reading,
  head: Reading,
  options: { allow?: readonly string[]; margin?: number } = {},
): Comparison {
  return compareReadings(
    { path: 'results/base.json', reading: base },
    { path: 'results/head.json', reading: head },
    {
      judge: DEFAULT_POLICY.judge,
      allow: options.allow ?? [],
      margin: options.margin ?? null,
      bounds: new Map(),
    },
  );
}

function only({ metrics }: Comparison): MetricComparison {
  expect(metrics.length).toBe(1);
  return metrics[0]!;
}

const flags = (pass: number, fail: number): boolean[] => [
  ...Array<boolean>(pass).fill(true),
  ...Array<boolean>(fail).fill(false),
];

describe('two runs of pass or fail, one sample a case', () => {
  it('are tested by the exact McNemar test on the cases that differ', () => {
    // 10 cases turn good and 1 turns bad: 2 * (C(11,0) + C(11,1)) / 2^11 = 24 / 2048.
    const base = passes([...flags(5, 0), ...flags(0, 10), true]);
    const head = passes([...flags(5, 0), ...flags(10, 0), false]);
    const metric = only(compared(base, head));
    expect([metric.test, metric.b, metric.c, metric.cases, metric.untied]).toEqual([
      'mcnemar',
      1,
      10,
      16,
      11,
    ]);
    expect(metric.p).toBeCloseTo(24 / 2048, 12);
    expect([metric.base, metric.head, metric.verdict]).toEqual([6 / 16, 15 / 16, 'improved']);
    expect(metric.difference).toBeCloseTo(9 / 16, 12);
    expect(only(compared(head, base)).verdict).toBe('regressed');
  });

  it('name the cases that turned', () => {
    const comparison = compared(passes([true, false, true]), passes([false, true, true]));
    expect([comparison.newly_failing, comparison.newly_passing]).toEqual([['c001'], ['c002']]);
  });

  it('name them by each metric that passes or fails, and by all together', () => {
    const of = (done: readonly boolean[], leaked: readonly boolean[]) =>
      aReading(
        done.map((value, index) => ({
          id: `c${index + 1}`,
          scores: { done: value, leaked: leaked[index], seconds: index },
        })),
        {
          dataset: DATASET,
          metrics: {
            seconds: { aggregate: 'mean', score: 'seconds' },
            done: { aggregate: 'rate', score: 'done' },
            leaked: { aggregate: 'rate', score: 'leaked', direction: 'lower' },
          },
        },
      );
    const comparison = compared(
      of([true, true, false], [false, false, true]),
      of([false, true, true], [false, true, true]),
    );
    const lists = comparison.metrics.map(({ name, newly_failing, newly_passing }) => [
      name,
      newly_failing,
      newly_passing,
    ]);
    expect(lists).toEqual([
      ['seconds', null, null],
      ['done', ['c1'], ['c3']],
      ['leaked', ['c2'], []],
    ]);
    expect([comparison.newly_failing, comparison.newly_passing]).toEqual([['c1', 'c2'], ['c3']]);
  });

  it('are insufficient with fewer than six cases that differ, however clear', () => {
    const metric = only(compared(passes(flags(0, 5)), passes(flags(5, 0))));
    expect([metric.verdict, metric.untied]).toEqual(['insufficient', 5]);
  });

  it('show no difference where none is found, and insufficient where the interval is wider than the margin', () => {
    const base = passes([...flags(10, 10), ...flags(4, 4)]);
    const head = passes([...flags(10, 10), ...flags(0, 4), ...flags(4, 0)]);
    expect(only(compared(base, head)).verdict).toBe('no_difference');
    expect(only(compared(base, head, { margin: 0.01 })).verdict).toBe('insufficient');
  });
});

describe('repeats', () => {
  it('do not inflate: 4 cases with 3 samples, all better, is insufficient', () => {
    const four = (value: boolean) => aReading(rows('passed', Array(4).fill([value, value, value])), RATE);
    const metric = only(compared(four(false), four(true)));
    expect([metric.verdict, metric.cases, metric.untied]).toEqual(['insufficient', 4, 4]);
  });

  it('are averaged in their case and tested by sign flips', () => {
    const of = (up: number) =>
      aReading(
        rows(
          'quality',
          Array.from({ length: 12 }, (_, i) => [i / 20 + up, i / 20 + up]),
        ),
        MEAN,
      );
    const metric = only(compared(of(0), of(0.2)));
    expect([metric.test, metric.cases, metric.verdict]).toEqual(['sign_flip', 12, 'improved']);
    expect(metric.p).toBeCloseTo(2 / 2 ** 12, 12);
  });
});

describe('what forbids a comparison', () => {
  const base = passes(flags(5, 5));
  it.each([
    ['metrics_version (K089)', { metrics_version: 4 }, 'metrics_version', 1, 4],
    [
      'the dataset (K090)',
      { dataset: { ...DATASET, fingerprint: 'sha256:bb' } },
      'dataset',
      'sha256:aa',
      'sha256:bb',
    ],
    ['the mode', { mode: 'scripted' }, 'mode', 'real', 'scripted'],
  ])('%s', (_, parts, key, before, after) => {
    const comparison = compared(base, passes(flags(5, 5), parts));
    expect(comparison.comparable).toBe(false);
    expect(comparison.reasons).toContainEqual({ key, base: before, head: after });
    const metric = only(comparison);
    expect([metric.verdict, metric.difference, metric.base, metric.head]).toEqual([
      'incomparable',
      null,
      0.5,
      0.5,
    ]);
  });

  describe('the version that a metric states of itself (K089)', () => {
    const of = (file: number, versions: Record<string, number | undefined>) =>
      aReading(
        flags(5, 5).map((value, index) => ({
          id: `c${index}`,
          category: index % 2 ? 'a' : 'b',
          scores: { passed: value, done: value },
        })),
        {
          dataset: DATASET,
          metrics_version: file,
          metrics: Object.fromEntries(
            Object.entries(versions).map(([name, metrics_version]) => [
              name,
              { aggregate: 'rate', score: name, metrics_version },
            ]),
          ),
        },
      );
    const verdicts = ({ metrics }: Comparison) => metrics.map(({ name, verdict }) => `${name} ${verdict}`);

    it('refuses that metric alone where it differs, with both values', () => {
      const comparison = compared(of(3, { passed: 1, done: 1 }), of(3, { passed: 2, done: 1 }));
      expect(verdicts(comparison)).toEqual(['passed incomparable', 'done insufficient']);
      expect(comparison.reasons).toEqual([{ key: 'metrics_version', metric: 'passed', base: 1, head: 2 }]);
      expect(comparison.comparable).toBe(true);
      expect(new Set(comparison.splits.map(({ name }) => name))).toEqual(new Set(['done']));
      expect(comparison.metrics[0]).toMatchObject({ newly_failing: null, difference: null });
    });

    it('counts before that of the file, whose difference is listed as a change', () => {
      const comparison = compared(of(3, { passed: 1 }), of(4, { passed: 1 }));
      expect(verdicts(comparison)).toEqual(['passed insufficient']);
      expect(comparison.reasons).toEqual([]);
      expect(comparison.changed).toEqual([{ key: 'metrics_version', base: 3, head: 4 }]);
    });

    it('leaves every other metric to the version of the file', () => {
      const comparison = compared(
        of(3, { passed: 1, done: undefined }),
        of(4, { passed: 1, done: undefined }),
      );
      expect(verdicts(comparison)).toEqual(['passed insufficient', 'done incomparable']);
      expect(comparison.reasons).toEqual([{ key: 'metrics_version', base: 3, head: 4 }]);
      expect(comparison.changed).toEqual([]);
    });

    it('is unknown where one side alone states it, and unknown is not equal', () => {
      const comparison = compared(of(3, { passed: undefined }), of(3, { passed: 3 }));
      expect(verdicts(comparison)).toEqual(['passed incomparable']);
      expect(comparison.reasons).toEqual([{ key: 'metrics_version', metric: 'passed', base: null, head: 3 }]);
    });

    it('is overridden with the same key', () => {
      const options = { allow: ['metrics_version'] };
      const comparison = compared(of(3, { passed: 1 }), of(3, { passed: 2 }), options);
      expect([verdicts(comparison), comparison.allowed]).toEqual([
        ['passed insufficient'],
        ['metrics_version'],
      ]);
    });
  });

  it('other cases', () => {
    expect(compared(base, passes(flags(5, 6))).reasons).toEqual([{ key: 'cases', base: 10, head: 11 }]);
  });

  it('another number of samples', () => {
    const twice = aReading(
      rows(
        'passed',
        flags(5, 5).map((value) => [value, value]),
      ),
      RATE,
    );
    expect(compared(base, twice).reasons).toEqual([{ key: 'samples', base: 1, head: 2 }]);
  });

  it('another definition, of that metric alone', () => {
    const parts = {
      metrics: { pass_rate: { aggregate: 'rate', score: 'passed', where: { category: 'x' } } },
    };
    expect(compared(base, passes(flags(5, 5), parts)).reasons).toEqual([
      expect.objectContaining({ key: 'definition', metric: 'pass_rate' }),
    ]);
  });

  it('another judge, where the metric is judged and only there (K113)', () => {
    const judged = { metrics: { pass_rate: { aggregate: 'rate', score: 'passed', judged: true } } };
    const by = (route: string) => passes(flags(5, 5), { ...judged, judge: { route, answered: true } });
    const [one, other] = [by('acme:judge-1'), by('acme:grader-2')];
    expect(compared(one, other).reasons).toEqual([
      { key: 'judge', base: 'acme:judge-1', head: 'acme:grader-2' },
    ]);
    expect(compared(one, one).reasons).toEqual([]);
    const unjudged = (route: string) => passes(flags(5, 5), { judge: { route, answered: true } });
    expect(compared(unjudged('acme:judge-1'), unjudged('acme:grader-2')).reasons).toEqual([]);
  });

  it('a judge that neither states is unknown, not equal', () => {
    const judged = { metrics: { pass_rate: { aggregate: 'rate', score: 'passed', judged: true } } };
    expect(compared(passes([true], judged), passes([true], judged)).reasons).toEqual([
      { key: 'judge', base: null, head: null },
    ]);
  });

  it('can be overridden by name, and the report says so', () => {
    const other = passes(flags(5, 5), { metrics_version: 4 });
    const comparison = compared(base, other, { allow: ['metrics_version'] });
    expect([comparison.comparable, comparison.allowed, comparison.reasons]).toEqual([
      true,
      ['metrics_version'],
      [],
    ]);
  });

  it('what merely changed is listed', () => {
    const head = passes(flags(5, 5), {
      models: { agent: 'acme:reader-3' },
      method: { limits: { max_steps: 3 } },
    });
    expect(compared(base, head).changed.map(({ key }) => key)).toEqual(['limits', 'models']);
  });
});

describe('what was not measured', () => {
  it('a run that lost half its cases to quota is never improved, and its bounds are shown (K103)', () => {
    const base = passes([...flags(10, 10), ...flags(10, 10)]);
    const head = passes([...flags(20, 0), ...Array<null>(20).fill(null)]);
    const metric = only(compared(base, head));
    expect([metric.verdict, metric.lost, metric.cases]).toEqual(['unmeasured', 20, 20]);
    expect([metric.low, metric.high]).toEqual([0, 0.5]);
  });

  const SCALED = {
    metrics: { s: { aggregate: 'mean', scale: [0, 1], direction: 'higher' } },
    dataset: DATASET,
  };
  const scaled = (values: readonly (number | null)[]) =>
    aReading(
      rows(
        's',
        values.map((value) => [value]),
      ),
      SCALED,
    );

  it('a difference that it could bring to exactly 0 is not certain by a hair of rounding', () => {
    // Seven cases gain 0.1 each, and one that had 0.7 is lost: 7 x (0.4 - 0.3) - 0.7 is 2e-16 in doubles.
    const base = scaled([...Array<number>(7).fill(0.3), 0.7]);
    const metric = only(compared(base, scaled([...Array<number>(7).fill(0.4), null])));
    expect([metric.p, metric.low, metric.verdict]).toEqual([2 / 128, 0, 'unmeasured']);
  });

  it('differences that are alike but for rounding have the interval of those that are alike', () => {
    // 0.1 either way by 1 - sqrt(0.025).
    const { interval } = only(compared(scaled([0.3, 0.2]), scaled([0.4, 0.3])));
    const unseen = 1 - Math.sqrt(0.025);
    expect(interval).toEqual([expect.closeTo(0.1 - unseen, 12), expect.closeTo(0.1 + unseen, 12)]);
  });

  it('a metric that one side lacks is unmeasured, in either direction (K155)', () => {
    const two = passes(flags(5, 5), {
      metrics: { ...RATE.metrics, extra: { aggregate: 'mean', score: 'passed' } },
    });
    const verdicts = (comparison: Comparison) =>
      comparison.metrics.map(({ name, verdict }) => `${name} ${verdict}`);
    expect(verdicts(compared(passes(flags(5, 5)), two))).toContain('extra unmeasured');
    expect(verdicts(compared(two, passes(flags(5, 5))))).toContain('extra unmeasured');
  });

  it('a mean without a direction is compared and never called better or worse (K087)', () => {
    const of = (up: number) =>
      aReading(
        rows(
          'rmsd',
          Array.from({ length: 12 }, (_, i) => [2 + i / 9 + up]),
        ),
        {
          metrics: { mean_rmsd: { aggregate: 'mean', score: 'rmsd' } },
          dataset: DATASET,
        },
      );
    const metric = only(compared(of(0), of(0.9)));
    expect([metric.verdict, metric.direction]).toEqual(['unmeasured', null]);
    expect(metric.difference).toBeCloseTo(0.9, 12);
  });

  it('a result cannot turn round which way is better: a bound of its own that says so is another definition', () => {
    const turned = passes(flags(0, 20), { thresholds: { pass_rate: { max: 1 } } });
    const metric = only(compared(passes(flags(20, 0)), turned));
    expect([metric.verdict, metric.reason]).toEqual(['incomparable', 'definition differs or is not known']);
    expect(compared(passes(flags(20, 0)), turned).reasons).toEqual([
      { key: 'definition', metric: 'pass_rate', base: 'higher is better', head: 'lower is better' },
    ]);
    const bound = { thresholds: { pass_rate: { max: 0.3 } } };
    expect(only(compared(passes(flags(20, 0), bound), passes(flags(0, 20), bound))).verdict).toBe('improved');
  });

  it('the bound of the policy says which way is better, before one that the results state', () => {
    const of = (value: number) =>
      aReading(
        rows(
          'rmsd',
          Array.from({ length: 12 }, (_, i) => [value + i / 9]),
        ),
        {
          metrics: { rmsd: { aggregate: 'mean', score: 'rmsd' } },
          dataset: DATASET,
          thresholds: { rmsd: { min: 0 } },
        },
      );
    const verdict = (bound: { min: number | null; max: number | null }) => {
      const options = {
        judge: DEFAULT_POLICY.judge,
        allow: [],
        margin: null,
        bounds: new Map([['rmsd', bound]]),
      };
      const sides = [of(2), of(3)].map((reading, index) => ({ path: `${index}.json`, reading }));
      return only(compareReadings(sides[0]!, sides[1]!, options)).verdict;
    };
    expect([verdict({ min: null, max: 4 }), verdict({ min: 1, max: null })]).toEqual([
      'regressed',
      'improved',
    ]);
  });

  it.each([1e150, 1.7e308])('a difference of %d is too large to be tested, and ends nothing', (big) => {
    const of = (value: number) => aReading(rows('quality', [...Array(9).fill([1]), [value]]), MEAN);
    const metric = only(compared(of(-big), of(big)));
    expect([metric.verdict, metric.p, metric.interval]).toEqual(['insufficient', null, null]);
    expect(metric.reason).toContain('differs by more than can be tested');
  });

  it('nothing is a number that is not', () => {
    const empty = aReading([], RATE);
    for (const metric of compared(empty, empty).metrics) {
      for (const value of Object.values(metric)) expect(Number.isNaN(value)).toBe(false);
    }
  });
});

describe('calibration, by simulation with a fixed seed', () => {
  const uniform = (next: () => number) => next() / 2 ** 32;

  it.each([
    [20, 1],
    [50, 1],
    [50, 5],
    [200, 1],
  ])('with no true difference over %i cases, %i samples, at most 5 %% cry wolf', (cases, samples) => {
    const { next } = random(77 + cases + samples);
    const runs = simulations(cases > 100 ? 60 : 120);
    let alarms = 0;
    for (let run = 0; run < runs; run += 1) {
      const chances = Array.from({ length: cases }, () => uniform(next));
      const draw = () =>
        aReading(
          rows(
            'passed',
            chances.map((p) => Array.from({ length: samples }, () => uniform(next) < p)),
          ),
          RATE,
        );
      const { verdict } = only(compared(draw(), draw()));
      if (verdict === 'improved' || verdict === 'regressed') alarms += 1;
    }
    // 5 % and three standard errors of the simulation.
    expect(alarms / runs).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  });
});
