import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/document/document.ts';
import { recognise } from '../../../../src/formats/mapping/recognise/recognise.ts';

function of(...files: readonly JsonValue[]) {
  return recognise(JSON.parse(JSON.stringify(files)));
}

describe('a recognised mapping', () => {
  it('points at the parts that files of one kind have in common, also where one of them lacks a part', () => {
    const file = {
      generated_at: '2026-08-12T21:32:56+00:00',
      date: '2026-08-12',
      llm_mode: 'real',
      models: { planner: 'google:gemini' },
      method: { metrics_version: 2, limits: {} },
      aggregate: { completion_rate: 0.2, support: null },
      results: [{ id: 'a' }],
    };
    const { llm_mode: _, ...older } = file;
    expect(of(older, file)?.mapping).toEqual({
      metrics: '/aggregate',
      metrics_version: '/method/metrics_version',
      limits: '/method/limits',
      models: '/models',
      generated_at: '/generated_at',
      date: '/date',
      mode: '/llm_mode',
    });
  });

  it.each<[string, JsonValue, string | null]>([
    ['numbers at the root, by their names', { recall: 1, false_positive_rate: 0.1, cases: [{}] }, ''],
    ['an object of an unusual name, by the names in it', { outcome: { accuracy: 0.5 } }, '/outcome'],
    ['a key that a pointer has to escape', { 'a/b~c': { accuracy: 0.5 } }, '/a~1b~0c'],
    ['a summary before the numbers at the root', { accuracy: 1, summary: { accuracy: 0.5 } }, '/summary'],
    ['a summary deeper down', { output: { summary: { accuracy: 0.5 } } }, '/output/summary'],
    [
      'what stands beside the rows first',
      { a: { recall: 1 }, b: { recall: 0, cases: [{ id: 'x', passed: true }] } },
      '/b',
    ],
    ['several objects: the file, which reads both', { a: { recall: 1 }, b: { faithfulness: 0 } }, ''],
    ['metrics that are all unmeasured: nothing to see', { metrics: { accuracy: null } }, null],
    ['settings are no metrics', { config: { temperature: 0.7, top_p: 1 } }, null],
    ['bounds are no metrics', { thresholds: { accuracy: 0.7 }, min_score: 3 }, null],
    [
      'a split of the metrics is not the run',
      { by_category: { hard: { accuracy: 0.7 }, easy: { accuracy: 1 } } },
      null,
    ],
  ])('takes as metrics: %s', (_, file, metrics) => {
    expect(of(file)?.mapping.metrics ?? null).toBe(metrics);
  });

  it.each<[string, JsonValue, object]>([
    [
      'a list at a member',
      { cases: [{ id: 'a', passed: true }] },
      { at: '/cases', id: '/id', pass: '/passed' },
    ],
    [
      'keys in camel case',
      { testCases: [{ testId: 1, isCorrect: false }] },
      { at: '/testCases', id: '/testId', pass: '/isCorrect' },
    ],
    [
      'words for a pass',
      [
        { case_id: 'a', status: 'PASS' },
        { case_id: 'b', status: 'error' },
      ],
      { at: '', id: '/case_id', pass: '/status' },
    ],
    [
      'not a word that is none',
      [{ id: 'a', status: 'completed', correct: 1 }],
      { at: '', id: '/id', pass: '/correct' },
    ],
    [
      'two spellings in one file',
      [
        { id: 'a', pass: true },
        { id: 'b', passed: true },
      ],
      { at: '', id: '/id', pass: ['/passed', '/pass'] },
    ],
    [
      'an object keyed by case',
      { cases: { a: { passed: true }, b: { passed: false } } },
      { at: '/cases', pass: '/passed' },
    ],
    [
      'a list of trials for each key',
      { a: [{ pass: true }], b: [{ pass: true }, { pass: false }] },
      { at: '', pass: '/pass' },
    ],
    [
      'trials in a row, not the number of passes beside their total',
      { cases: [{ id: 'a', passed: 1, total: 2, attempts: [{ passed: true }, { passed: false }] }] },
      { at: '/cases', id: '/id', pass: '/passed', trials: '/attempts' },
    ],
    [
      'checks in a row',
      [{ id: 'a', expectations: [{ text: 'x', passed: true }] }],
      { at: '', id: '/id', checks: { at: '/expectations', pass: '/passed', item: '/text' } },
    ],
    [
      'scores in an object',
      [{ id: 'a', scores: { tone: 4, fluency: 5 } }],
      { at: '', id: '/id', scores: '/scores' },
    ],
    [
      'scores by their names',
      [{ id: 'a', f1: 0.5, latency_ms: 3, top_k: 5 }],
      { at: '', id: '/id', scores: { f1: '/f1', latency_ms: '/latency_ms' } },
    ],
    [
      'a verdict inside the row',
      [{ id: 'a', grade: { correct: true } }],
      { at: '', id: '/id', pass: '/grade/correct' },
    ],
    [
      'what the row is about, where it has no id',
      [
        { question: 'a', correct: true },
        { question: 'b', correct: true },
      ],
      { at: '', id: '/question', pass: '/correct' },
    ],
    [
      'the arm that tells rows of one id apart',
      [
        { id: 'a', model: 'x', ok: true },
        { id: 'a', model: 'y', ok: false },
      ],
      { at: '', id: '/id', pass: '/ok', arm: '/model' },
    ],
    [
      'the sample that tells rows of one id apart',
      [
        { id: 'a', attempt: 1, ok: true },
        { id: 'a', attempt: 2, ok: false },
      ],
      { at: '', id: '/id', pass: '/ok', sample: '/attempt' },
    ],
    [
      'error, reason and category',
      [{ id: 'a', ok: true, error: 'x', reason: 'y', difficulty: 'hard' }],
      { at: '', id: '/id', pass: '/ok', error: '/error', reason: '/reason', category: '/difficulty' },
    ],
    [
      'the whole list, not the failures beside it',
      {
        failures: [{ id: 'b', passed: false }],
        tests: [
          { id: 'a', passed: true },
          { id: 'b', passed: false },
        ],
      },
      { at: '/tests', id: '/id', pass: '/passed' },
    ],
  ])('takes as rows: %s', (_, file, rows) => {
    expect(of(file)?.mapping.rows).toEqual(rows);
  });

  it.each<[string, JsonValue, string | undefined]>([
    ['a member that is called so', { perModel: { a: { accuracy: 1 }, b: { accuracy: 0 } } }, '/perModel/*'],
    ['one model alone under such a name', { models: { a: { accuracy: 1 } } }, '/models/*'],
    ['the objects at the root', { a: { f1: 1, n: 3 }, b: { f1: 0.5, n: 3 }, date: '2026-01-01' }, '/*'],
    [
      'not where one of them is no arm',
      { a: { f1: 1 }, b: { f1: 0.5 }, config: { k: 3 }, delta: { f1: 0.5 }, c: { x: 1 } },
      undefined,
    ],
    [
      'not beside metrics of the whole',
      { summary: { f1: 1 }, by_model: { a: { f1: 1 }, b: { f1: 0.5 } } },
      undefined,
    ],
    ['not the splits of a run', { by_suite: { a: { accuracy: 1 }, b: { accuracy: 0 } } }, undefined],
  ])('takes as arms: %s', (_, file, arms) => {
    expect(of(file)?.mapping.arms).toBe(arms);
  });

  it('says what it took for what, and what a person should decide', () => {
    const found = of({
      summary: { pass_rate: 64.58, accuracy_pct: 91.5, grounded_pct: 1 },
      cases: [
        { id: 'a', passed: true },
        { id: 'b', passed: false },
      ],
      timestamp: '2026-01-01T00:00:00',
    });
    expect(found?.took).toEqual([
      '/summary: metrics (pass_rate, accuracy_pct, grounded_pct)',
      '/cases: 2 rows, id from /id, passed from /passed',
      'accuracy_pct: a percentage, by its name',
    ]);
    expect(found?.unsure).toEqual([
      'pass_rate is 64.58: where that is a percentage, say `percent: true`.',
      "accuracy_pct is not the mean of the rows' passed, as its name suggests: it is read as stated.",
      'grounded_pct is called a percentage, and is 1: it is read as it stands. Where that is a percentage, say `percent: true`.',
      '/timestamp has no time zone, so it says no moment, and is not read.',
    ]);
    expect(found?.mapping.definitions).toEqual({ accuracy_pct: { percent: true } });
  });

  it('defines a metric by the rows only where all files agree that it follows from them', () => {
    const file = (stated: number, first = 1) => ({
      summary: { avg_score: stated },
      cases: [
        { id: 'a', score: first },
        { id: 'b', score: 0.5 },
      ],
    });
    const mean = { avg_score: { mean: 'score' } };
    expect(of(file(0.75))?.mapping.definitions).toEqual(mean);
    expect(of(file(0.75), file(0.25, 0))?.mapping.definitions).toEqual(mean);
    const differing = of(file(0.75), file(0.9));
    expect(differing?.mapping.definitions).toBeUndefined();
    expect(differing?.unsure.join(' ')).toMatch(/avg_score is not the mean of the rows' score/);
    expect(of(file(75))?.mapping.definitions).toEqual({ avg_score: { mean: 'score', percent: true } });
  });

  it('fits all files or is none', () => {
    expect(of({ metrics: { a_rate: 1 } }, { scores: { a_rate: 1 } })).toBeNull();
    expect(of({ cases: [{ id: 'a', ok: true }] }, { tests: [{ id: 'a', ok: true }] })).toBeNull();
    expect(of()).toBeNull();
  });

  it('takes no object of an unusual name where it has to be confident', () => {
    const file = { outcome: { accuracy: 0.5 } };
    expect(recognise([file], { confident: true })).toBeNull();
    expect(recognise([{ summary: file.outcome }], { confident: true })).not.toBeNull();
  });
});

describe('what is no result is not recognised:', () => {
  const question = { id: 'q1', question: 'Why?', expected: 'Because.', difficulty: 3 };
  it.each<[string, JsonValue]>([
    ['package.json', { name: 'x', version: '1.0.0', scripts: { test: 'vitest' }, score: 3 }],
    [
      'package-lock.json',
      {
        name: 'x',
        lockfileVersion: 3,
        packages: { '': { dev: true }, a: { resolved: 'https://x', dev: true } },
      },
    ],
    ['tsconfig.json', { compilerOptions: { strict: true }, include: ['src'] }],
    [
      'a JSON schema',
      {
        $schema: 'https://json-schema.org/x',
        type: 'object',
        properties: { score: { type: 'number', minimum: 0 } },
      },
    ],
    [
      'an OpenAPI document',
      { openapi: '3.1.0', paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } } },
    ],
    [
      'GeoJSON',
      {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', id: 'a', properties: { score: 1, passed: true } }],
      },
    ],
    [
      'a Pipfile.lock',
      {
        _meta: { hash: { sha256: 'x' } },
        default: { a: { version: '==1', index: 'pypi' }, b: { version: '==2', index: 'pypi' } },
      },
    ],
    [
      'settings of a model',
      { model: 'x', temperature: 0.2, top_p: 1, learning_rate: 0.01, sample_rate: 2, max_tokens: 5 },
    ],
    [
      'thresholds of a gate',
      { thresholds: { pass_rate: 0.9, faithfulness: 0.8 }, gate: { metric: 'f1', tolerance: 2 } },
    ],
    [
      'a chat',
      [
        { role: 'user', content: 'hi', score: 1, id: 'a' },
        { role: 'assistant', content: 'hello', score: 1, id: 'b' },
      ],
    ],
    ['a chat in an object', { messages: [{ role: 'user', content: 'hi' }], model: 'x' }],
    ['questions', { questions: [question, { ...question, id: 'q2' }] }],
    ['questions as a list', [question, { ...question, id: 'q2' }]],
    ['labels', { labels: [{ case_id: 'a', reliable: true, failures: [] }] }],
    [
      'queries with what should happen',
      [
        { query: 'a', should_trigger: true },
        { query: 'b', should_trigger: false },
      ],
    ],
    ['test cases with checks to make', [{ id: 'a', prompt: 'x', assertions: ['contains 1', 'contains 2'] }]],
    ['a timing', { total_tokens: 40966, duration_ms: 187344 }],
    ['a manifest of files', { files: [{ path: 'a', sha256: 'x', size: 3 }], version: 2 }],
    [
      'a retraction of evalguard',
      { schema: 'evalguard.retraction/v1', of: { path: 'x', sha256: 'y' }, reason: 'z' },
    ],
    ['a report of evalguard', { schema: 'evalguard.report/v1', results: [{ id: 'a', passed: true }] }],
    ['prices', { pricing: { a: { input: 1, output: 2 } }, usage: { tokens: 3, cost: 4 } }],
    ['a translation', { greeting: 'Hello', errors: { failed: 'It failed', passed: 'It passed' } }],
    ['nothing', {}],
    ['an empty list', []],
    ['a text', 'pass'],
    ['a number', 0.9],
  ])('%s', (_, file) => {
    expect(of(file)).toBeNull();
  });
});
