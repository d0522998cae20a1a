import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import { recognise } from '../../src/formats/mapping/recognise/recognise.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { runCli } from '../support/cli.ts';
import { describeField } from '../support/field.ts';
import { fileAt } from '../support/reading.ts';

const micro: Mapping = {
  metrics: '',
  rows: { at: '/cases', id: '/id', pass: '/passed', scores: { duration: '/duration' } },
  generated_at: '/timestamp',
};
const run: Mapping = { ...micro, models: '/model', part: '/caseFilter' };
const compare: Mapping = { ...micro, arms: '/perModel/*' };
const replay: Mapping = {
  metrics: '/metrics',
  rows: { at: '/case_results', id: '/case_id', pass: '/status', category: '/corpus_class' },
};
const grading: Mapping = {
  metrics: '/summary',
  rows: { at: '/assertion_results', id: '/text', pass: '/passed' },
};
const graded: Mapping = { metrics: '', rows: { at: '/assertions', id: '/assertion', pass: '/pass' } };
const skill = {
  metrics: '/run_summary',
  definitions: {
    'with_skill.mean_pass_rate': { mean: 'with_skill.pass_rate' },
    'without_skill.mean_pass_rate': { mean: 'without_skill.pass_rate' },
    'delta.pass_rate': { mean: 'delta_pass_rate' },
  },
} satisfies Mapping;

describeField('real files of teams’ own, recognised', (data) => {
  const read = (path: string) => {
    const file = fileAt(join(data, path));
    const found = recognise([file.document!.value]);
    const mapped = found === null ? null : readMapped(file, found.mapping);
    if (mapped !== null && 'unread' in mapped) throw new Error(mapped.unread);
    return { found, readings: mapped?.readings ?? [] };
  };

  it.each<[string, Mapping | null, readonly (string | null)[]]>([
    [
      'own-json/clinical-summary-three-models.json',
      { metrics: '', arms: '/*' },
      ['deepseek-v4-pro:0813', 'glm-5.2', 'qwen3.5:397b'],
    ],
    ['own-json/micropi-run-1case.json', run, [null]],
    ['own-format/micro-pi-run-small.json', run, [null]],
    ['own-json/micropi-compare.json', { ...compare, part: '/caseFilter' }, ['mimo-v2.5', 'mimo-v2.5-pro']],
    ['own-format/micro-pi-compare.json', compare, ['mimo-v2.5', 'mimo-v2.5-pro']],
    ['own-format/mergecraft-latest.json', replay, [null]],
    ['own-format/structural-replay-20260815T121004Z-bf715e06.json', replay, [null]],
    ['skill-benchmark/disagree-17df497/benchmark.json', { metrics: '/run_summary' }, [null]],
    ['skill-benchmark/pass-key-b22bcfd2/benchmark.json', { metrics: '/run_summary' }, [null]],
    ['skill-benchmark/disagree-17df497/grading-eval-1.json', grading, [null]],
    ['skill-benchmark/disagree-17df497/grading-eval-4.json', grading, [null]],
    ['skill-benchmark/pass-key-b22bcfd2/grading-eval-1.json', graded, [null]],
    ['skill-benchmark/pass-key-b22bcfd2/grading-eval-3.json', graded, [null]],
    ['skill-benchmark/disagree-17df497/timing-eval-1.json', null, []],
  ])('%s', (path, mapping, arms) => {
    const { found, readings } = read(path);
    expect(found?.mapping ?? null).toEqual(mapping);
    expect(readings.map(({ arm }) => arm)).toEqual(arms);
  });

  it.each<[string, string, number | null, number | null]>([
    ['own-format/micro-pi-compare.json', 'passed', 18, 18],
    ['own-json/clinical-summary-three-models.json', 'f1', 0.8303, null],
    ['own-format/mergecraft-latest.json', 'cases_passed', 46, 46],
    ['skill-benchmark/disagree-17df497/benchmark.json', 'pass_rate', 0.89, null],
    ['skill-benchmark/disagree-17df497/grading-eval-2.json', 'pass_rate', 0.75, 0.625],
    ['skill-benchmark/pass-key-b22bcfd2/grading-eval-1.json', 'pass_rate', 1, 1],
    ['skill-benchmark/skill-eval-variant.json', 'with_skill.mean_pass_rate', 0.8778, 0.8778],
  ])('%s: %s is claimed as %j, and its rows come to %j', (path, name, claimed, recomputed) => {
    const metric = judgedMetrics(read(path).readings[0]!).find((each) => each.name === name);
    expect([
      metric?.claimed,
      metric?.recomputed === null ? null : Number(metric?.recomputed.toFixed(4)),
    ]).toEqual([claimed, recomputed]);
  });

  it('a skill benchmark with and without the skill: both means follow from its runs', () => {
    expect(read('skill-benchmark/skill-eval-variant.json').found?.mapping).toMatchObject(skill);
  });

  it('show and map print what a file is taken for and the series to write', async () => {
    const path = join(data, 'own-json/micropi-compare.json');
    for (const command of ['show', 'map']) {
      const { code, stdout } = await runCli('/', [command, path]);
      expect(code).toBe(0);
      expect(stdout).toContain('/perModel/*: an arm each (mimo-v2.5, mimo-v2.5-pro)');
      expect(stdout).toMatch(/^series:\n {2}micropi-compare:\n {4}files: micropi-compare\.json$/m);
    }
  });

  it('no file of any kind makes it throw, and what it proposes reads', () => {
    const paths = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.jsonl?$/.test(path),
    );
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      if (readFileSync(join(data, path)).length > 2_000_000 || fileAt(join(data, path)).document === null)
        continue;
      expect(() => read(path), path).not.toThrow();
    }
    expect(read('every_eval_ever/eval.schema.json').found).toBeNull();
  });
});
