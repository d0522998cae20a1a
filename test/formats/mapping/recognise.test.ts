import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/formats/mapping/recognise.ts';

function proposed(...files: readonly object[]) {
  return recognise(JSON.parse(JSON.stringify(files)))?.mapping ?? null;
}

describe('a mapping', () => {
  it('points at the parts that files of one family have in common', () => {
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
    expect(proposed(older, file)).toEqual({
      metrics: '/aggregate',
      metrics_version: '/method/metrics_version',
      limits: '/method/limits',
      models: '/models',
      rows: '/results',
      generated_at: '/generated_at',
      date: '/date',
      mode: '/llm_mode',
    });
  });

  it.each<[string, object, string | null]>([
    ['numbers at the root, by their names', { recall: 1, false_positive_rate: 0.1, cases: [{}] }, ''],
    ['an object of an unusual name, by the names in it', { outcome: { accuracy: 0.5 } }, '/outcome'],
    ['a key that a pointer has to escape', { 'a/b~c': { accuracy: 0.5 } }, '/a~1b~0c'],
    ['metrics that are all unmeasured: nothing to see', { metrics: { accuracy: null } }, null],
    ['settings are no metrics', { config: { temperature: 0.7, top_p: 1 } }, null],
    ['a list', [{ accuracy: 1 }], null],
  ])('%s', (_, file, metrics) => {
    expect(proposed(file)?.metrics ?? null).toBe(metrics);
  });

  it('fits all files or is none', () => {
    expect(proposed({ metrics: { a: 1 } }, { scores: { a: 1 } })).toBeNull();
    expect(proposed()).toBeNull();
  });

  it('leaves out a time without a zone, which would be another moment on every machine', () => {
    expect(proposed({ metrics: { a: 1 }, timestamp: '2026-01-01T00:00:00' })).toEqual({
      metrics: '/metrics',
    });
  });
});
