import { describe, expect, it } from 'vitest';
import { evidenceMismatch } from '../../src/rules/evidence-mismatch.ts';
import { resultSchema } from '../../src/rules/result-schema.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const rate = { m: { aggregate: 'rate', score: 'ok' } };
const rows = (...values: (boolean | null)[]) =>
  values.map((ok, index) => ({
    id: `c${index + 1}`,
    scores: { ok },
    ...(ok === null ? { error: { kind: 'target_quota' } } : {}),
  }));
const found = (parts: object) => findingsOf(evidenceMismatch, aRecord(aResult({ ...parts })));

describe('evidence/mismatch', () => {
  it('K092: "completed" counted as "passed" is found, with both numbers, the definition and the rows that decide', () => {
    const [finding, ...others] = found({
      metrics: rate,
      aggregate: { m: 1 },
      results: rows(true, true, false, true, true),
    });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'error',
      pointer: '/aggregate/m',
      data: { what: 'metric', claimed: 1, recomputed: 0.8, rows: [{ id: 'c3', value: 0 }], count: 1 },
    });
    expect(finding?.message).toBe(
      'm is claimed as 1, and its rows come to 0.8 (the share of passes over cases of ok). The rows that decide: c3 0.',
    );
  });

  it('K092: finds it without a definition too, where the aggregate is named as a score of the rows', () => {
    expect(found({ aggregate: { ok: 1 }, results: rows(true, false) })).toMatchObject([
      { data: { claimed: 1, recomputed: 0.5 } },
    ]);
  });

  it('K093: a rate that its own rows contradict is found, and the denominator is named by its definition', () => {
    const results = rows(...Array.from({ length: 133 }, () => true));
    const [finding] = found({ metrics: rate, aggregate: { m: 0.9 }, results });
    expect(finding?.message).toMatch(
      /^m is claimed as 0\.9, and its rows come to 1 \(the share of passes over cases/,
    );
  });

  it('says where the claim counts what was not measured as 0', () => {
    const [finding] = found({ metrics: rate, aggregate: { m: 0.5 }, results: rows(true, null, true, null) });
    expect(finding?.data).toMatchObject({ looks_like: 'unmeasured-as-zero', recomputed: 1, count: 2 });
    expect(finding?.message).toContain('comes out when every unmeasured row counts as 0');
    expect(finding?.message).toContain('c2 target_quota, c4 target_quota');
  });

  it('K119: a headline that counts a retry as a first try is found, and told from pass@k', () => {
    const attempts = [false, true].map((ok, index) => ({ id: 'a', sample: index + 1, scores: { ok } }));
    const others = rows(true, false).map((row) => ({ ...row, sample: 1 }));
    const results = [...attempts, ...others];
    const [finding] = found({ metrics: rate, aggregate: { m: 2 / 3 }, results });
    expect(finding?.data).toMatchObject({ looks_like: 'best-of-samples', claimed: 2 / 3, recomputed: 0.5 });
    expect(finding?.message).toContain('that is pass@k, not a share of first tries');
    const passAt = (k: number) => ({ m: { aggregate: 'pass_at_k', score: 'ok', k } });
    expect(found({ metrics: passAt(2), aggregate: { m: 1 }, results: attempts })).toEqual([]);
    expect(found({ metrics: passAt(1), aggregate: { m: 1 }, results: attempts })).toHaveLength(1);
  });

  it('K119: pass@k without its k is no definition', () => {
    const metrics = { m: { aggregate: 'pass_at_k', score: 'ok' } };
    const [finding] = findingsOf(resultSchema, aRecord(aResult({ metrics, results: rows(true) })));
    expect(finding).toMatchObject({ severity: 'error', pointer: '/metrics/m' });
  });

  it('K115: a claim that counts cached repeats as samples is found, and says so', () => {
    const results = [true, true, false].map((ok, index) => ({
      ...{ id: 'a', sample: index + 1, scores: { ok } },
      ...(index === 1 ? { cached: true } : {}),
    }));
    const metrics = { m: { aggregate: 'pass_hat_k', score: 'ok', k: 2 } };
    const [finding] = found({ metrics, aggregate: { m: 1 / 3 }, results });
    expect(finding?.data).toMatchObject({ looks_like: 'cached-as-samples', recomputed: 0 });
    expect(finding?.message).toContain('rows that repeat a cached answer count as samples');
  });

  it('says where the claim weighs rows and not cases, or forgets its condition', () => {
    const samples = [
      { id: 'a', sample: 1, category: 'y', scores: { s: 1 } },
      { id: 'a', sample: 2, category: 'y', scores: { s: 1 } },
      { id: 'b', category: 'x', scores: { s: 4 } },
    ];
    const mean = (options: object) => ({ m: { aggregate: 'mean', score: 's', ...options } });
    expect(found({ metrics: mean({}), aggregate: { m: 2 }, results: samples })).toMatchObject([
      { data: { looks_like: 'rows-not-cases', recomputed: 2.5 } },
    ]);
    const where = { where: { category: 'x' } };
    expect(found({ metrics: mean(where), aggregate: { m: 2.5 }, results: samples })).toMatchObject([
      { data: { looks_like: 'where-ignored', recomputed: 4 } },
    ]);
  });

  it('names the row whose score is not what its judgments come to, once for all metrics that follow from it', () => {
    const findings = found({
      metrics: {
        a: { aggregate: 'mean', score: 's', judged: true },
        b: { aggregate: 'max', score: 's', judged: true },
      },
      results: [
        {
          id: 'q1',
          sample: 2,
          scores: { s: 1 },
          judgments: [
            { score: 's', value: true },
            { score: 's', value: false },
          ],
        },
      ],
    });
    expect(findings).toMatchObject([
      { severity: 'error', pointer: '/results/0/scores/s', data: { what: 'row' } },
    ]);
    expect(findings[0]?.message).toBe(
      'The score s of q1 (sample 2) is stated as 1, and the judgments of the row come to 0.5.',
    );
  });

  it('K106: a judged score in a row that failed is a contradiction', () => {
    const [finding] = found({
      metrics: { m: { aggregate: 'rate', score: 'ok', judged: true } },
      results: [{ id: 'a', error: { kind: 'target_error', message: 'entry' }, scores: { ok: true } }],
    });
    expect(finding).toMatchObject({ severity: 'error', data: { what: 'row', reason: 'error' } });
  });

  it('K106: a pass that is no judge’s, in a row whose target failed, is a warning; a judge’s own error is none', () => {
    const failed = (kind: string, direction?: string) =>
      found({
        metrics: { m: { aggregate: 'rate', score: 'ok', ...(direction && { direction }) } },
        results: [{ id: 'a', error: { kind }, scores: { ok: true } }],
      });
    expect(failed('target_quota')).toMatchObject([{ severity: 'warning', data: { what: 'failed-pass' } }]);
    expect(failed('judge_error')).toEqual([]);
    expect(failed('target_quota', 'lower')).toEqual([]);
  });

  it('K102: a sentinel is named as off the scale', () => {
    const [finding] = found({
      rubric: { scale: [1, 10], criteria: { s: {} } },
      metrics: { m: { aggregate: 'mean', score: 's', judged: true } },
      results: [{ id: 'a', scores: { s: -1 } }],
    });
    expect(finding).toMatchObject({ data: { what: 'row', reason: 'scale', rows: [{ id: 'a', value: -1 }] } });
  });

  it('finds a winner on which the two orders do not agree, and believes a flip that is written as a tie', () => {
    const games = (winner: string | null, forth: string, back: string) => ({
      metrics: { m: { aggregate: 'flip_rate', score: 'w' } },
      results: [
        {
          id: 'a',
          scores: { w: winner },
          judgments: [
            { score: 'w', order: ['x', 'y'], value: forth },
            { score: 'w', order: ['y', 'x'], value: back },
          ],
        },
      ],
    });
    expect(found(games('x', 'x', 'y'))).toMatchObject([{ data: { what: 'row', reason: 'games' } }]);
    expect(found(games('tie', 'x', 'y'))).toEqual([]);
    expect(found(games('x', 'x', 'x'))).toEqual([]);
  });

  it('asks about a null over rows that were all measured, unless the run is inconclusive', () => {
    const parts = { metrics: rate, aggregate: { m: null }, results: rows(true, false) };
    expect(found({ ...parts, unmeasured: { m: 'judge_quota' } })).toMatchObject([
      { severity: 'warning', data: { what: 'null', recomputed: 0.5 } },
    ]);
    expect(found({ ...parts, unmeasured: { m: 'inconclusive: flips' } })).toEqual([]);
    expect(found({ ...parts, unmeasured: { m: 'judge_quota' }, results: rows(true, null) })).toEqual([]);
  });

  it('holds a claim against its rows to as many places as its definition says that the tool rounds to', () => {
    const results = [1, 2, 2].map((s, index) => ({ id: `c${index}`, scores: { s } }));
    const rounded = (m: number, places?: number) =>
      found({ metrics: { m: { aggregate: 'mean', score: 's', places } }, aggregate: { m }, results });
    expect(rounded(1.667, 3)).toEqual([]);
    // A rounding to at least two decimals needs no such word (E5).
    expect(rounded(1.667)).toEqual([]);
    expect(rounded(1.7)).toHaveLength(1);
    expect(rounded(1.668, 3)).toHaveLength(1);
  });

  it('lets pass what differs by the order of summing alone, and a claim without rows or definition', () => {
    const thirds = [0.1, 0.2, 0.3].map((s, index) => ({ id: `c${index}`, scores: { s } }));
    const mean = { m: { aggregate: 'mean', score: 's' } };
    expect(found({ metrics: mean, aggregate: { m: (0.1 + 0.2 + 0.3) / 3 }, results: thirds })).toEqual([]);
    expect(found({ metrics: mean, aggregate: { m: 0.2000001 }, results: thirds })).toHaveLength(1);
    expect(found({ metrics: mean, aggregate: { m: 0.7 }, results: undefined })).toEqual([]);
    expect(found({ metrics: {}, aggregate: { m: 0.7 }, results: thirds })).toEqual([]);
  });
});
