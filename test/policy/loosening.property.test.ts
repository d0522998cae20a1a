import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestThresholds } from '../../src/commands/check/judge/results.ts';
import { EMPTY_READING, type Reading } from '../../src/core/reading.ts';
import { UNKNOWN_SAMPLING } from '../../src/core/verdict.ts';
import { bareRow } from '../../src/formats/row.ts';
import type { Policy, Series } from '../../src/policy/policy.ts';
import { freedToGrow, joiningFiles, loosenings } from '../../src/policy/policy-change.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../src/policy/series.ts';
import { judgeThresholds } from '../../src/policy/thresholds.ts';
import { PATHS, policies } from '../support/policies.ts';
import { metricWith } from '../support/report.ts';
import { simulations } from '../support/trial.ts';

interface Result {
  readonly path: string;
  readonly reading: Reading;
  readonly values: readonly { readonly name: string; readonly value: number; readonly measured: number }[];
}

const results: fc.Arbitrary<readonly Result[]> = fc.uniqueArray(
  fc
    .record({
      path: fc.constantFrom(
        ...PATHS.filter((path) => path.endsWith('-1.json') || path.endsWith('latest.json')),
      ),
      date: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
      metrics_version: fc.constantFrom(null, 3, '3', 4),
      dataset: fc.constantFrom('questions', 'other'),
      edition: fc.constantFrom(null, '2'),
      mode: fc.constantFrom('real' as const, 'real' as const, 'scripted' as const),
      confabulated: fc.constantFrom(0, 1),
      values: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom('m', 'n', 'flip_rate'),
          value: fc.constantFrom(0, 0.3, 0.6, 0.95),
          measured: fc.constantFrom(5, 9, 10),
        }),
        { selector: ({ name }) => name, maxLength: 3 },
      ),
    })
    .map(({ path, date, metrics_version, dataset, edition, mode, confabulated, values }) => ({
      path,
      values,
      reading: {
        ...EMPTY_READING,
        run: { ...EMPTY_READING.run, date, run: 1 },
        metrics_version,
        dataset: { name: dataset, version: edition, fingerprint: null, cases: null },
        mode,
        rows: [
          { ...bareRow('q', '', {}), negative: true, scores: new Map([['confabulated', confabulated]]) },
        ],
      },
    })),
  { selector: ({ path }) => path, maxLength: 5 },
);

function metrics({ values }: Result) {
  return values.map(({ name, value, measured }) => ({
    ...metricWith({ name, value, recomputed: value, measured, expected: 10 }),
    // The cases that are missing could have been anything between 0 and 1.
    low: (value * measured) / 10,
    high: (value * measured + 10 - measured) / 10,
    pointer: null,
    sampling: { ...UNKNOWN_SAMPLING, n: measured },
  }));
}

function isRecord({ ledger, exempt }: Policy, path: string): boolean {
  return ledgerDirectory(path, ledger) !== null && !isExempt(path, exempt);
}

/** What a policy blocks: single results as they are added, and the newest of each series. */
function blocked(policy: Policy, all: readonly Result[]): readonly string[] {
  const judged = all
    .filter(({ path }) => isRecord(policy, path))
    .flatMap((result) => {
      const series = seriesOf(result.path, policy);
      if (series === null) return [];
      const { path, reading } = result;
      const thresholds = judgeThresholds(path, series, reading, metrics(result), policy.min_coverage);
      return [{ path, series: series.id, reading, thresholds }];
    });
  const fails = ({ enforced, verdict }: { enforced: boolean; verdict: string }) =>
    enforced && verdict !== 'met';
  return [
    // Whatever a file that stands may not become.
    ...all
      .filter(({ path }) => isRecord(policy, path))
      .flatMap(({ path }) => {
        const series = seriesOf(path, policy);
        return GROWTHS.filter((growth) => !allows(series, growth)).map(
          (growth) => `letting ${path} grow by ${JSON.stringify(growth)}`,
        );
      }),
    ...judged.filter(({ thresholds }) => thresholds.some(fails)).map(({ path }) => `adding ${path}`),
    ...policy.series
      .filter((series) => newestThresholds(series, judged, policy).some(fails))
      .map(({ id }) => `the newest of ${id}`),
  ];
}

type Growing = Pick<Series, 'grows' | 'key' | 'ignore' | 'rows'>;

/** Ways in which a file could change as it grows. */
const GROWTHS: readonly Growing[] = [
  { grows: 'lines', key: [], ignore: [], rows: null },
  ...[[], ['model']].flatMap((key) =>
    [[], ['rank'], ['rank', '/updated_at']].flatMap((ignore) =>
      [null, '/entries'].map((rows) => ({ grows: 'rows' as const, key, ignore, rows })),
    ),
  ),
];

function allows(series: Series | null, growth: Growing): boolean {
  if (series === null || series.grows !== growth.grows) return false;
  if (growth.grows === 'lines') return true;
  const same = JSON.stringify([series.key, series.rows]) === JSON.stringify([growth.key, growth.rows]);
  return same && growth.ignore.every((name) => series.ignore.includes(name));
}

/** A policy of which every series claims something, and holds it to something. */
const strict = fc.tuple(policies, fc.constantFrom('*.json', 'a-*.json', '**/*.json')).map(
  ([policy, files]): Policy => ({
    ...policy,
    series: policy.series.map((series) => ({
      ...series,
      files,
      thresholds: series.thresholds.map((bar) => ({ ...bar, enforce: true })),
    })),
  }),
);

/** One setting of a policy, of a series or of a threshold taken from another policy. */
function withOneOf(a: Policy, b: Policy, at: number): Policy {
  const swap = <T extends object>(one: T, other: T, index: number): T => {
    const keys = Object.keys(one).filter((key) => key !== 'id' && key !== 'metric') as (keyof T)[];
    const key = keys[index % keys.length]!;
    return { ...one, [key]: other[key] };
  };
  const [mine] = a.series;
  const other = b.series.find(({ id }) => id === mine?.id) ?? b.series[0];
  if (at % 4 === 0 || mine === undefined || other === undefined) return swap(a, b, at >> 2);
  const [bar] = mine.thresholds;
  const [instead] = other.thresholds;
  const changed: Series =
    at % 4 === 1 && bar !== undefined && instead !== undefined
      ? { ...mine, thresholds: [swap(bar, instead, at >> 2), ...mine.thresholds.slice(1)] }
      : swap(mine, other, at >> 2);
  return { ...a, series: [changed, ...a.series.slice(1)] };
}

const pairs = fc.tuple(strict, policies, fc.nat(), fc.nat(), fc.boolean()).map(([a, b, one, two, twice]) => {
  const once = withOneOf(a, b, one);
  return [a, twice ? withOneOf(once, b, two) : once] as const;
});

describe('a change of the policy that is called no loosening (A5)', () => {
  it('lets nothing pass that was blocked', () => {
    let told = 0;
    fc.assert(
      fc.property(pairs, results, ([before, after], all) => {
        const silent = [
          ...loosenings(before, after),
          ...freedToGrow(
            before,
            after,
            all.map(({ path }) => path),
          ),
          ...joiningFiles(
            before,
            after,
            all.map(({ path }) => path),
          ),
        ];
        fc.pre(silent.length === 0);
        const was = blocked(before, all);
        if (was.length > 0 && JSON.stringify(before) !== JSON.stringify(after)) told += 1;
        const is = new Set(blocked(after, all));
        expect(was.filter((one) => !is.has(one))).toEqual([]);
      }),
      { numRuns: simulations(1500), maxSkipsPerRun: 1000 },
    );
    // The pairs that matter are among those that were looked at.
    expect(told).toBeGreaterThan(50);
  });
});
