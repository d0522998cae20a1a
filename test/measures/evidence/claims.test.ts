import { describe, expect, it } from 'vitest';
import { evidenceText } from '../../../src/core/result-wording.ts';
import { native } from '../../../src/formats/native/native.ts';
import { judgedMetrics } from '../../../src/measures/evidence/metrics.ts';
import { judgeThresholds } from '../../../src/policy/thresholds.ts';
import { evidenceMismatch } from '../../../src/rules/evidence-mismatch.ts';
import { evidenceVerdictMismatch } from '../../../src/rules/evidence-verdict-mismatch.ts';
import { resultScale } from '../../../src/rules/result-scale.ts';
import { aSeries, aThreshold } from '../../support/policies.ts';
import { aFile, aRecord, aResult, findingsOf } from '../../support/record.ts';

const recall = { aggregate: 'mean', measure: 'recall_at_k', k: 5 };
/** Two of four items are found: recall@5 is 0.5. */
const halves = (stated: number | null) =>
  [1, 2, 3, 4].map((id) => ({
    id: `q${id}`,
    ...(stated === null ? {} : { scores: { r: stated } }),
    retrieved: ['a', 'b', 'x', 'y', 'z'],
    relevant: { a: 1, b: 1, c: 1, d: 1 },
  }));
const metricOf = (content: { readonly [key: string]: unknown }) =>
  judgedMetrics(native.read(aFile(aResult(content)))[0]!)[0]!;
const verdictOf = (content: { readonly [key: string]: unknown }, bar: object) => {
  const reading = native.read(aFile(aResult(content)))[0]!;
  const series = aSeries({ thresholds: [aThreshold({ metric: 'r', enforce: true, ...bar })] });
  return judgeThresholds('results/a.json', series, reading, judgedMetrics(reading), null)[0]!;
};
const findings = (
  content: { readonly [key: string]: unknown },
  rule: Parameters<typeof findingsOf>[0] = evidenceMismatch,
) => findingsOf(rule, aRecord(aResult(content))).map(({ severity, message }) => [severity, message]);

describe('places that the record itself states (E3)', () => {
  const rounded = { metrics: { r: { ...recall, places: 0 } }, aggregate: { r: 1 }, results: halves(1) };

  it('never let stated row scores count before their evidence', () => {
    expect(metricOf(rounded)).toMatchObject({ value: 0.5, recomputed: 0.5 });
    expect(verdictOf(rounded, { min: 0.9 })).toMatchObject({ verdict: 'missed', value: 0.5 });
  });

  it.each([0, 1])('are a warning where a share has %d of them', (places) => {
    const metrics = { r: { ...recall, places } };
    expect(findings({ ...rounded, metrics }, resultScale)).toMatchObject([
      ['warning', expect.stringContaining('rounded to')],
    ]);
    expect(findings({ ...rounded, metrics: { r: { ...recall, places: 2 } } }, resultScale)).toEqual([]);
  });

  it.each([2, 3, 4, 15])('with %d of them the evidence counts too', (places) => {
    const stated = Number((2 / 3).toFixed(places));
    const results = halves(stated).map((row) => ({ ...row, relevant: { a: 1, b: 1, c: 1 } }));
    const content = { metrics: { r: { ...recall, places } }, aggregate: { r: stated }, results };
    expect(metricOf(content).value).toBe(2 / 3);
    expect(findings(content)).toEqual([]);
  });

  it('hold for a part of the rows also where the metric has no headline', () => {
    const results = [1, 2, 2].map((s, at) => ({ id: `c${at}`, category: 'x', scores: { r: s } }));
    const content = (r: number) => ({
      metrics: { r: { aggregate: 'mean', places: 1 } },
      aggregate_by: { category: { x: { r } } },
      results,
    });
    expect(findings(content(1.7), evidenceVerdictMismatch)).toEqual([]);
    expect(findings(content(1.6), evidenceVerdictMismatch)).toMatchObject([['error', expect.any(String)]]);
  });
});

describe('honest claims (E5)', () => {
  const results = [true, true, false].map((r, at) => ({ id: `c${at}`, scores: { r } }));
  const claimed = (r: number) => ({ metrics: { r: { aggregate: 'rate' } }, aggregate: { r }, results });

  it.each([
    [0.67, 'claim and rows agree (0.67 is claimed, rounded to 2 decimals)'],
    [0.6667, 'claim and rows agree (0.6667 is claimed, rounded to 4 decimals)'],
    [Math.fround(2 / 3), 'in single precision)'],
    [2 / 3, 'claim and rows agree'],
  ])('%d agrees, and says so', (claim, words) => {
    expect(findings(claimed(claim))).toEqual([]);
    expect(evidenceText(metricOf(claimed(claim)))).toContain(words);
  });

  it.each([
    [66.7, 'the claim is in percent'],
    [0.66, 'the decimals of the claim were cut off instead of rounded'],
  ])('%d is a warning that names the slip, and no row', (claim, words) => {
    const found = findingsOf(evidenceMismatch, aRecord(aResult(claimed(claim))));
    expect(found).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(words), data: { rows: [] } },
    ]);
    expect(found[0]?.remedy).toContain('0.6667');
    expect(metricOf(claimed(claim)).value).toBe(2 / 3);
  });

  it.each([1, 0, 100, 0.7, 0.75, 0.9, 0.65, 2])('%d is an error that names the rows that decide', (claim) => {
    expect(findings(claimed(claim))).toMatchObject([
      ['error', expect.stringContaining('The rows that decide: ')],
    ]);
  });

  it('rows and headline that were rounded alike agree, and a headline that was raised does not', () => {
    const exact = Array.from({ length: 30 }, (_, at) => ((at * 7919) % 1000) / 997);
    const rows = exact.map((s, at) => ({ id: `c${at}`, scores: { r: Number(s.toFixed(3)) } }));
    const mean = exact.reduce((sum, s) => sum + s, 0) / 30;
    const of = (r: number) =>
      findings({ metrics: { r: { aggregate: 'mean' } }, aggregate: { r }, results: rows });
    expect(of(Number(mean.toFixed(3)))).toEqual([]);
    expect(of(mean)).toEqual([]);
    expect(of(Number((mean + 0.002).toFixed(3)))).toMatchObject([['error', expect.any(String)]]);
  });

  it('a row’s rounded score agrees with its evidence, one in percent is a warning, another number an error', () => {
    const of = (stated: number) =>
      findings({
        metrics: { r: recall },
        results: halves(stated).map((row) => ({ ...row, relevant: { a: 1, b: 1, c: 1 } })),
      });
    expect(of(0.667)).toEqual([]);
    expect(of(66.7)).toMatchObject([['warning', expect.stringContaining('in percent')]]);
    expect(of(0.66)).toMatchObject([['warning', expect.stringContaining('cut off')]]);
    expect(of(0.9)).toMatchObject([['error', expect.any(String)]]);
  });
});

describe('a threshold off the declared scale (A12)', () => {
  const graded = (parts: object, definition: object = {}) => ({
    metrics: { r: { aggregate: 'mean', judged: true, ...definition } },
    results: [1, 1, 1, 1].map((r, at) => ({ id: `c${at}`, scores: { r } })),
    ...parts,
  });
  const rubric = { rubric: { scale: [1, 5], criteria: { r: {} } } };

  it.each<[string, { readonly [key: string]: unknown }, object]>([
    ['a rubric’s criterion', graded(rubric), { min: 0.8 }],
    ['a judge’s score under a rubric without criteria', graded({ rubric: { scale: [1, 5] } }), { min: 0.8 }],
    ['a score whose definition states its scale', graded({}, { scale: [1, 5] }), { min: 0.8 }],
    ['above it', graded(rubric), { min: null, max: 6 }],
    [
      'a rate in percent',
      {
        metrics: { r: { aggregate: 'rate' } },
        results: halves(1).map(({ id }) => ({ id, scores: { r: true } })),
      },
      { min: 95 },
    ],
    [
      'a rate below 0',
      {
        metrics: { r: { aggregate: 'rate' } },
        results: halves(1).map(({ id }) => ({ id, scores: { r: false } })),
      },
      { min: -0.1 },
    ],
    ['a claim under a rubric', { ...graded(rubric), results: undefined, aggregate: { r: 1 } }, { min: 0.8 }],
  ])('is a warning, and unmeasured where it is enforced: %s', (_, content, bar) => {
    expect(verdictOf(content, bar)).toMatchObject({ verdict: 'unmeasured' });
    const series = aSeries({ thresholds: [aThreshold({ metric: 'r', min: null, max: null, ...bar })] });
    expect(findingsOf(resultScale, aRecord(aResult(content), { series }))).toMatchObject([
      { severity: 'warning' },
    ]);
  });

  it.each<[string, { readonly [key: string]: unknown }, object, string]>([
    ['on it is judged', graded(rubric), { min: 3 }, 'missed'],
    ['at its end is judged', graded(rubric), { min: 1 }, 'met'],
    ['without a declared scale is judged', graded({}), { min: 0.8 }, 'met'],
    ['of a sum, which has no scale, is judged', graded(rubric, { aggregate: 'sum' }), { min: 0.8 }, 'met'],
    ['of a mean whose definition has a unit is judged', graded({}, { unit: 'points' }), { min: 0.8 }, 'met'],
  ])('%s', (_, content, bar, verdict) => {
    expect(verdictOf(content, bar).verdict).toBe(verdict);
  });

  it.each<[string, { readonly [key: string]: unknown }]>([
    [
      'a dataset of no case',
      {
        metrics: { r: { aggregate: 'rate' } },
        aggregate: { r: 0 },
        dataset: { cases: 0 },
        results: undefined,
      },
    ],
    [
      'a count of nothing',
      {
        metrics: { r: { aggregate: 'count' } },
        results: [{ id: 'a', error: { kind: 'target_quota' }, scores: { r: null } }],
      },
    ],
  ])('nothing measured meets no threshold: %s', (_, content) => {
    expect(verdictOf(content, { min: 0, max: 0 }).verdict).toBe('unmeasured');
  });

  it('an interval is cut at its ends', () => {
    const scores = [5, 5, 1, 5];
    const results = scores.map((r, at) => ({ id: `c${at}`, scores: { r } }));
    const interval = metricOf({ ...graded(rubric), results }).sampling.interval!;
    expect(interval.high).toBeLessThanOrEqual(5);
    expect(interval.high).toBeGreaterThan(4.5);
    expect(interval.low).toBeGreaterThanOrEqual(1);
  });
});
