import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/document/document.ts';
import { readMapped } from '../../../../src/formats/mapping/mapping.ts';
import { recognise } from '../../../../src/formats/mapping/recognise/recognise.ts';
import { judgedMetrics } from '../../../../src/measures/evidence/metrics.ts';
import { fileOf } from '../../../support/reading.ts';
import { bulk, trials } from '../../../support/trial.ts';

/** What a file comes to without a word from a person: by arm and metric, the value, and the claim where it differs. */
function valuesOf(path: string, content: unknown) {
  const file = fileOf(path, content);
  const found = recognise([file.document!.value]);
  if (found === null) throw new Error('not recognised');
  const mapped = readMapped(file, found.mapping);
  if ('unread' in mapped) throw new Error(mapped.unread);
  return Object.fromEntries(
    mapped.readings.flatMap((reading) =>
      judgedMetrics(reading).map(({ name, value, claimed, recomputed }) => {
        const contradicted =
          claimed !== null && recomputed !== null && Math.abs(claimed - recomputed) > 0.005;
        const key = reading.arm === null ? name : `${reading.arm}/${name}`;
        return [key, contradicted ? { claimed, recomputed } : value];
      }),
    ),
  );
}

const row = (id: string, passed: boolean, more: object = {}) => ({ id, passed, ...more });
const three = [row('a', true), row('b', true), row('c', false)];

describe('a file of a common shape is read to the values that it has:', () => {
  it.each<[string, unknown, object]>([
    [
      'totals beside a list',
      { total: 3, passed: 2, failed: 1, cases: three },
      { total: 3, passed: 2, failed: 1 },
    ],
    [
      'totals that the list contradicts',
      { total: 3, passed: 3, failed: 0, cases: three },
      { total: 3, passed: { claimed: 3, recomputed: 2 }, failed: { claimed: 0, recomputed: 1 } },
    ],
    ['a summary and results', { summary: { pass_rate: 0.67 }, results: three }, { pass_rate: 2 / 3 }],
    [
      'camel case',
      { summary: { totalTests: 3, passRate: 0.67 }, testResults: three },
      { totalTests: 3, passRate: 2 / 3 },
    ],
    ['a root list', three, { passed: 2 / 3 }],
    [
      'PASS and FAIL',
      [
        { name: 'a', result: 'PASS' },
        { name: 'b', result: 'FAIL' },
      ],
      { passed: 0.5 },
    ],
    [
      '0 and 1',
      [
        { id: 'a', correct: 1 },
        { id: 'b', correct: 0 },
      ],
      { passed: 0.5 },
    ],
    [
      'an error is no failure',
      [
        { id: 'a', status: 'passed' },
        { id: 'b', status: 'error' },
      ],
      { passed: 1 },
    ],
    ['keyed by case', { cases: { a: { passed: true }, b: { passed: false } } }, { passed: 0.5 }],
    [
      'keyed by case at the root',
      { a: { passed: true, score: 0.5 }, b: { passed: false, score: 1 } },
      { passed: 0.5, score: 0.75 },
    ],
    [
      'a list of trials for each case',
      { a: [{ pass: true }, { pass: true }], b: [{ pass: true }, { pass: false }] },
      { passed: 0.75 },
    ],
    [
      'attempts in a row',
      [
        { id: 'a', passed: 2, total: 2, attempts: [{ passed: true }, { passed: true }] },
        { id: 'b', passed: 1, total: 2, attempts: [{ passed: true }, { passed: false }] },
      ],
      { passed: 0.75 },
    ],
    [
      'checks in a row',
      [
        {
          id: 'a',
          assertions: [
            { text: 'x', passed: true },
            { text: 'y', passed: false },
          ],
        },
        { id: 'b', assertions: [{ text: 'x', passed: true }] },
      ],
      { passed: 0.75 },
    ],
    [
      'scores in an object',
      [
        { id: 'a', scores: { tone: 4 } },
        { id: 'b', scores: { tone: 5 } },
      ],
      { tone: 4.5 },
    ],
    [
      'a null is not 0',
      [
        { id: 'a', question: 'x', f1: 0.5 },
        { id: 'b', question: 'y', f1: null },
      ],
      { f1: 0.5 },
    ],
    [
      'means of scores',
      {
        summary: { avg_f1: 0.75, n: 2 },
        per_question: [
          { question: 'x', f1: 0.5 },
          { question: 'y', f1: 1 },
        ],
      },
      { avg_f1: 0.75, n: 2 },
    ],
    [
      'means of scores in percent',
      {
        overall_f1: 75,
        per_question: [
          { question: 'x', f1: 0.5 },
          { question: 'y', f1: 1 },
        ],
      },
      { overall_f1: 0.75 },
    ],
    [
      'percent by name',
      { accuracy_pct: 64.58, citationsPercent: 100 },
      { accuracy_pct: 0.6458, citationsPercent: 1 },
    ],
    ['percent by size alone stays as it stands', { accuracy: 64.58 }, { accuracy: 64.58 }],
    [
      'a mean with its spread',
      { run_summary: { pass_rate: { mean: 0.89, stddev: 0.11 }, tokens: { mean: 42, min: 1, max: 80 } } },
      { pass_rate: 0.89, tokens: 42 },
    ],
    [
      'models under a member',
      {
        perModel: {
          a: { total: 1, passed: 1, cases: [row('x', true)] },
          b: { total: 1, passed: 1, cases: [row('x', false)] },
        },
      },
      { 'a/total': 1, 'a/passed': 1, 'b/total': 1, 'b/passed': { claimed: 1, recomputed: 0 } },
    ],
    [
      'models as top-level keys',
      {
        'acme:1': { f1: 0.8, n_documents: 3 },
        'acme:2': { f1: 0.9, n_documents: 3 },
        'house:1': { f1: 0.7, n_documents: 3 },
      },
      {
        'acme:1/f1': 0.8,
        'acme:1/n_documents': 3,
        'acme:2/f1': 0.9,
        'acme:2/n_documents': 3,
        'house:1/f1': 0.7,
        'house:1/n_documents': 3,
      },
    ],
    [
      'metrics one level down',
      { metrics: { retrieval: { recall: 0.5, mrr: 0.25 }, answers: { faithfulness: 1 } } },
      { 'retrieval.recall': 0.5, 'retrieval.mrr': 0.25, 'answers.faithfulness': 1 },
    ],
    [
      'a flat file',
      { recall: 0.9, false_positive_rate: 0.05, date: '2026-01-01' },
      { recall: 0.9, false_positive_rate: 0.05 },
    ],
    [
      'a summary beside metadata',
      {
        meta: { model: 'acme:1', timestamp: '2026-01-01T00:00:00Z' },
        summary: { total: 3, pass_rate: 1 },
        tests: [row('a', true)],
      },
      { total: { claimed: 3, recomputed: 1 }, pass_rate: 1 },
    ],
  ])('%s', (_, content, values) => {
    const read = valuesOf('run.json', JSON.stringify(content));
    expect(Object.keys(read).sort()).toEqual(Object.keys(values).sort());
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'number') expect([name, read[name]]).toEqual([name, expect.closeTo(value, 12)]);
      else expect([name, read[name]]).toEqual([name, value]);
    }
  });

  it('JSON Lines', () => {
    expect(valuesOf('run.jsonl', three.map((each) => JSON.stringify(each)).join('\n'))).toEqual({
      passed: expect.closeTo(2 / 3, 12),
    });
  });
});

/** Values that look like results in one part or another. */
const anyResult: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => {
  const key = fc.constantFrom(
    ...[
      'summary',
      'cases',
      'results',
      'perModel',
      'models',
      'scores',
      'passed',
      'total',
      'pass_rate',
      'score',
      'id',
      'name',
    ],
    ...[
      'attempts',
      'assertions',
      'text',
      'f1',
      'accuracy_pct',
      'timestamp',
      'judge',
      'caseFilter',
      'mean',
      'std',
      'by_kind',
    ],
    ...['a', 'b/c', 'd~e', '', '__proto__', 'constructor', 'model'],
  );
  const leaf = fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    1,
    0.5,
    64.58,
    'PASS',
    'failed',
    'x',
    '2026-01-01T00:00:00Z',
  );
  return {
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .tuple(
          fc.uniqueArray(key, { minLength: 1, maxLength: 4 }),
          fc.array(fc.array(leaf, { minLength: 4, maxLength: 4 }), { maxLength: 4 }),
        )
        .map(([keys, rows]) =>
          rows.map((cells) => Object.fromEntries(keys.map((each, at) => [each, cells[at]!]))),
        ),
    ),
  };
}).value;

/** The same with parts under the names that they mostly have. */
const anyShaped = fc.record<{ [part: string]: JsonValue }>(
  {
    summary: fc.dictionary(
      fc.constantFrom('pass_rate', 'total', 'avg_score', 'f1'),
      fc.constantFrom(null, 1, 0.5, 64.58),
    ),
    cases: anyResult,
    model: anyResult,
    timestamp: anyResult,
  },
  { requiredKeys: [] },
);

describe('whatever a file holds', () => {
  it('recognising it throws nothing, and what is proposed reads it', () => {
    let recognised = 0;
    fc.assert(
      fc.property(fc.oneof(anyResult, anyShaped, fc.jsonValue() as fc.Arbitrary<JsonValue>), (value) => {
        const file = fileOf('x.json', JSON.stringify(value));
        if (file.document === null) return;
        const found = recognise([file.document.value]);
        if (found === null) return;
        recognised += 1;
        expect(readMapped(file, found.mapping)).not.toHaveProperty('unread');
        expect([...found.took, ...found.unsure].every((line) => line.length > 0)).toBe(true);
      }),
      { numRuns: trials(600) },
    );
    expect(recognised).toBeGreaterThan(trials(600) / 10);
  });

  it('two files are read by one mapping, or by none', () => {
    fc.assert(
      fc.property(fc.oneof(anyResult, anyShaped), fc.oneof(anyResult, anyShaped), (first, second) => {
        const files = [first, second].map((value) => fileOf('x.json', JSON.stringify(value)));
        const values = files.flatMap(({ document }) => (document === null ? [] : [document.value]));
        const found = values.length === 2 ? recognise(values) : null;
        for (const file of found === null ? [] : files)
          expect(readMapped(file, found!.mapping)).not.toHaveProperty('unread');
      }),
      { numRuns: trials(600) },
    );
  });

  it('many rows take a moment', () => {
    const cases = Array.from({ length: bulk(20_000, 100_000) }, (_, at) =>
      row(`case-${at}`, at % 3 > 0, { score: at % 7, trace: [1, 2] }),
    );
    const start = performance.now();
    expect(recognise([{ passed: 1, cases }])?.mapping.rows).toMatchObject({ at: '/cases' });
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
