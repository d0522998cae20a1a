import { describe, expect, it } from 'vitest';
import { judgeInsideModels } from '../../src/rules/judge-inside-models.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(judgeInsideModels, aRecord(aResult({ ...parts })));

describe('judge/inside-models', () => {
  it.each([
    'judge',
    'Judge',
    'llm-judge',
    'llmJudge',
    'judge_model',
    'citation_support_judge',
    'judge2',
    'grader',
    'scorer',
    'evaluator',
    'autorater',
    'judges',
  ])('finds the role %s, with its place', (role) => {
    expect(found({ models: { agent: 'openai:gpt-5.5', [role]: 'google:gemini-2.5-pro' } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer: `/models/${role}`,
        line: expect.any(Number),
        data: { role, route: 'google:gemini-2.5-pro', judge: 'missing' },
      }),
    ]);
  });

  it.each(['critic', 'reviewer', 'verifier', 'agent', 'judgement_writer', 'judged', 'upgrader', 'rater9x'])(
    'leaves the role %s, unless it grades',
    (role) => {
      expect(found({ models: { [role]: 'openai:gpt-5.5' } })).toHaveLength(role === 'rater9x' ? 1 : 0);
    },
  );

  it('says how to move it, and whether a block stands already', () => {
    const models = { judge: 'google:gemini-2.5-pro' };
    expect(found({ models })[0]?.remedy).toContain('"judge": { "route": "google:gemini-2.5-pro" }');
    expect(found({ models, judge: { route: 'google:gemini-2.5-pro' } })[0]?.remedy).toContain(
      'has its own block already',
    );
  });

  it('finds a role once, whatever the arms, also in a scripted run', () => {
    const models = { judge: 'google:gemini-2.5-pro' };
    expect(found({ models, mode: 'scripted', candidate: { results: [] } })).toHaveLength(1);
  });

  it('finds it in a mapped file', () => {
    const series = aSeries({ format: { mapping: { metrics: '/m', models: '/llms' } } });
    const record = aRecord({ m: { a: 1 }, llms: { grader: 'gpt-4o' } }, { series });
    expect(findingsOf(judgeInsideModels, record)).toEqual([
      expect.objectContaining({ pointer: '/llms', message: expect.stringContaining('"grader" (gpt-4o)') }),
    ]);
  });
});
