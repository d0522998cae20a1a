import { describe, expect, it } from 'vitest';
import { resultDuplicateRow } from '../../src/rules/result-duplicate-row.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const row = (parts: object) => ({ id: 'a', scores: { x: 1 }, ...parts });
const found = (results: unknown, parts = {}) =>
  findingsOf(resultDuplicateRow, aRecord(aResult({ results, ...parts })));

describe('result/duplicate-row', () => {
  it.each([
    ['another case', [row({}), row({ id: 'b' })]],
    ['another arm', [row({}), row({ arm: 'plain' })]],
    ['another sample', [row({ sample: 1 }), row({ sample: 2 })]],
    ['another turn', [row({ turn: 0 }), row({ turn: 1 })]],
    ['ids that look alike when joined', [row({ id: 'a","b' }), row({ id: 'a', arm: 'b' })]],
  ])('passes rows of %s', (_, rows) => {
    expect(found(rows)).toEqual([]);
  });

  it.each([
    ['the same key', [row({}), row({ scores: { x: 0 } })], '/results/1', 'case "a", sample 1'],
    ['a sample that one row leaves at 1', [row({}), row({ sample: 1 })], '/results/1', 'sample 1'],
    [
      'the same arm and turn',
      [row({ arm: 'p', turn: 2 }), row({ id: 'b' }), row({ arm: 'p', turn: 2 })],
      '/results/2',
      'case "a", arm "p", sample 1, turn 2',
    ],
  ])('finds rows of %s, and the first of them', (_, rows, pointer, words) => {
    const findings = found(rows);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'error', pointer, line: expect.any(Number) });
    expect(findings[0]?.message).toContain(words);
    expect(findings[0]?.message).toContain('so is /results/0');
  });

  it('finds each that comes after the first', () => {
    expect(found([row({}), row({}), row({})]).map(({ pointer }) => pointer)).toEqual([
      '/results/1',
      '/results/2',
    ]);
  });

  it('keeps baseline and candidate apart', () => {
    expect(found([row({})], { candidate: { results: [row({})] } })).toEqual([]);
    expect(found([], { candidate: { results: [row({}), row({})] } })).toHaveLength(1);
  });
});
