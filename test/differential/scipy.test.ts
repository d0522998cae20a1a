import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { normalCdf, normalQuantile, tQuantile } from '../../src/measures/distributions.ts';
import { newcombe, wilson } from '../../src/measures/intervals.ts';
import { random } from '../../src/measures/random.ts';
import { mcnemar } from '../../src/measures/significance.ts';

/** How the oracle says that there is no scipy; any other failure of it is a failure of the test. */
const ABSENT = 77;

const ORACLE = `
import json, math, sys
try:
    from scipy import stats
except ImportError:
    sys.exit(${ABSENT})
out = []
for a, b, c, d in json.load(sys.stdin):
    w = lambda x, n: stats.binomtest(x, n).proportion_ci(0.95, method='wilson')
    (l1, u1), (l2, u2) = w(a, a + b), w(c, c + d)
    p1, p2 = a / (a + b), c / (c + d)
    out.append({
        'mcnemar': stats.binomtest(b, b + c).pvalue if b + c else 1.0,
        'wilson': [l1, u1],
        'newcombe': [p1 - p2 - math.hypot(p1 - l1, u2 - p2), p1 - p2 + math.hypot(u1 - p1, p2 - l2)],
        'z': stats.norm.ppf((a + 1) / (a + b + 2)),
        'cdf': stats.norm.cdf((a - b) / 20),
        't': stats.t.ppf((a + 1) / (a + b + 2), d + 1),
    })
json.dump({'tables': out}, sys.stdout)
`;

interface Answer {
  readonly mcnemar: number;
  readonly wilson: readonly [number, number];
  readonly newcombe: readonly [number, number];
  readonly z: number;
  readonly cdf: number;
  readonly t: number;
}

interface Oracle {
  readonly tables: readonly Answer[];
}

type Table = readonly [number, number, number, number];

/** 200 tables: half of them small, and a tail of large ones, with both rows filled. */
const tables: readonly Table[] = (() => {
  const { below } = random(7);
  return Array.from({ length: 200 }, (_, i): Table => {
    const size = i < 100 ? 12 : i < 180 ? 120 : 3000;
    return [below(size) + 1, below(size), below(size), below(size) + 1];
  });
})();

const oracle = ask();
const answers = oracle?.tables ?? null;

describe.skipIf(answers === null)('agreement with scipy on 200 random tables to 1e-9', () => {
  const each = (check: (table: Table, answer: Answer) => void) => {
    expect(answers).toHaveLength(200);
    for (const [i, table] of tables.entries()) check(table, answers![i]!);
  };
  const near = (mine: number, theirs: number) => {
    expect(Math.abs(mine - theirs)).toBeLessThan(1e-9);
    // Small probabilities agree in their digits too, not only in being small.
    expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(1e-8 * Math.abs(theirs) + 1e-14);
  };

  test('exact McNemar', () => each(([, b, c], { mcnemar: p }) => near(mcnemar(b, c), p)));
  test('Wilson', () =>
    each(([a, b], { wilson: [low, high] }) => {
      near(wilson(a, a + b)!.low, low);
      near(wilson(a, a + b)!.high, high);
    }));
  test('Newcombe', () =>
    each(([a, b, c, d], { newcombe: [low, high] }) => {
      const mine = newcombe({ x: a, n: a + b }, { x: c, n: c + d })!;
      near(mine.low, low);
      near(mine.high, high);
    }));
  test('the normal distribution and its quantile, and that of Student’s t', () =>
    each(([a, b, , d], { z, cdf, t }) => {
      const p = (a + 1) / (a + b + 2);
      near(normalQuantile(p), z);
      near(normalCdf((a - b) / 20), cdf);
      near(tQuantile(p, d + 1), t);
    }));
});

/** One process for all of it; null where there is no Python, or none with scipy. */
function ask(): Oracle | null {
  const found = spawnSync('python3', ['-c', ORACLE], {
    input: JSON.stringify(tables),
    encoding: 'utf8',
  });
  if (found.error !== undefined || found.status === ABSENT) return null;
  if (found.status !== 0) throw new Error(`scipy is here, but the comparison failed:\n${found.stderr}`);
  return JSON.parse(found.stdout);
}
