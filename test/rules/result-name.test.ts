import { describe, expect, it } from 'vitest';
import { resultName } from '../../src/rules/result-name.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const named = aSeries({ name: 'eval-{date}.json' });
const problems = (content: unknown, path: string, parts = {}) =>
  findingsOf(resultName, aRecord(content, { path, ...parts })).map(({ data }) => data.problem);

describe('result/name', () => {
  it.each([
    ['results/eval-2026-09-28-corpus-run1.json', []],
    ['results/eval/2026-09/eval-2026-09-28-corpus-big-run12.json', []],
    ['results/eval-2026-09-28.json', ['pattern']],
    ['results/eval-2026-09-28-corpus-run0.json', ['pattern']],
    ['results/eval-2026-9-28-corpus-run1.json', ['pattern']],
    ['results/eval-2026-09-28-corpus-run1.jsonl', ['pattern']],
    ['results/eval-2026-09-28T10:11-corpus-run1.json', ['characters']],
    ['results/http:host-2026-09-28-corpus-run1.json', ['characters']],
    ['results/eval 2026-09-28-corpus-run1.json', ['characters']],
    ['results/évaluation-2026-09-28-corpus-run1.json', ['characters']],
    ['results/CON.json', ['reserved']],
    ['results/nul', ['reserved']],
    ['results/com1.2026-09-28-corpus-run1.json', ['reserved']],
    ['results/console-2026-09-28-corpus-run1.json', []],
    ['results/eval-2026-09-28-corpus-run1.json.', ['trailing-dot']],
  ])('K084: a native result called %s has %j', (path, expected) => {
    expect(problems(aResult(), path)).toEqual(expected);
  });

  it.each([
    ['fits its series’ pattern', 'results/eval-2026-09-28.json', []],
    ['does not', 'results/eval-2026-09-28-b.json', ['pattern']],
  ])('holds a foreign result to the pattern of its series: %s', (_, path, expected) => {
    expect(problems({ a: 1 }, path, { series: named })).toEqual(expected);
  });

  it.each([
    ['JSON of a series without a pattern', { a: 1 }, { series: aSeries() }],
    ['JSON that no series claims', { a: 1 }, {}],
    ['a retraction', { schema: 'evalguard.retraction/v1' }, { series: named }],
  ])('leaves %s free', (_, content, parts) => {
    expect(problems(content, 'results/any thing.json', parts)).toEqual([]);
  });

  it('finds a file that a series misses by a capital letter', () => {
    const record = aRecord({ a: 1 }, { path: 'results/Eval-1.json', nearSeries: aSeries() });
    expect(findingsOf(resultName, record)).toEqual([
      expect.objectContaining({
        severity: 'error',
        path: 'results/Eval-1.json',
        message: expect.stringContaining('the series "eval" claims (eval-*.json)'),
        remedy: expect.stringContaining('eval-*.json'),
      }),
    ]);
  });

  it.each([
    ['a report', 'evalguard.report/v1', 'results/eval-2026-09-28-corpus-run1.json', {}],
    ['a report in a series', 'evalguard.report/v1', 'results/eval-2026-09-28.json', { series: named }],
    ['a retraction', 'evalguard.retraction/v1', 'results/eval-2026-09-28-corpus-run1.json', {}],
    ['what no evalguard knows', 'evalguard.baseline/v7', 'results/eval-2026-09-28-corpus-run2.json', {}],
  ])('C9: %s must not take the name of a run', (_, schema, path, parts) => {
    const [finding] = findingsOf(resultName, aRecord({ schema }, { path, ...parts }));
    expect(finding).toMatchObject({ severity: 'error', message: expect.stringContaining(`"${schema}"`) });
  });

  it.each([
    ['results/report.json', 'evalguard.report/v1'],
    ['results/eval-2026-09-28-corpus-run1.retraction-1.json', 'evalguard.retraction/v1'],
    ['results/eval-2026-09-28-corpus-run1.report.json', 'evalguard.report/v1'],
  ])('C9: %s is no name of a run', (path, schema) => {
    expect(problems({ schema }, path, {})).toEqual([]);
  });

  it('says in which pattern a name is to fit', () => {
    const [finding] = findingsOf(resultName, aRecord(aResult(), { path: 'results/run.json' }));
    expect(finding?.remedy).toContain('{suite}-{date}-{routing}[-{variant}]-run{run}.json');
  });
});
