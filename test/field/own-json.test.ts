import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { describeField } from '../support/field.ts';
import { comparedIn, readingOf, readingsOf } from '../support/mapped.ts';

const json = (data: string, ...path: readonly string[]) =>
  JSON.parse(readFileSync(join(data, ...path), 'utf8'));

describeField('own JSON with arms by key', (data) => {
  const micro: Mapping = {
    ...{ metrics: '', arms: '/perModel/*', rows: '/cases', part: '/caseFilter', generated_at: '/timestamp' },
  };

  it('three models as top-level keys are three arms', () => {
    const readings = readingsOf(json(data, 'own-json/clinical-summary-three-models.json'), {
      metrics: '',
      arms: '/*',
    });
    expect(readings.map(({ arm, claims }) => [arm, claims.find(({ name }) => name === 'f1')?.value])).toEqual(
      [
        ['deepseek-v4-pro:0813', 0.8303],
        ['glm-5.2', 0.8414],
        ['qwen3.5:397b', 0.8303],
      ],
    );
    expect(readings.flatMap(({ losses }) => losses)).toEqual([]);
  });

  it('two models below one key are two arms, whose totals are what their 29 cases come to', () => {
    const readings = readingsOf(json(data, 'own-format/micro-pi-compare.json'), micro);
    expect(readings.map((reading) => [reading.arm, reading.part, comparedIn(reading)])).toEqual([
      [
        ...['mimo-v2.5', undefined],
        {
          total: [29, 29, 'equal'],
          passed: [18, 18, 'equal'],
          failed: [11, 11, 'equal'],
          duration: [163489, 'alone'],
        },
      ],
      [
        ...['mimo-v2.5-pro', undefined],
        {
          total: [29, 29, 'equal'],
          passed: [25, 25, 'equal'],
          failed: [4, 4, 'equal'],
          duration: [69095, 'alone'],
        },
      ],
    ]);
    expect(readings[0]!.losses.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['own-json/micropi-compare.json', micro, 2],
    ['own-json/micropi-run-1case.json', { ...micro, arms: undefined }, 1],
    ['own-format/micro-pi-run-small.json', { ...micro, arms: undefined }, 1],
  ])('%s was run on a filter', (path, mapping, arms) => {
    const readings = readingsOf(json(data, path), JSON.parse(JSON.stringify(mapping)));
    expect(readings).toHaveLength(arms);
    for (const reading of readings) {
      expect(reading.part).toMatch(/^caseFilter /);
      expect(Object.values(comparedIn(reading)).flat()).not.toContain('differs');
    }
  });

  it('46 cases by status agree with the counts and the rate that stand beside them', () => {
    const mapping: Mapping = {
      ...{ metrics: '/metrics', rows: '/case_results', generated_at: '/pins/recorded_at' },
      definitions: { decision_replay_pass_rate: { rate: 'passed' } },
    };
    for (const name of readdirSync(join(data, 'own-format')).filter((each) => !each.startsWith('micro'))) {
      const reading = readingOf(json(data, 'own-format', name), mapping);
      expect(comparedIn(reading)).toMatchObject({
        cases_total: [46, 46, 'equal'],
        cases_passed: [46, 46, 'equal'],
        decision_replay_pass_rate: [1, 1, 'equal'],
        unsafe_approval_rate: [0, 'alone'],
      });
      expect(reading.losses.length).toBeLessThanOrEqual(4);
    }
  });
});

describeField('submissions of tau2', (data) => {
  const mapping: Mapping = {
    ...{ metrics: '/results', percent: true, date: '/methodology/evaluation_date' },
    ...{ metrics_version: '/methodology/tau2_bench_version' },
    models: { agent: '/model_name', user: '/methodology/user_simulator' },
  };
  const read = (name: string) => readingOf(json(data, 'tau2-submission', name), mapping);

  it('are percentages, read as shares', () => {
    const { claims, models, metrics_version, run } = read('claude-3-7-sonnet_anthropic_2024-06-20.json');
    expect(claims.map(({ value }) => value)).toEqual([
      ...[0.721, 0.668, 0.632, 0.597, 0.642, 0.589, 0.554, 0.521, 0.49, 0.437, 0.401, 0.372],
    ]);
    expect([...models.values(), metrics_version, run.date]).toEqual([
      ...['Claude-3.7-Sonnet', 'gpt-4.1-2025-04-14', '0.1.3', '2025-06-09'],
    ]);
  });

  it('have no value where a null says that nothing was run, never 0', () => {
    const { claims } = read('claude-opus-4_anthropic_2025-05-22.json');
    expect(claims.filter(({ value }) => value !== null).map(({ name, value }) => [name, value])).toEqual([
      ['retail.pass_1', 0.814],
      ['airline.pass_1', 0.596],
    ]);
    expect(claims.filter(({ value, reason }) => value === null && reason !== null)).toHaveLength(10);
  });
});

describeField('benchmarks of agent skills, a run a folder', (data) => {
  const mapping: Mapping = {
    metrics: '/benchmark.json/run_summary',
    definitions: { pass_rate: { mean: 'passed' } },
    rows: {
      at: '/eval-*/grading.json',
      checks: {
        ...{ at: ['/assertion_results', '/assertions', '/expectations'] },
        ...{ pass: ['/passed', '/pass'], item: ['/text', '/assertion'] },
      },
      scores: { passed: ['/summary/pass_rate', '/pass_rate'] },
    },
  };
  /** The files of a folder as one document, in the folders that they were taken from. */
  const read = (folder: string) => {
    const files: Record<string, Record<string, unknown>> = {};
    for (const name of readdirSync(join(data, 'skill-benchmark', folder))) {
      const [, file, of] = /^(grading|timing)-(eval-\d+)\.json$/.exec(name) ?? [];
      const content = json(data, 'skill-benchmark', folder, name);
      if (file === undefined || of === undefined) files[name] = content;
      else files[of] = { ...files[of], [`${file}.json`]: content };
    }
    return readingOf(files, mapping);
  };

  it('a headline of .89 over gradings that come to .85625 is found, and the grading that says 6 and lists 5', () => {
    const reading = read('disagree-17df497');
    expect(comparedIn(reading)).toMatchObject({
      pass_rate: [0.89, 0.85625, 'differs'],
      tokens: [42010.75, 'alone'],
    });
    const found = evidenceOf(reading).flatMap(({ basis }) =>
      basis.kind === 'rows' ? basis.contradictions : [],
    );
    expect(found.map(({ row, stated, evidence }) => [row.id, stated, evidence])).toEqual([
      ['eval-2', 0.75, 0.625],
    ]);
  });

  it('checks by another key agree with their headline', () => {
    const reading = read('pass-key-b22bcfd2');
    expect(comparedIn(reading)).toMatchObject({ pass_rate: [1, 1, 'equal'] });
    expect(reading.rows?.map(({ id, judgments }) => [id, judgments.length])).toEqual([
      ['eval-1', 9],
      ['eval-2', 4],
      ['eval-3', 5],
    ]);
  });

  it('one file of all its evals keeps its arms in its rows: each is mapped by a pointer', () => {
    const variant = json(data, 'skill-benchmark/skill-eval-variant.json');
    const rows = { at: '/runs', id: '/eval_id', checks: { at: '/with_skill/assertion_results' } };
    const reading = readingOf(variant, { rows, definitions: { pass_rate: { mean: 'passed' } } });
    expect(reading.rows?.map(({ id }) => id)).toHaveLength(6);
    expect(reading.claims[0]?.value).toBeGreaterThan(0);
  });
});
