import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Measured } from '../../src/measures/observation.ts';
import {
  hitAtK,
  leakage,
  ndcgAtK,
  precisionAtK,
  type Ranking,
  recallAtK,
  reciprocalRank,
} from '../../src/measures/retrieval.ts';

const ranking = (retrieved: string, relevant: Readonly<Record<string, number>>): Ranking => ({
  retrieved: retrieved === '' ? [] : retrieved.split(' '),
  relevant: new Map(Object.entries(relevant)),
});

/** Three relevant items, two of them found, at slots 2 and 4. */
const found = ranking('x a y b z', { a: 1, b: 1, c: 1 });
/** Grades 3, 2, 1 found at slots 2, 1, 4. */
const graded = ranking('b a x c', { a: 3, b: 2, c: 1 });
const log2 = Math.log2;

describe('recall, precision, hit and reciprocal rank, by hand', () => {
  test.each<[string, Measured, number]>([
    ['recall@1: 0 of 3', recallAtK(found, 1), 0],
    ['recall@2: 1 of 3', recallAtK(found, 2), 1 / 3],
    ['recall@5: 2 of 3', recallAtK(found, 5), 2 / 3],
    ['recall@100: 2 of 3, no more came back', recallAtK(found, 100), 2 / 3],
    ['precision@2: 1 of 2', precisionAtK(found, 2), 1 / 2],
    ['precision@5: 2 of 5', precisionAtK(found, 5), 2 / 5],
    ['precision@10: 2 of 10, though five came back', precisionAtK(found, 10), 2 / 10],
    ['hit@1: none', hitAtK(found, 1), 0],
    ['hit@2: one', hitAtK(found, 2), 1],
    ['reciprocal rank: first relevant at slot 2', reciprocalRank(found), 1 / 2],
    ['reciprocal rank within 1: not found', reciprocalRank(found, 1), 0],
    ['nothing retrieved is a measured 0', recallAtK(ranking('', { a: 1 }), 5), 0],
    ['min_grade 2: a and b count of a, b, c; both in the first two', recallAtK(graded, 2, 2), 1],
    ['min_grade 3: only a counts, and it is second', reciprocalRank(graded, undefined, 3), 1 / 2],
    [
      'a repeat counts once: a a b has two hits in three slots',
      precisionAtK(ranking('a a b', { a: 1, b: 1 }), 3),
      2 / 3,
    ],
    ['a repeat keeps its slot: b is third', reciprocalRank(ranking('x x b', { b: 1 })), 1 / 3],
    ['grade 0 is not relevant, even with min_grade 0', recallAtK(ranking('a', { a: 0, b: 1 }), 1, 0), 0],
  ])('%s', (_, { value }, expected) => expect(value).toBe(expected));

  test('MRR of three queries with first hits at 1, 2 and nowhere: (1 + 1/2 + 0) / 3 = 1/2', () => {
    const ranks = [ranking('a', { a: 1 }), ranking('x a', { a: 1 }), ranking('x', { a: 1 })].map(
      (query) => reciprocalRank(query).value!,
    );
    expect(ranks.reduce((a, b) => a + b) / 3).toBe(0.5);
  });
});

describe('nDCG, by hand', () => {
  // Discounts: slot 1 -> log2 2 = 1, slot 2 -> log2 3 = 1.585, slot 3 -> log2 4 = 2, slot 4 -> log2 5 = 2.3219.
  const linearIdeal = 3 / 1 + 2 / log2(3) + 1 / 2;
  const exponentialIdeal = 7 / 1 + 3 / log2(3) + 1 / 2;
  test.each<[string, Measured, number]>([
    [
      'linear: 2/1 + 3/1.585 + 1/2.3219 over 3/1 + 2/1.585 + 1/2',
      ndcgAtK(graded, 4),
      (2 + 3 / log2(3) + 1 / log2(5)) / linearIdeal,
    ],
    [
      'exponential: 3/1 + 7/1.585 + 1/2.3219 over 7/1 + 3/1.585 + 1/2',
      ndcgAtK(graded, 4, 'exponential'),
      (3 + 7 / log2(3) + 1 / log2(5)) / exponentialIdeal,
    ],
    [
      'binary: 1/1.585 + 1/2.3219 over 1/1 + 1/1.585 + 1/2',
      ndcgAtK(found, 5, 'binary'),
      (1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / 2),
    ],
    ['cut at 1: 2 of the best 3', ndcgAtK(graded, 1), 2 / 3],
    [
      'cut at 2 the ideal is cut too: 2 + 3/1.585 over 3 + 2/1.585',
      ndcgAtK(graded, 2),
      (2 + 3 / log2(3)) / (3 + 2 / log2(3)),
    ],
    [
      'min_grade 2 makes c worth nothing',
      ndcgAtK(graded, 4, 'linear', 2),
      (2 + 3 / log2(3)) / (3 + 2 / log2(3)),
    ],
    [
      'a repeat gains nothing: a a over a b',
      ndcgAtK(ranking('a a', { a: 1, b: 1 }), 2),
      1 / (1 + 1 / log2(3)),
    ],
    [
      'the one relevant item at slot 2: 1/log2 3 = 0.6309 (the research engine’s q10)',
      ndcgAtK(ranking('x a', { a: 2 }), 10, 'exponential'),
      0.6309297535714574,
    ],
  ])('%s', (_, { value }, expected) => expect(value).toBeCloseTo(expected, 14));

  test('sklearn’s documented example: scores .1 .2 .3 4 70 for relevance 10 0 0 1 5 give 0.6956940443813076', () => {
    // Order by score: 5, 1, 0, 0, 10. DCG = 5/1 + 1/log2 3 + 10/log2 6; ideal = 10/1 + 5/log2 3 + 1/2.
    const example = ranking('e d c b a', { a: 10, b: 0, c: 0, d: 1, e: 5 });
    expect(ndcgAtK(example, 5).value).toBeCloseTo(0.6956940443813076, 14);
  });

  test('is 1 for any ideal order, tied grades included', () => {
    for (const order of ['a b c', 'b a c']) {
      expect(ndcgAtK(ranking(order, { a: 2, b: 2, c: 1 }), 3).value).toBe(1);
    }
  });

  test('a grade whose gain is beyond a double is inconclusive, not NaN', () => {
    expect(ndcgAtK(ranking('a', { a: 5000 }), 1, 'exponential')).toMatchObject({ reason: 'inconclusive' });
  });
});

test('an empty gold set is null for every measure', () => {
  const nothing = ranking('a b', { a: 0 });
  for (const value of [
    recallAtK(nothing, 1),
    precisionAtK(nothing, 1),
    hitAtK(nothing, 1),
    reciprocalRank(nothing),
    ndcgAtK(nothing, 1),
    recallAtK(ranking('a', { a: 1 }), 1, 2),
  ]) {
    expect(value).toMatchObject({ value: null, reason: 'not_applicable' });
  }
  expect(() => recallAtK(found, 0)).toThrow(RangeError);
});

test('ids and grades may be named like properties of every object', () => {
  const odd = ranking('__proto__ constructor', { constructor: 1 });
  expect(recallAtK(odd, 2).value).toBe(1);
  expect(precisionAtK(odd, 2).value).toBe(0.5);
});

test('recall, hit and DCG’s numerator grow with k; all lie in [0, 1]', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const rankings = fc.record({
    retrieved: fc.array(id, { maxLength: 12 }),
    relevant: fc.uniqueArray(fc.tuple(id, fc.integer({ min: 1, max: 4 })), {
      selector: ([name]) => name,
      minLength: 1,
    }),
  });
  fc.assert(
    fc.property(rankings, fc.integer({ min: 1, max: 10 }), ({ retrieved, relevant }, k) => {
      const query = { retrieved, relevant: new Map(relevant) };
      expect(recallAtK(query, k + 1).value).toBeGreaterThanOrEqual(recallAtK(query, k).value!);
      expect(hitAtK(query, k + 1).value).toBeGreaterThanOrEqual(hitAtK(query, k).value!);
      for (const { value } of [
        recallAtK(query, k),
        precisionAtK(query, k),
        ndcgAtK(query, k),
        ndcgAtK(query, k, 'exponential'),
        ndcgAtK(query, k, 'binary'),
        reciprocalRank(query, k),
      ]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }),
  );
});

describe('leakage', () => {
  const selection = new Set(['a', 'b']);
  test.each([
    ['one of four slots', { retrieved: ['a', 'x', 'b', 'a'], selection }, 0.25],
    ['none, where one was possible', { retrieved: ['a'], selection, corpus: new Set(['a', 'x']) }, 0],
    ['none, in a corpus that is not known', { retrieved: ['a'], selection }, 0],
    ['a repeat is a leak each time', { retrieved: ['x', 'x'], selection }, 1],
  ])('%s', (_, retrieval, expected) => expect(leakage(retrieval).value).toBe(expected));

  test('is null where nothing was retrieved or nothing could leak', () => {
    expect(leakage({ retrieved: [], selection })).toMatchObject({ value: null, reason: 'not_applicable' });
    expect(leakage({ retrieved: ['a'], selection, corpus: new Set(['a', 'b']) })).toMatchObject({
      value: null,
    });
  });
});
