import { describe, expect, it } from 'vitest';
import { resultGrid } from '../../src/rules/result-grid.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (results: object[], parts: object = {}) =>
  findingsOf(resultGrid, aRecord(aResult({ results, ...parts })));
const row = (id: string, sample = 1, arm: string | null = null) => ({ id, sample, arm, scores: { m: 1 } });
const planned = (samples: number) => ({ method: { limits: {}, samples } });

describe('result/grid', () => {
  it('is full where every case has its samples, in each arm', () => {
    expect(found([row('a'), row('b')])).toEqual([]);
    expect(found([row('a', 0), row('a', 1), row('b', 0), row('b', 1)], planned(2))).toEqual([]);
    expect(found([row('a', 1, 'x'), row('a', 1, 'y')])).toEqual([]);
  });

  it.each([
    ['a sample fewer than another case has', [row('a', 1), row('a', 2), row('b', 1)], {}, ['b (sample 2)']],
    ['a sample fewer than planned', [row('a'), row('b')], planned(2), ['a (sample 2)', 'b (sample 2)']],
    [
      'the first of two samples',
      [row('a', 2), row('b', 1), row('b', 2), row('c', 1), row('c', 2)],
      {},
      ['a (sample 1)'],
    ],
    [
      'a case that an arm lacks',
      [row('a', 1, 'x'), row('b', 1, 'x'), row('b', 1, 'y')],
      {},
      ['a (arm y, sample 1)'],
    ],
  ])('finds %s', (_, results, parts, names) => {
    expect(found(results, parts)).toMatchObject([{ severity: 'warning', data: { problem: 'holes', names } }]);
  });

  it.each([
    ['the third try alone', [row('a', 3), row('b', 1)], {}, ['a (sample 3)']],
    ['the last of two in every case', [row('a', 2), row('b', 2)], {}, ['a (sample 2)', 'b (sample 2)']],
    ['one in the middle', [row('a', 1), row('a', 3), row('b', 1), row('b', 2)], {}, ['a (sample 3)']],
    ['counting from 0', [row('a', 0), row('a', 2), row('b', 0), row('b', 1)], {}, ['a (sample 2)']],
    ['in one arm', [row('a', 2, 'x'), row('a', 1, 'y')], {}, ['a (arm x, sample 2)']],
    [
      'as many as planned',
      [row('a', 2), row('a', 3), row('b', 1), row('b', 2)],
      planned(2),
      ['a (sample 3)'],
    ],
  ])('A11: notes that samples before were not kept: %s', (_, results, parts, names) => {
    expect(found(results, parts)).toMatchObject([{ severity: 'note', data: { problem: 'gaps', names } }]);
  });

  it('asks nothing more of a case that stopped early or has a plan of its own, and takes a pair for all arms', () => {
    const cases = { a: { samples: 5, stopped_early: true }, b: { samples: 1 } };
    expect(found([row('a'), row('a', 2), row('b')], { cases })).toEqual([]);
    expect(found([row('a', 1, 'x'), row('a', 1, 'y'), row('pair')])).toEqual([]);
  });

  it('takes a row of no arm beside rows of the arms for their pair, which has no repeats of its own', () => {
    const case_ = (id: string) => [1, 2].flatMap((sample) => [row(id, sample, 'x'), row(id, sample, 'y')]);
    const both = [...case_('a'), row('a'), ...case_('b'), row('b')];
    expect(found(both)).toEqual([]);
    expect(found(both, planned(2))).toEqual([]);
    expect(found([...both, row('c'), row('d'), row('e')])).toEqual([]);
    expect(found([...both, row('c', 1, 'x'), row('c')])).toMatchObject([
      { data: { names: ['c (arm x, sample 2)', 'c (arm y, sample 1)', 'c (arm y, sample 2)'] } },
    ]);
  });

  it('K103: names the cases that are listed and have no row, and counts those that only the dataset counts', () => {
    const cases = { a: {}, lost: {} };
    expect(found([row('a')], { cases, dataset: { cases: 10 } })).toMatchObject([
      {
        data: { problem: 'cases-missing', names: ['lost'], count: 9, planned: 10 },
        message: '9 of 10 cases have no row: lost and 8 more. What is not there leaves every average unseen.',
      },
    ]);
  });

  it('asks nobody to add rows to what a tool wrote', () => {
    const remedyOf = (parts: object) => found([row('a')], { dataset: { cases: 3 }, ...parts })[0]!.remedy;
    expect(remedyOf({})).toMatch(/^Add a row for each/);
    expect(remedyOf({ source: { format: 'native', file: 'a.json' } })).toMatch(/^Add a row for each/);
    expect(remedyOf({ source: { format: 'inspect', file: 'a.json' } })).toMatch(/^Run the tool over/);
  });

  it('K123: finds more cases than the dataset has: exclusions are recorded, or there are none', () => {
    expect(found([row('a'), row('b'), row('c')], { dataset: { cases: 2 } })).toMatchObject([
      { data: { problem: 'cases-unknown', count: 3, planned: 2 } },
    ]);
  });

  it('lists no billion holes for a plan that is a typing error', () => {
    expect(found([row('a')], planned(1_000_000_000))).toMatchObject([{ data: { count: 1_000 } }]);
  });
});
