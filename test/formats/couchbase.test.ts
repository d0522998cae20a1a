import { describe, expect, it } from 'vitest';
import { couchbase } from '../../src/formats/couchbase/couchbase.ts';
import { changed, fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readingsOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const RUN = 'couchbase/run.json';
type Prompt = { model_responses: { [key: string]: unknown }[]; expected_tool_calls: unknown; prompt: string };
const prompts = () => tree(RUN)['prompt_results'] as Prompt[];

describe('a run', () => {
  const reading = readOne(fixture(RUN));

  it('has the repeats of a prompt as samples, and a case for a judged result', () => {
    expect(reading.rows!.map(({ id, sample, category }) => [id, sample, category])).toEqual([
      ['Rename the shelf', 1, 'tool_calls'],
      ['Rename the shelf', 2, 'tool_calls'],
      ['How many shelves?', 1, 'result'],
    ]);
    expect(valuesOf(reading)).toEqual({
      tool_calling_accuracy: 0.875,
      result_score: 0.9,
      result_passed: 1,
      llm_response_time_ms: (600.5 + 900.5) / 2,
    });
  });

  it('K096: a judge that is the agent’s own model shows as the same route', () => {
    expect(reading.judge!.route).toBe(reading.models.get('agent'));
  });

  it.each(['HEAD', '__proto__', 'abc', 'DEADBEEF'])(
    '%s is no commit id, and is said to be lost',
    (commit_sha) => {
      const [read] = readingsOf(fileOf(RUN, { ...tree(RUN), commit_sha }));
      expect(read!.code).toBeNull();
      expect(read!.losses).toContain('code: commit_sha is no commit id');
    },
  );

  it('an answer to no prompt names no case, and is counted as unread', () => {
    const prompt_results = prompts().map((prompt, at) => (at === 0 ? { ...prompt, prompt: '' } : prompt));
    const [read] = readingsOf(fileOf(RUN, { ...tree(RUN), prompt_results }));
    expect(read!.rows!.every(({ id }) => id !== '')).toBe(true);
    expect(read!.losses.join()).toMatch(/rows: \d+ entries hold no response/);
  });

  it('carries both sides’ calls in the words of a native result', () => {
    expect(reading.rows![1]!.source).toMatchObject({
      expected_tool_calls: [
        { name: 'rename', arguments: { to: { $match: 'string' }, shelf: 7 }, optional: false },
      ],
      tool_calls: [{ name: 'rename', arguments: { to: 'north', shelf: 7, dry: true } }],
      responding_model: 'gpt-x-2026-01-01',
    });
  });

  it('tells of an accuracy that its calls do not come to', () => {
    const [prompt] = prompts();
    const first = { ...prompt!.model_responses[0], tool_calling_accuracy: 0.75 };
    const read = readOne(changed(RUN, { prompt_results: [{ ...prompt, model_responses: [first] }] }));
    expect(scoresOf(read.rows![0])).toMatchObject({ tool_calling_accuracy: 0.75, tool_call_match: 1 });
    expect(read.losses).toContainEqual(expect.stringMatching(/^tool_calling_accuracy: Rename the shelf/));
  });

  it('has no match where the response keeps no trace of calls', () => {
    const [prompt] = prompts();
    const { llm_tool_calls: _, ...bare } = prompt!.model_responses[0]!;
    const read = readOne(changed(RUN, { prompt_results: [{ ...prompt, model_responses: [bare] }] }));
    expect(read.rows![0]!.scores.get('tool_call_match')).toBeNull();
    expect(read.rows![0]!.source).not.toHaveProperty('tool_calls');
  });

  it('takes the same words with other expectations for another case', () => {
    const [prompt] = prompts();
    const other = { ...prompt, expected_tool_calls: [] };
    const read = readOne(changed(RUN, { prompt_results: [prompt, other, other], result_evals: [] }));
    expect(read.rows!.map(({ id, sample }) => [id, sample])).toEqual([
      ['Rename the shelf', 1],
      ['Rename the shelf', 2],
      ['Rename the shelf #2', 1],
      ['Rename the shelf #2', 2],
      ['Rename the shelf #2', 3],
      ['Rename the shelf #2', 4],
    ]);
  });

  it('has a reading for each model that was asked', () => {
    const [prompt] = prompts();
    const models = ['gpt-x', 'gpt-y', 'gpt-x'];
    const model_responses = models.map((requested_model) => ({
      ...prompt!.model_responses[0],
      requested_model,
    }));
    const readings = readingsOf(
      changed(RUN, { prompt_results: [{ ...prompt, model_responses }], result_evals: [] }),
    );
    expect(readings.map(({ arm, rows }) => [arm, rows!.length])).toEqual([
      ['openai:gpt-x', 2],
      ['openai:gpt-y', 1],
    ]);
  });

  it('without a verdict is unmeasured there, not failed', () => {
    const [evaluation] = tree(RUN)['result_evals'] as { [key: string]: unknown }[];
    const { verdict: _, ...bare } = evaluation!;
    const read = readOne(changed(RUN, { result_evals: [bare] }));
    expect(claimOf(read, 'result_passed')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^judge_missing/),
    });
    expect(read.judge).toBeNull();
  });

  it('without any response has no claims', () => {
    const read = readOne(changed(RUN, { prompt_results: [], result_evals: [] }));
    expect([read.claims, read.rows]).toEqual([[], []]);
  });

  it.each([1e18, -5, 'soon', null])('reads no date from %s', (created_on) => {
    expect(readOne(changed(RUN, { created_on })).run).toMatchObject({ date: null, generated_at: null });
  });
});

it.each([
  {},
  { run_id: 'x', prompt_results: [] },
  { run_id: 1, commit_sha: 'a', prompt_results: [] },
  [1],
  null,
])('does not take %j', (value) => {
  expect(couchbase.detect(fileOf('results/x.json', value))).toBe(false);
});
