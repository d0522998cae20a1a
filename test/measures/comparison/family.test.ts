import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '../../../src/core/comparison.ts';
import { compareReadings } from '../../../src/measures/comparison/compare.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { aReading } from '../../support/evidence.ts';

type Scores = { readonly [score: string]: readonly (number | boolean | null)[] };
type Metrics = { readonly [metric: string]: object };

const flags = (pass: number, fail: number): boolean[] => [
  ...Array<boolean>(pass).fill(true),
  ...Array<boolean>(fail).fill(false),
];
/** Of 30 cases 9 are lost and 1 is gained: 2 (1 + 10) / 2^10 = 0.0215. */
const BEFORE = [...flags(9, 1), ...flags(10, 10)];
const AFTER = [...flags(0, 9), true, ...flags(10, 10)];
const P = 22 / 1024;
const acc = { aggregate: 'rate', score: 'acc' };

function compared(
  metrics: Metrics,
  before: Scores,
  after: Scores,
  deciding: ReadonlySet<string> | null = null,
): readonly MetricComparison[] {
  const [base, head] = [before, after].map((scores) => {
    const rows = BEFORE.map((_, index) => {
      const own = Object.entries(scores).map(([name, values]) => [name, values[index] ?? null] as const);
      const lost = own.filter(([, value]) => value === null).map(([name]) => [name, 'judge_timeout']);
      return { id: `c${index}`, scores: Object.fromEntries(own), unmeasured: Object.fromEntries(lost) };
    });
    return aReading(rows, { metrics, dataset: { fingerprint: 'sha256:aa' } });
  });
  return compareReadings(
    { path: 'results/base.json', reading: base! },
    { path: 'results/head.json', reading: head! },
    { judge: DEFAULT_POLICY.judge, allow: [], margin: null, bounds: new Map(), deciding },
  ).metrics;
}

const of = (metrics: readonly MetricComparison[], name: string) => metrics.find((one) => one.name === name)!;
const noise = (shift: number) => BEFORE.map((_, index) => ((index * 7 + shift) % 5) / 5);
/** Two cases differ. */
const nearly = BEFORE.map((value, index) => (index < 2 ? !value : value));

describe('the family that Holm’s correction is over (E2)', () => {
  it.each<[string, Metrics, Scores, Scores]>([
    [
      'means without a direction',
      { a: { aggregate: 'mean' }, b: { aggregate: 'mean' }, c: { aggregate: 'mean' } },
      { a: noise(0), b: noise(1), c: noise(2) },
      { a: noise(1), b: noise(3), c: noise(4) },
    ],
    [
      'rates of which two cases differ',
      { a: { aggregate: 'rate' }, b: { aggregate: 'rate' }, c: { aggregate: 'rate' } },
      { a: BEFORE, b: BEFORE, c: BEFORE },
      { a: nearly, b: nearly, c: nearly },
    ],
    [
      'rates in which nothing differs',
      { a: { aggregate: 'rate' }, b: { aggregate: 'rate' } },
      { a: BEFORE, b: BEFORE },
      { a: BEFORE, b: BEFORE },
    ],
    [
      'rates of which what was lost could turn every difference',
      { a: { aggregate: 'rate' }, b: { aggregate: 'rate' } },
      { a: BEFORE, b: BEFORE },
      {
        a: AFTER.map((value, at) => (at < 20 ? value : null)),
        b: AFTER.map((value, at) => (at < 20 ? value : null)),
      },
    ],
    [
      'metrics that mean something else than before',
      { a: { aggregate: 'rate', judged: true }, b: { aggregate: 'rate', judged: true } },
      { a: BEFORE, b: BEFORE },
      { a: AFTER, b: AFTER },
    ],
    [
      'sums and medians, which do not pair',
      { a: { aggregate: 'sum', direction: 'higher' }, b: { aggregate: 'median', direction: 'lower' } },
      { a: noise(0), b: noise(1) },
      { a: noise(2), b: noise(3) },
    ],
  ])('holds no %s', (_, metrics, before, after) => {
    const found = of(
      compared({ acc, ...metrics }, { acc: BEFORE, ...before }, { acc: AFTER, ...after }),
      'acc',
    );
    expect(found).toMatchObject({ verdict: 'regressed' });
    expect(found.p_adjusted).toBeCloseTo(P, 12);
  });

  it('holds what could be found, found or not, and one and the same test once', () => {
    const other = BEFORE.map((value, index) => (index < 8 ? !value : value));
    const metrics = { acc, again: { ...acc }, b: { aggregate: 'rate' } };
    const mixed = BEFORE.map((value, index) => (index % 3 === 0 ? !value : value));
    const found = compared(metrics, { acc: BEFORE, b: other }, { acc: AFTER, b: mixed });
    expect(of(found, 'acc').p_adjusted).toBeCloseTo(2 * P, 12);
    expect(of(found, 'again').p_adjusted).toBeCloseTo(2 * P, 12);
  });

  it('is for a requirement that of its own metrics', () => {
    const all = ['b', 'c', 'd'];
    const metrics = { acc, ...Object.fromEntries(all.map((name) => [name, { aggregate: 'rate' }])) };
    const before = { acc: BEFORE, ...Object.fromEntries(all.map((name) => [name, BEFORE])) };
    const after = (shift: number) => BEFORE.map((value, at) => ((at + shift) % 3 === 0 ? !value : value));
    const head = { acc: AFTER, ...Object.fromEntries(all.map((name, at) => [name, after(at)])) };
    expect(of(compared(metrics, before, head), 'acc').verdict).toBe('no_difference');
    const decided = compared(metrics, before, head, new Set(['acc']));
    expect(of(decided, 'acc')).toMatchObject({ verdict: 'regressed' });
    expect(of(decided, 'acc').p_adjusted).toBeCloseTo(P, 12);
    // The others are corrected for all that were looked at.
    expect(of(decided, 'b').p_adjusted).toBe(of(compared(metrics, before, head), 'b').p_adjusted);
  });

  it('what is outside keeps its own p', () => {
    const found = of(
      compared({ acc, a: { aggregate: 'mean' } }, { acc: BEFORE, a: noise(0) }, { acc: AFTER, a: noise(1) }),
      'a',
    );
    expect(found.verdict).toBe('unmeasured');
    expect(found.p_adjusted).toBe(found.p);
  });
});

it('what has no difference has no interval, test and p of one either (E7)', () => {
  const metrics = { acc: { aggregate: 'pass_hat_k', score: 'acc', k: 1 } };
  const text = BEFORE.map((_, index) => (index === 0 ? 2 : 1));
  const [found] = compared(metrics, { acc: BEFORE }, { acc: text });
  expect(found).toMatchObject({
    verdict: 'unmeasured',
    difference: null,
    interval: null,
    p: null,
    test: null,
  });
});
