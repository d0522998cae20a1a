import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/document/document.ts';
import { mappingProblems } from '../../src/policy/written-mapping.ts';

/** The problems of one mapping, each as its place in it and its words. */
const problems = (format: JsonValue) =>
  mappingProblems({ version: 1, series: { e: { files: 'a', format } } }).map(({ pointer, message }) => [
    pointer.replace('/series/e/format', ''),
    message,
  ]);

describe('a mapping as it is written', () => {
  it.each<[string, JsonValue]>([
    ['the shortest', { metrics: '' }],
    ['rows alone', { rows: '/results' }],
    ['metrics by their places alone', { definitions: { a: { at: '/a' } } }],
    [
      'all that can be said',
      {
        ...{ metrics: '/summary', percent: true, arms: '/perModel/*', part: '/filter' },
        definitions: {
          pass_rate: { rate: 'passed' },
          p95: { percentile: 'ms', p: 95, unit: 'ms', direction: 'lower' },
          all: { aggregate: 'pass_hat_k', score: 'passed', k: 3 },
          x: { at: '/x', percent: true },
        },
        rows: {
          ...{ at: '/eval-*/grading.json', id: ['/a', '/b'], pass: '/ok', scores: { s: ['/s', '/t'] } },
          ...{ trials: '/attempts', checks: { at: '/checks', pass: ['/p'], item: '/text' } },
        },
        ...{
          metrics_version: { is: '/no pointer' },
          models: { agent: '/m', user: { is: 'openai:u' } },
          dataset: '/d',
        },
      },
    ],
    ['a value of its own in place of models', { metrics: '', models: { is: { agent: 'a:*' } } }],
    ['what is left to the schema', { metrics: 3, rows: ['x'], definitions: { a: 3 }, arms: null }],
  ])('%s has no problem', (_, format) => {
    expect(problems(format)).toEqual([]);
  });

  it.each<[JsonValue, string]>([
    [{ metrics: 'm' }, '/metrics'],
    [{ metrics: '', dataset: '/~2' }, '/dataset'],
    [{ metrics: '', models: { agent: 'm' } }, '/models/agent'],
    [{ metrics: '', models: 'm' }, '/models'],
    [{ metrics: '', definitions: { a: { at: 'x' } } }, '/definitions/a/at'],
    [{ rows: 'r' }, '/rows'],
    [{ rows: { at: 'r', pass: '/p' } }, '/rows/at'],
    [{ rows: { at: '', pass: ['/p', 'q'] } }, '/rows/pass/1'],
    [{ rows: { at: '', scores: 's' } }, '/rows/scores'],
    [{ rows: { at: '', scores: { a: 's' } } }, '/rows/scores/a'],
    [{ rows: { at: '', checks: { at: 'c' } } }, '/rows/checks/at'],
    [{ rows: { at: '', checks: { at: '/c', item: ['i'] } } }, '/rows/checks/item/0'],
  ])('%j: a pointer that is none, in its place', (format, place) => {
    expect(problems(format)).toEqual([[place, expect.stringContaining('is no JSON pointer (RFC 6901)')]]);
  });

  it.each<[JsonValue, string, string]>([
    [
      { metrics: '', definitions: { a: { averge: 'x' } } },
      '/definitions/a',
      '"averge" is no aggregate; evalguard knows mean, rate',
    ],
    [{ metrics: '', dataset: 'queries' }, '/dataset', 'If it is the value itself, write { is: "queries" }.'],
    [{ metrics: '/*' }, '/metrics', 'only in arms and in the place of the rows'],
    [{ metrics: '', judge: '/a*' }, '/judge', 'only in arms and in the place of the rows'],
    [{ rows: { at: '/*', pass: '/*' } }, '/rows/pass', 'only in arms and in the place of the rows'],
    [{ metrics: '', arms: '/perModel' }, '/arms', 'names one place'],
    [{ percent: true }, '', 'says nowhere where numbers stand'],
    [{ definitions: { a: { rate: 'passed' } } }, '', 'says nowhere where numbers stand'],
    [{ rows: { at: '/r', id: '/id' } }, '/rows', 'no row would have a value'],
    [{ metrics: '', definitions: { a: { mean: 'x', rate: 'y' } } }, '/definitions/a', 'has mean and rate'],
    [
      { metrics: '', definitions: { a: { aggregate: 'sum', mean: 'x' } } },
      '/definitions/a',
      'has sum and mean',
    ],
    [
      { metrics: '', definitions: { a: { score: 'x' } } },
      '/definitions/a',
      'score says nothing without an aggregate',
    ],
    [
      { metrics: '', definitions: { a: { mean: 'x', score: 'y' } } },
      '/definitions/a',
      'the score stands twice',
    ],
    [{ metrics: '', definitions: { a: { percentile: 'x' } } }, '/definitions/a', 'percentile needs p'],
    [{ metrics: '', definitions: { a: { pass_at_k: 'x' } } }, '/definitions/a', 'pass_at_k needs k'],
    [
      { metrics: '', definitions: { a: { aggregate: 'ratio' } } },
      '/definitions/a',
      'numerator and denominator',
    ],
  ])('%j is a problem at %j', (format, place, words) => {
    expect(problems(format)).toEqual([[place, expect.stringContaining(words)]]);
  });
});
