import { describe, expect, it } from 'vitest';
import { unmeasuredCoverage } from '../../src/rules/unmeasured-coverage.ts';
import { aPolicy, aSeries, aThreshold } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const failed = { error: { kind: 'judge_timeout' }, scores: { m: null } };
const results = [
  { id: 'a', scores: { m: true } },
  { id: 'b', scores: { m: true } },
  { id: 'c', scores: { m: false } },
  { id: 'd', ...failed },
];
const content = aResult({ results });
const found = (parts: Parameters<typeof aRecord>[1] = {}, value: object = content) =>
  findingsOf(unmeasuredCoverage, aRecord(value, parts));

describe('unmeasured/coverage', () => {
  it('K107: shows what a number stands on, what the rest could make of it, and why it is missing', () => {
    expect(found()).toMatchObject([
      {
        severity: 'note',
        message:
          'm is 0.6667 on 3 of 4 measured; with everything measured it would lie between 0.5 and 0.75 (1 judge_timeout).',
      },
    ]);
  });

  it.each([
    ['K109: under the policy’s least coverage', { policy: aPolicy({ min_coverage: 0.9 }) }, 'warning'],
    ['on it', { policy: aPolicy({ min_coverage: 0.75 }) }, 'note'],
    [
      'K103: under the bar’s own',
      { series: aSeries({ thresholds: [aThreshold({ metric: 'm', min_coverage: 1 })] }) },
      'warning',
    ],
  ])('%s it is a %s', (_, parts, severity) => {
    expect(found(parts)).toMatchObject([{ severity }]);
  });

  it.each([
    [
      'a score that no row states',
      { score: 'n' },
      { m: true, k: 1 },
      'evidence_missing: no row states n; they state k, m',
    ],
    ['a misspelt score', { score: 'mm' }, { mmm: 1 }, 'they state mmm (did you mean mmm?)'],
    [
      'a score that is text',
      { score: 'm' },
      { m: 'yes' },
      'the rows state m as text ("yes"), which is no number and neither true nor false',
    ],
    ['passes of 0 and 100', { score: 'm' }, { m: 100 }, 'inconclusive: case a has 100'],
  ])('warns of a metric that its rows cannot give: %s', (_, definition, scores, words) => {
    const metrics = { rate: { aggregate: 'rate', ...definition } };
    const [finding, ...more] = found({}, aResult({ metrics, results: [{ id: 'a', scores }] }));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', message: expect.stringContaining(words) });
    expect(finding?.remedy).toContain('Correct the definition or the rows before this lands');
  });

  it('says nothing where all was measured, nothing was, or no model was called', () => {
    expect(found({}, aResult({ results: results.slice(0, 3) }))).toEqual([]);
    expect(found({}, aResult({ results: results.slice(3) }))).toEqual([]);
    expect(found({}, { ...content, mode: 'scripted' })).toEqual([]);
  });
});
