import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../../src/core/comparison.ts';
import { compareReadings } from '../../../src/measures/comparison/compare.ts';
import { compareArms } from '../../../src/measures/comparison/compare-arms.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { aReading } from '../../support/evidence.ts';
import { trials } from '../../support/trial.ts';

type Outcome = 'new' | 'old' | 'tie' | 'flip' | null;
const METRICS = {
  win_rate: { aggregate: 'win_rate', score: 'winner', arm: 'new' },
  flips: { aggregate: 'flip_rate', score: 'winner' },
};
const OPTIONS = { judge: DEFAULT_POLICY.judge, allow: [], margin: null, bounds: new Map() };

/** Pairs by case, each judged in both orders. */
function pairs(cases: readonly (readonly Outcome[])[]): object[] {
  return cases.flatMap((outcomes, index) =>
    outcomes.map((outcome, sample) => {
      const [first, second] = outcome === 'flip' ? ['new', 'old'] : [outcome, outcome];
      return {
        id: `c${index}`,
        sample: sample + 1,
        scores: { winner: outcome },
        ...(outcome === null ? { unmeasured: { winner: 'judge_timeout: 60 s' } } : {}),
        judgments: [
          { score: 'winner', order: ['new', 'old'], value: first },
          { score: 'winner', order: ['old', 'new'], value: second },
        ],
      };
    }),
  );
}

function compared(
  rows: readonly object[],
  parts: object = {},
  arms: readonly [string, string] = ['old', 'new'],
): Comparison {
  const reading = aReading(rows, { metrics: METRICS, ...parts });
  return compareArms({ path: 'p.json', reading }, arms, OPTIONS);
}

function metric({ metrics }: Comparison, name = 'win_rate'): MetricComparison {
  return metrics.find((one) => one.name === name)!;
}

const single = (counts: Partial<Record<'new' | 'old' | 'tie' | 'flip' | 'none', number>>): Outcome[][] =>
  Object.entries(counts).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => [outcome === 'none' ? null : (outcome as Outcome)]),
  );

describe('a win rate', () => {
  it('is held against 0.5 by the exact sign test, and is no difference', () => {
    // 10 won, 1 lost: 2 * (C(11,0) + C(11,1)) / 2^11 = 24 / 2048. Wilson's interval of 10 of 11, to five places.
    const found = metric(compared(pairs(single({ new: 10, old: 1, tie: 3, flip: 2 }))));
    expect(found).toMatchObject({ base: null, difference: null, against: 0.5, test: 'sign', b: 1, c: 10 });
    expect([found.head, found.p]).toEqual([10 / 11, expect.closeTo(24 / 2048, 12)]);
    expect(found.interval).toEqual([expect.closeTo(0.62264, 5), expect.closeTo(0.98377, 5)]);
    expect(found.pairs).toEqual({ arm: 'new', won: 10, lost: 1, ties: 3, flips: 2, unmeasured: 0 });
    expect([found.verdict, found.cases, found.untied]).toEqual(['improved', 16, 11]);
  });

  it('does not gain by repeats: 4 cases that are won five times each are four', () => {
    const found = metric(compared(pairs(Array.from({ length: 4 }, () => Array<Outcome>(5).fill('new')))));
    expect([found.verdict, found.untied, found.test]).toEqual(['insufficient', 4, 'sign_flip']);
  });

  it('is tested on won minus lost of each case, where cases have several pairs', () => {
    const found = metric(compared(pairs(Array.from({ length: 8 }, () => ['new', 'new', 'old'] as const))));
    expect([found.test, found.untied, found.verdict, found.b]).toEqual(['sign_flip', 8, 'improved', null]);
    expect([found.head, found.p]).toEqual([expect.closeTo(2 / 3, 12), 2 / 2 ** 8]);
  });

  it('of cases that all came out alike is no surer for their repeats', () => {
    const twice = (outcome: Outcome, other: Outcome) =>
      pairs(Array.from({ length: 3 }, () => [outcome, other]));
    const once = metric(compared(pairs(single({ new: 3 })))).interval;
    expect(metric(compared(twice('new', 'new'))).interval).toEqual(once);
    // Wilson's interval of a share of one half over 3 cases: 0.5 -+ 1.96 / (2 * sqrt(3 + 1.96^2)).
    const [low, high] = metric(compared(twice('new', 'old'))).interval!;
    expect([low, high]).toEqual([expect.closeTo(0.1253, 4), expect.closeTo(0.8747, 4)]);
    expect(metric(compared(pairs([['new', 'new']]))).interval).toBeNull();
  });

  it('says nothing of a pair that was judged in one order alone', () => {
    const once = pairs(single({ new: 8 })).map((row) => ({
      ...row,
      judgments: [{ score: 'winner', order: ['new', 'old'], value: 'new' }],
    }));
    const found = metric(compared(once));
    expect([found.verdict, found.head, found.pairs?.unmeasured]).toEqual(['unmeasured', null, 8]);
  });

  it('is not told where what was not measured could turn it (K103)', () => {
    const found = metric(compared(pairs(single({ new: 12, none: 13 }))));
    expect([found.verdict, found.low, found.high]).toEqual(['unmeasured', 12 / 25, 1]);
    expect(metric(compared(pairs(single({ new: 12, none: 5 })))).verdict).toBe('improved');
  });

  it('of ties and flips alone is unmeasured', () => {
    expect(metric(compared(pairs(single({ tie: 5, flip: 4 }))))).toMatchObject({
      head: null,
      verdict: 'unmeasured',
    });
  });

  it('of the base arm is better low, and the same test as that of the other', () => {
    const metrics = {
      ours: METRICS.win_rate,
      theirs: { ...METRICS.win_rate, arm: 'old' },
    };
    const { metrics: found } = compared(pairs(single({ new: 10, old: 1 })), { metrics });
    expect(found.map(({ name, head, direction, verdict }) => [name, head, direction, verdict])).toEqual([
      ['ours', 10 / 11, 'higher', 'improved'],
      ['theirs', 1 / 11, 'lower', 'improved'],
    ]);
    expect(found.map(({ p, p_adjusted }) => p === p_adjusted)).toEqual([true, true]);
  });

  it('over a third arm is none of the two', () => {
    const third = pairs(single({ new: 8 })).map((row) =>
      JSON.parse(JSON.stringify(row).replaceAll('"old"', '"third"')),
    );
    const found = compared([
      ...pairs(single({ new: 2, old: 8 })),
      ...third.map((row) => ({ ...row, id: `t${row.id}` })),
    ]);
    expect(metric(found)).toMatchObject({ head: 0.2, pairs: { won: 2, lost: 8 } });
    expect(metric(compared(third))).toMatchObject({
      verdict: 'incomparable',
      reason: 'no pair of these two was judged',
    });
    const unsaid = [
      { id: 'a', scores: { winner: 'third' } },
      { id: 'b', scores: { winner: 'new' } },
    ];
    expect(metric(compared(unsaid)).reason).toContain('do not say which two arms');
  });

  it('counts a case that went either way as often as none that speaks for one', () => {
    const even = metric(
      compared(pairs([...Array(5).fill(['new', 'new']), ...Array(3).fill(['new', 'old'])])),
    );
    expect([even.cases, even.untied, even.verdict]).toEqual([8, 5, 'insufficient']);
  });

  it('says which lead it would have found', () => {
    // All six must be won: ((1 + 2 d) / 2)^6 = 0.8.
    const { mde } = metric(compared(pairs(single({ new: 5, old: 1 }))));
    expect(mde).toBeCloseTo(0.8 ** (1 / 6) - 0.5, 9);
  });

  it('without its pairs is of no two arms where the file holds three', () => {
    const of = (arms: readonly string[]) => ({
      metrics: METRICS,
      aggregate: { win_rate: 0.9 },
      aggregate_by: { arm: Object.fromEntries(arms.map((arm) => [arm, { cost: 1 }])) },
    });
    const found = (arms: readonly string[]) => {
      const side = { path: 'p.json', reading: aReading(undefined, of(arms)) };
      return metric(compareArms(side, ['old', 'new'], OPTIONS));
    };
    expect(found(['new', 'old', 'third'])).toMatchObject({ verdict: 'incomparable', decides: true });
    expect(found(['new', 'old'])).toMatchObject({ head: 0.9, verdict: 'insufficient' });
  });

  it('without the rulings does not count flips as none', () => {
    const rows = single({ new: 6, old: 2, tie: 1 }).map(([winner], index) => ({
      id: `c${index}`,
      scores: { winner },
    }));
    expect(metric(compared(rows)).pairs).toMatchObject({ won: 6, lost: 2, ties: 1, flips: null });
  });

  it('that the file withholds is unmeasured, with its reason', () => {
    const parts = { aggregate: { win_rate: null }, unmeasured: { win_rate: 'inconclusive: too many flips' } };
    expect(metric(compared(pairs(single({ new: 10 })), parts))).toMatchObject({
      head: null,
      verdict: 'unmeasured',
      reason: 'inconclusive: too many flips',
    });
  });

  it('swapped, is the same number with the opposite verdict; the order of the rows changes nothing', () => {
    const outcome = fc.constantFrom<Outcome>('new', 'new', 'old', 'tie', 'flip', null);
    const some = fc.array(fc.array(outcome, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
    const opposite: Record<string, string> = { improved: 'regressed', regressed: 'improved' };
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (cases, keys) => {
        const rows = pairs(cases);
        const there = metric(compared(rows));
        const back = metric(compared(rows, {}, ['new', 'old']));
        expect(back).toEqual({
          ...there,
          b: there.c,
          c: there.b,
          direction: 'lower',
          verdict: opposite[there.verdict] ?? there.verdict,
        });
        const shuffled = rows
          .map((row) => ({ row, key: keys.next().value }))
          .sort((one, other) => one.key - other.key)
          .map(({ row }) => row);
        expect(metric(compared(shuffled))).toEqual(there);
      }),
      { numRuns: trials(40) },
    );
  });

  it('of the other arm mirrors its interval', () => {
    const cases = Array.from({ length: 9 }, (_, index): Outcome[] =>
      index % 3 === 0 ? ['old', 'new', 'new'] : ['new', 'tie'],
    );
    const metrics = { ours: METRICS.win_rate, theirs: { ...METRICS.win_rate, arm: 'old' } };
    const found = compared(pairs(cases), { metrics });
    const [low, high] = metric(found, 'ours').interval!;
    expect(metric(found, 'theirs').interval).toEqual([
      expect.closeTo(1 - high, 12),
      expect.closeTo(1 - low, 12),
    ]);
    expect(metric(found, 'theirs').mde).toBe(metric(found, 'ours').mde);
  });
});

it('a flip rate is of the judge: both arms share it, and no gate waits for it', () => {
  expect(metric(compared(pairs(single({ new: 3, flip: 1 }))), 'flips')).toMatchObject({
    base: null,
    head: 0.25,
    verdict: 'incomparable',
    decides: false,
  });
});

describe('pairs of two results', () => {
  const beside = (one: Outcome[][], other: Outcome[][]) => {
    const side = (cases: Outcome[][]) => ({
      path: 'x.json',
      reading: aReading(pairs(cases), { metrics: METRICS, dataset: { name: 'q' } }),
    });
    return compareReadings(side(one), side(other), OPTIONS);
  };

  it('are paired where both were decided; a tie is no loss and no lost case', () => {
    const found = metric(beside(single({ new: 2, old: 7, tie: 1 }), single({ new: 9, flip: 1 })));
    expect(found).toMatchObject({ cases: 9, b: 0, c: 7, lost: 0, verdict: 'improved' });
  });

  it('lose nothing where one side alone was undecided', () => {
    const found = metric(beside(single({ old: 8, tie: 2 }), single({ new: 9, tie: 1 })));
    expect(found).toMatchObject({ cases: 8, c: 8, lost: 0, verdict: 'improved' });
  });

  it('flip where they flip', () => {
    const found = metric(beside(single({ new: 10 }), single({ flip: 8, new: 2 })), 'flips');
    expect([found.difference, found.untied]).toEqual([0.8, 8]);
  });
});
