import { describe, expect, it } from 'vitest';
import { native } from '../../../src/formats/native/native.ts';
import { aFile, aResult } from '../../support/record.ts';

const claimsOf = (results: unknown, parts = {}) =>
  native.read(aFile(aResult({ results, ...parts })))[0]!.claims;

const bare = { pointer: null, direction: null, unit: null };

describe('metrics of a native result that follow from rows', () => {
  it('takes a boolean score for a rate, with its counts, and a number for a mean', () => {
    expect(
      claimsOf([
        { id: 'a', scores: { ok: true, wait: 1 } },
        { id: 'b', scores: { ok: false, wait: 2 } },
        { id: 'c', scores: { ok: true, wait: 6 } },
      ]),
    ).toEqual([
      {
        ...{ name: 'ok', value: 2 / 3, reason: null, measured: 3, expected: 3, ...bare },
        ratio: { numerator: 2, denominator: 3 },
      },
      { name: 'wait', value: 3, reason: null, measured: 3, expected: 3, ...bare },
    ]);
  });

  it('averages over cases: three samples of one case weigh as much as one of another', () => {
    const rows = [
      { id: 'a', sample: 1, scores: { grade: 1 } },
      { id: 'a', sample: 2, scores: { grade: 1 } },
      { id: 'a', sample: 3, scores: { grade: 1 } },
      { id: 'b', scores: { grade: 3 } },
    ];
    expect(claimsOf(rows)).toMatchObject([{ name: 'grade', value: 2, measured: 4, expected: 4 }]);
    const definition = { metrics: { grade: { aggregate: 'mean', over: 'rows' } } };
    expect(claimsOf(rows, definition)).toMatchObject([{ name: 'grade', value: 1.5 }]);
  });

  it('leaves what was not measured out of the denominator, and counts it as expected', () => {
    expect(
      claimsOf([
        { id: 'a', scores: { support: 1 } },
        { id: 'b', scores: { support: null }, unmeasured: { support: 'judge_timeout: 60 s' } },
        { id: 'c', error: { kind: 'target_quota' }, scores: {} },
        { id: 'd', scores: { support: null }, unmeasured: { support: 'not_applicable' } },
      ]),
    ).toMatchObject([{ name: 'support', value: 1, measured: 1, expected: 3 }]);
  });

  it('K059: has no number where nothing was measured, and gives the rows’ reason', () => {
    const [claim] = claimsOf([
      { id: 'a', error: { kind: 'target_quota' }, scores: { support: null } },
      { id: 'b', error: { kind: 'target_quota' }, scores: { support: null } },
    ]);
    expect(claim).toMatchObject({ name: 'support', value: null, measured: 0, expected: 2 });
    expect(claim?.reason).toMatch(/^target_quota: /);
  });

  it('keeps a reason that is none of the list as words', () => {
    const [claim] = claimsOf([{ id: 'a', scores: { x: null }, unmeasured: { x: 'the dog ate it' } }]);
    expect(claim).toMatchObject({ value: null, reason: expect.stringMatching(/^evidence_missing/) });
  });

  it('takes a score that is now true and now a number for a mean', () => {
    const rows = [
      { id: 'a', scores: { x: true } },
      { id: 'b', scores: { x: 0.5 } },
    ];
    expect(claimsOf(rows)).toMatchObject([{ name: 'x', value: 0.75 }]);
  });

  it('takes no average of a game’s winners', () => {
    expect(claimsOf([{ id: 'a', scores: { winner: 'with-docs' } }])).toEqual([]);
  });

  it('follows every definition, also over conditions and sums; what no row holds is unmeasured', () => {
    const metrics = {
      fast: { aggregate: 'mean', score: 'wait', where: { ok: true } },
      ratio: { aggregate: 'ratio', numerator: 'wait', denominator: 'work' },
      elsewhere: { aggregate: 'mean', score: 'nowhere' },
    };
    const rows = [
      { id: 'a', scores: { wait: 1, work: 4, ok: true } },
      { id: 'b', scores: { wait: 5, work: 8, ok: false } },
    ];
    expect(claimsOf(rows, { metrics })).toMatchObject([
      { name: 'fast', value: 1, expected: 1 },
      { name: 'ratio', value: 0.5, ratio: { numerator: 6, denominator: 12 } },
      { name: 'elsewhere', value: null, measured: 0, expected: 2 },
    ]);
  });

  it('derives nothing where the file states its numbers', () => {
    const claims = claimsOf([{ id: 'a', scores: { ok: true } }], { aggregate: { score: 0.5 } });
    expect(claims.map(({ name }) => name)).toEqual(['score']);
  });
});
