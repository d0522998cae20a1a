import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonsAgainst } from '../../src/core/comparability.ts';
import { cachedRepeats, independentRows } from '../../src/core/independence.ts';
import { nativeRow } from '../../src/core/record/native.ts';
import { aReading } from '../support/evidence.ts';

interface Sample {
  readonly cached?: boolean;
  readonly output?: string | null;
  readonly error?: { readonly kind: string };
}

function samples(list: readonly Sample[], id = 'q1'): readonly object[] {
  return list.map((sample, index) => ({ id, sample: index + 1, scores: { passed: true }, ...sample }));
}

function kept(list: readonly Sample[]): readonly number[] {
  return independentRows(aReading(samples(list)).rows ?? []).map(({ sample }) => sample);
}

describe('independentRows', () => {
  it.each<[string, readonly Sample[], readonly number[]]>([
    ['no row speaks of a cache: all count', [{}, {}, {}], [1, 2, 3]],
    ['cached: false is a sample', [{ cached: false }, { cached: false }], [1, 2]],
    ['K115: five repeats, all cached, are one', Array(5).fill({ cached: true, output: 'a' }), [1]],
    ['all cached and no outputs kept: one', [{ cached: true }, { cached: true }], [1]],
    ['the repeats of a live answer add nothing', [{ output: 'a' }, { cached: true, output: 'a' }], [1]],
    ['the live answer counts, wherever it stands', [{ cached: true }, {}, { cached: true }], [2]],
    ['live answers that are alike are samples all the same', [{ output: 'a' }, { output: 'a' }], [1, 2]],
    [
      'another answer out of the cache was asked for once',
      [
        { cached: true, output: 'a' },
        { cached: true, output: 'b' },
        { cached: true, output: 'a' },
      ],
      [1, 2],
    ],
    ['an output on one side alone says nothing', [{ output: 'a' }, { cached: true }], [1]],
    ['a live answer that was not kept may be the same', [{}, { cached: true, output: 'a' }], [1]],
    [
      'an output of null is none that was kept',
      [
        { cached: true, output: null },
        { cached: true, output: 'a' },
      ],
      [1],
    ],
    [
      'an answer counts before an error',
      [{ cached: true, error: { kind: 'target_error' } }, { cached: true }],
      [2],
    ],
  ])('%s', (_, list, expected) => {
    expect(kept(list)).toEqual(expected);
  });

  it('keeps the same rows in whatever order they stand', () => {
    const sample = fc.record(
      {
        cached: fc.boolean(),
        output: fc.constantFrom('a', 'b'),
        error: fc.constant({ kind: 'target_error' }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 6 }), (list) => {
        const rows = aReading(samples(list)).rows ?? [];
        const numbers = independentRows([...rows].reverse()).map((row) => row.sample);
        expect(numbers.reverse()).toEqual(kept(list));
      }),
    );
  });

  it('counts cases, arms and turns apart', () => {
    const rows = [
      { id: 'a', cached: true },
      { id: 'b', cached: true },
      { id: 'a', arm: 'x', cached: true },
      { id: 'a', turn: 1, cached: true },
    ].map((row) => ({ ...row, scores: { passed: true } }));
    expect(cachedRepeats(aReading(rows).rows ?? [])).toBe(0);
  });

  it('leaves every case at least one row, and never counts more without a cache than with one', () => {
    const sample = fc.record(
      { cached: fc.boolean(), output: fc.constantFrom('a', 'b') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 8 }), (list) => {
        const count = kept(list).length;
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(list.length);
        expect(count).toBeGreaterThanOrEqual(list.filter(({ cached }) => cached !== true).length);
      }),
    );
  });
});

describe('K115: cached repeats are no samples', () => {
  const metrics = { both: { aggregate: 'pass_hat_k', score: 'passed', k: 2 } };
  const cached = samples(Array(5).fill({ cached: true, output: 'a' }));

  it('the file tells of them as what it does not hold', () => {
    expect(aReading(cached).losses).toEqual([
      'independent samples of every row: 4 cached rows add no samples of their own',
    ]);
    expect(aReading(samples([{}, {}])).losses).toEqual([]);
  });

  it('a record keeps the word, where it is a yes or a no', () => {
    const kept = (cached: unknown) => {
      const [row] = aReading([{ id: 'a', cached, scores: { passed: true } }]).rows ?? [];
      return nativeRow(row!, () => {})['cached'];
    };
    expect([kept(true), kept(false), kept('yes')]).toEqual([true, false, undefined]);
  });

  it('five planned samples of which one was asked for do not compare with five', () => {
    const parts = { metrics, method: { limits: {}, samples: 5 } };
    const five = aReading(samples(Array(5).fill({ output: 'a' })), parts);
    expect(reasonsAgainst(five, aReading(cached, parts))).toContainEqual({
      key: 'samples',
      base: 5,
      head: 1,
    });
    expect(reasonsAgainst(five, five)).not.toContainEqual(expect.objectContaining({ key: 'samples' }));
  });
});
