import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspect } from '../../src/formats/inspect/inspect.ts';
import { detectFormat } from '../../src/formats/registry.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne } from '../support/reading.ts';

describeField('inspect_ai logs', (data) => {
  const file = (name: string) => fileAt(join(data, 'inspect', name));
  const match = 'accuracy[scorer=match]';

  test('K205: a cancelled run with results is no pass', () => {
    for (const name of ['no-samples', 'popularity']) {
      const reading = readOne(file(`2025-05-12T20-28-13-04-00_${name}.json`));
      expect(reading.status).toBe('unmeasured');
      expect(reading.reason).toMatch(/^cancelled: /);
      expect(claimOf(reading, match)).toMatchObject({
        value: 0.6666666666666666,
        standard_error: 0.33333333333333337,
        measured: 3,
        expected: 100,
      });
      expect(judgedMetrics(reading)).toMatchObject([{ value: null, recomputed: null }]);
    }
  });

  test.each([
    ['2025-05-12T20-28-26-04-00_security-guide', 'model_graded_fact', 1, 3, 16, 'openai:gpt-4o-mini'],
    ['log_read_sample', 'match', 1, 1, 100, 'ollama:gemma3'],
    ['log_formats', 'match', 0, 1, 100, 'ollama:llama3.1'],
    ['log_images_tc', 'match', 0, 1, 1, 'openai:gpt-4o'],
    ['data_arc_qwen', 'choice', 0.3333333333333333, 3, 2376, 'ollama:qwen2.5:0.5b'],
    ['data_pubmedqa_gpt4o_mini', 'choice', 1, 2, 500, 'openai:azure/gpt-4o-mini'],
  ])('%s: %s accuracy %f of %i of %i, claim and samples agree', (name, scorer, value, n, of, model) => {
    const reading = readOne(file(`${name}.json`));
    expect(judgedMetrics(reading)).toMatchObject([
      { name: `accuracy[scorer=${scorer}]`, claimed: value, recomputed: value, measured: n, expected: of },
    ]);
    expect(reading.models.get('model')).toBe(model);
  });

  test('a scorer that names no grader had the evaluated model grade itself', () => {
    const reading = readOne(file('2025-05-12T20-28-26-04-00_security-guide.json'));
    expect(reading.judge?.route).toBe('openai:gpt-4o-mini');
  });

  test('a log without a version, its judge among the scorer’s options, has claims alone', () => {
    const reading = readOne(file('data_with_llm_scoring.json'));
    expect(claimOf(reading, 'accuracy[scorer=simpleqa_scorer]')).toMatchObject({
      value: 0.431,
      standard_error: 0.01566794448817344,
      measured: 1000,
      expected: 1000,
    });
    expect([reading.rows, reading.judge?.route]).toEqual([null, 'google:gemini-2.0-flash-001']);
  });

  test('of four samples one is in the log: the accuracy stays a claim', () => {
    const reading = readOne(file('log_tool_call_error.json'));
    expect(claimOf(reading, 'accuracy[scorer=includes]')).toMatchObject({ value: 1, measured: 4 });
    expect([reading.definitions.size, reading.rows!.length]).toEqual([0, 1]);
  });

  test('K200: an archive is known and refused', () => {
    const archive = file('log_formats.eval');
    expect(detectFormat(archive)).toBe(inspect);
    expect(inspect.refuse!(archive)).toMatch(/inspect log convert/);
  });
});
