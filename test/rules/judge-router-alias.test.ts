import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { judgeRouterAlias } from '../../src/rules/judge-router-alias.ts';
import { aPolicy } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object, aliases: readonly string[] = []) =>
  findingsOf(
    judgeRouterAlias,
    aRecord(aResult({ ...parts }), { policy: aPolicy({ judge: { ...DEFAULT_POLICY.judge, aliases } }) }),
  );

describe('judge/router-alias', () => {
  it('finds a judge on an alias', () => {
    expect(found({ judge: { route: 'openrouter:openrouter/auto' } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer: '/judge/route',
        message: expect.stringContaining('The judge is on openrouter:openrouter/auto, which can be another'),
      }),
    ]);
  });

  it.each(['openai:default', 'cursor:auto', 'azure:model-router'])(
    'K112: finds a role on %s, with and without a judge',
    (planner) => {
      const models = { planner, critic: 'openai:gpt-4o' };
      for (const judge of [undefined, { route: 'anthropic:claude-sonnet-4.5' }]) {
        const [finding, ...others] = found({ models, judge, candidate: { results: [] } });
        expect(others).toEqual([]);
        expect(finding).toMatchObject({ pointer: '/models/planner', data: { route: planner } });
        expect(finding?.message).toContain('The role "planner"');
      }
    },
  );

  it('knows the aliases of the policy', () => {
    const judge = { route: 'openrouter:acme/fast' };
    expect(found({ judge })).toEqual([]);
    expect(found({ judge }, ['acme/*'])).toHaveLength(1);
  });

  it('passes pinned routes and scripted runs', () => {
    expect(found({ judge: { route: 'anthropic:claude-sonnet-4.5' } })).toEqual([]);
    const checked_against = ['openrouter:auto'];
    expect(found({ judge: { route: 'openai:gpt-4o', checked_against } })).toEqual([]);
    expect(found({ mode: 'scripted', models: { agent: 'x:auto' } })).toEqual([]);
  });
});
