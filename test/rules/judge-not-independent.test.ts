import { describe, expect, it } from 'vitest';
import type { JudgePolicy } from '../../src/policy/policy.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { judgeNotIndependent } from '../../src/rules/judge-not-independent.ts';
import { aPolicy, aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object, judge: Partial<JudgePolicy> = {}) =>
  findingsOf(
    judgeNotIndependent,
    aRecord(aResult({ ...parts }), { policy: aPolicy({ judge: { ...DEFAULT_POLICY.judge, ...judge } }) }),
  );
const FLASH = { planner: 'google:gemini-2.5-flash', critic: 'google:gemini-2.5-flash' };
const row = (parts: object) => ({ results: [{ id: 'r', scores: { a: 1 }, ...parts }] });

describe('judge/not-independent', () => {
  it('K096: finds a judge that is the evaluated model, under another spelling, with every role', () => {
    const judge = { route: 'openrouter:google/gemini-2.5-flash' };
    expect(found({ models: FLASH, judge })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer: '/judge/route',
        line: expect.any(Number),
        message: expect.stringContaining(
          'The judge openrouter:google/gemini-2.5-flash is the same model as planner, critic (google:gemini-2.5-flash): both are google:gemini-2.5-flash.',
        ),
      }),
    ]);
  });

  it.each([
    ['a snapshot', 'openai:gpt-4o-2024-08-06', 'openai:gpt-4o'],
    ['two snapshots', 'openai:gpt-4o-2024-08-06', 'openai:gpt-4o-2024-05-13'],
    ['a cloud', 'bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic:claude-sonnet-4.5'],
    ['case', 'OpenAI:GPT-4o', 'openai:gpt-4o'],
    ['the same private gateway', 'custom:house/large', 'custom:house/large'],
  ])('sees through %s', (_, route, agent) => {
    expect(found({ models: { agent }, judge: { route } })).toHaveLength(1);
  });

  it.each([
    ['another model', 'anthropic:claude-sonnet-4.5', 'google:gemini-2.5-flash'],
    ['another model of the same maker', 'openai:gpt-4o', 'openai:gpt-4o-mini'],
    ['a gateway of another model', 'custom:kiro/claude-sonnet-4.5', 'google:gemini-2.5-flash'],
    ['a gateway of another model of the maker', 'custom:kiro/gemini-2.5-pro', 'google:gemini-2.5-flash'],
    ['a deployment of a name of its own', 'azure:house-judge', 'google:gemini-2.5-flash'],
    ['a fine-tune behind a gateway', 'custom:house/gemini-2.5-flash-judge', 'google:gemini-2.5-flash'],
    ['a list', 'openai:gpt-4o,openai:gpt-4o-mini', 'openai:gpt-4o-mini'],
    ['an alias', 'openrouter:openrouter/auto', 'openrouter:openrouter/auto'],
  ])('does not accuse %s', (_, route, agent) => {
    expect(found({ models: { agent }, judge: { route } })).toEqual([]);
  });

  it.each([
    'custom:gateway/google/gemini-2.5-flash',
    'custom:gateway/gemini-2.5-flash',
    'custom:house:gemini-2.5-flash',
    'custom:gateway/google/gemini-2.5-flash:free',
    'custom:gateway/google/gemini-2.5-flash-preview-05-20',
    'Custom:Gateway/Google/Gemini-2.5-Flash',
    'gw.example.com/v1/models/gemini-2.5-flash',
    'https://gw.example.com/v1/google/gemini-2.5-flash',
    'custom:gw?model=gemini-2.5-flash',
    'custom:gw/google%2Fgemini-2.5-flash',
    'custom:litellm/vertex_ai/gemini-2.5-flash',
    'custom:openrouter.google/gemini-2.5-flash',
    'custom:google-gemini-2.5-flash',
    'custom:a/b/c/d/publishers/google/models/gemini-2.5-flash@001',
    'openrouter:google/gemini-2.5-flash',
    'litellm:gemini/gemini-2.5-flash',
    'litellm:openrouter/google/gemini-2.5-flash',
    'vertex:publishers/google/models/gemini-2.5-flash@001',
    'google-gemini-2.5-flash',
  ])('refuses a judge behind a gateway whose name is the graded model’s: %s (C7)', (route) => {
    expect(
      found({ models: FLASH, judge: { route: route.includes(':') ? route : `x:${route}` } }),
    ).toMatchObject([
      { severity: 'error', data: { model: 'google:gemini-2.5-flash', roles: ['planner', 'critic'] } },
    ]);
  });

  it('refuses it either way round, and between two gateways (C7)', () => {
    const models = { agent: 'custom:a/anthropic/claude-sonnet-4.5' };
    for (const route of [
      'anthropic:claude-sonnet-4-5-20250929',
      'custom:b/claude-sonnet-4.5',
      'bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    ]) {
      expect(found({ models, judge: { route } })).toHaveLength(1);
    }
    expect(
      found({ models: { agent: 'azure:gpt-4o' }, judge: { route: 'custom:house/openai.gpt-4o' } }),
    ).toHaveLength(1);
  });

  it('takes the policy’s word for what stands behind a gateway (C7)', () => {
    const route = 'custom:house/gemini-2.5-flash';
    const routes = { [route]: 'openai:gpt-4o' };
    expect(found({ models: FLASH, judge: { route } })[0]?.message).toContain(
      'reads as the same model as planner, critic',
    );
    expect(found({ models: FLASH, judge: { route } })[0]?.remedy).toContain('judge.routes');
    expect(found({ models: FLASH, judge: { route } }, { routes })).toEqual([]);
  });

  it('compares what answered: judge and system, in the tally and in each row', () => {
    const judge = { route: 'anthropic:claude-sonnet-4.5' };
    const served = { ruled: 1, unreached: 0, undisclosed: 0, served: ['google:gemini-2.5-flash-001'] };
    expect(found({ models: FLASH, judge: { ...judge, baseline: served } })[0]).toMatchObject({
      pointer: '/judge/baseline/served/0',
      data: { judge_is: 'served', evaluated_is: 'models', roles: ['planner', 'critic'] },
    });
    const judgment = { score: 'a', value: 1, judged_by: 'google:gemini-2.5-flash' };
    expect(found({ models: FLASH, judge, ...row({ judgments: [judgment] }) })[0]).toMatchObject({
      pointer: '/results/0/judgments/0/judged_by',
      data: { judge_is: 'judged_by' },
    });
    const fallback = { served: { planner: 'anthropic:claude-sonnet-4-5-20250929' } };
    expect(found({ models: FLASH, judge, ...row(fallback) })[0]).toMatchObject({
      pointer: '/judge/route',
      data: { evaluated_is: 'served', roles: ['planner'], evaluated: 'anthropic:claude-sonnet-4-5-20250929' },
    });
  });

  it('takes what answered in a judging role for the judge', () => {
    const judge = { route: 'anthropic:claude-sonnet-4.5' };
    const served = { planner: 'google:gemini-2.5-flash', judge: 'google:gemini-2.5-flash' };
    expect(found({ models: FLASH, judge, ...row({ served }) })[0]).toMatchObject({
      pointer: '/results/0/served/judge',
      data: { judge_is: 'served', roles: ['planner', 'critic'] },
    });
  });

  it('names the roles alone where the harness checked against them as well', () => {
    const judge = { route: 'azure:gpt-4o', checked_against: ['openai:gpt-4o'] };
    expect(found({ models: { agent: 'openai:gpt-4o' }, judge })[0]?.data.roles).toEqual(['agent']);
  });

  it('looks into the candidate, and says so', () => {
    const judgment = { score: 'a', value: 1, judged_by: 'google:gemini-2.5-flash' };
    const findings = found({
      models: FLASH,
      judge: { route: 'openai:gpt-4o' },
      candidate: row({ judgments: [judgment] }),
    });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      pointer: '/candidate/results/0/judgments/0/judged_by',
      data: { arm: 'candidate' },
    });
    expect(findings[0]?.message).toContain('(candidate)');
  });

  it('compares with what the harness says it was checked against, where models are missing', () => {
    const judge = { route: 'openai:gpt-4o', checked_against: ['azure:gpt-4o'] };
    expect(found({ models: undefined, judge })[0]?.message).toContain('what it was checked against');
  });

  it('takes a judge among the models for the judge', () => {
    const models = { agent: 'openai:gpt-4o', judge: 'azure:gpt-4o' };
    expect(found({ models })[0]?.message).toContain('The judge among the models, azure:gpt-4o');
    expect(found({ models: { ...models, judge: 'google:gemini-2.5-pro' } })).toEqual([]);
  });

  it('finds one model once, whatever its spellings and arms', () => {
    const tally = { ruled: 1, unreached: 0, undisclosed: 0, served: ['openai:gpt-4o-2024-08-06'] };
    const judge = { route: 'azure:gpt-4o', baseline: tally, candidate: tally };
    const models = { agent: 'openai:gpt-4o-2024-05-13' };
    expect(found({ models, judge, candidate: { results: [] } })).toHaveLength(1);
  });

  it('heeds the policy: distinct snapshots, and routes of a gateway', () => {
    const models = { agent: 'openai:gpt-4o-2024-05-13' };
    const judge = { route: 'openai:gpt-4o-2024-08-06' };
    expect(found({ models, judge }, { family: 'distinct' })).toEqual([]);
    const routes = { 'custom:house': 'openai:gpt-4o' };
    expect(found({ models, judge: { route: 'custom:house' } }, { routes })).toHaveLength(1);
  });

  it('asks nothing of a scripted run or of a run without a judge', () => {
    const models = { agent: 'openai:gpt-4o' };
    expect(found({ models, judge: { route: 'openai:gpt-4o' }, mode: 'scripted' })).toEqual([]);
    expect(found({ models })).toEqual([]);
  });

  it('reads a mapped file, whose routes are bare names', () => {
    const series = aSeries({ format: { mapping: { metrics: '/m', models: '/agent', judge: '/grader' } } });
    const record = aRecord({ m: {}, agent: 'gpt-4o', grader: 'gpt-4o-2024-08-06' }, { series });
    expect(findingsOf(judgeNotIndependent, record)[0]).toMatchObject({ pointer: '/grader' });
  });
});
