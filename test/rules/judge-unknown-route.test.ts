import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type JudgePolicy } from '../../src/policy/policy.ts';
import { judgeUnknownRoute } from '../../src/rules/judge-unknown-route.ts';
import { aPolicy, aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object, judge: Partial<JudgePolicy> = {}) =>
  findingsOf(
    judgeUnknownRoute,
    aRecord(aResult({ ...parts }), { policy: aPolicy({ judge: { ...DEFAULT_POLICY.judge, ...judge } }) }),
  );
const KIRO = 'custom:kiro/claude-sonnet-4.5';

describe('judge/unknown-route', () => {
  it('finds a judge behind a gateway, and says what to write in the policy', () => {
    const [finding, ...others] = found({ judge: { route: KIRO } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', pointer: '/judge/route', data: { roles: [] } });
    expect(finding?.message).toContain(`The judge is on ${KIRO}: a gateway that evalguard does not know`);
    expect(finding?.message).toContain('reads like anthropic:claude-sonnet-4.5, which proves nothing');
    expect(finding?.remedy).toContain(`routes: { "${KIRO}": "anthropic:claude-sonnet-4.5" }`);
    expect(found({ judge: { route: KIRO } }, { routes: { [KIRO]: 'anthropic:claude-sonnet-4.5' } })).toEqual(
      [],
    );
  });

  it('finds evaluated models that cannot be resolved, all roles of a route in one finding', () => {
    const models = { planner: 'custom:x/a', critic: 'custom:x/a', chat: 'azure:our-name' };
    const findings = found({ models, judge: { route: 'openai:gpt-4o' }, candidate: { results: [] } });
    expect(findings.map(({ pointer, data }) => [pointer, data.roles])).toEqual([
      ['/models/planner', ['critic', 'planner']],
      ['/models/chat', ['chat']],
    ]);
    expect(findings[0]?.message).toContain('critic, planner are on custom:x/a');
    expect(findings[1]?.message).toContain('chat is on azure:our-name: a name that its owner chose');
  });

  it('K112: finds a judge without a name, and a judge beside nothing that was evaluated', () => {
    expect(found({ models: undefined, judge: { route: 'openai:gpt-4o' } })[0]?.message).toContain(
      'names its judge and not what was evaluated',
    );
    const record = aRecord(aResult({ judge: { route: 'openai:gpt-4o' } }));
    const readings = record.readings.map((reading) => ({
      ...reading,
      judge: reading.judge && { ...reading.judge, route: null },
    }));
    expect(findingsOf(judgeUnknownRoute, { ...record, readings })[0]?.message).toContain('does not name it');
    expect(found({ judge: { route: 'openai:unknown' } })[0]?.message).toContain('a word that names no model');
  });

  it('finds two names of which one leaves out what the other says', () => {
    const models = { agent: 'google:gemini-2.5-flash' };
    expect(found({ models, judge: { route: 'google:gemini-flash-latest' } })[0]?.message).toContain(
      'may be the same model',
    );
    const snapshot = { models: { agent: 'openai:gpt-4o' }, judge: { route: 'openai:gpt-4o-2024-08-06' } };
    expect(found(snapshot)).toEqual([]);
    expect(found(snapshot, { family: 'distinct' })).toHaveLength(1);
  });

  it('names twenty routes at most, and compares thousands in time', () => {
    const results = Array.from({ length: 3000 }, (_, index) => ({
      id: `r${index}`,
      scores: { a: 1 },
      served: { agent: `openai:gpt-4o-a${index}` },
      judgments: [{ score: 'a', value: 1, judged_by: `acme:${index}` }],
    }));
    expect(found({ judge: { route: 'anthropic:claude-sonnet-4.5' }, results })).toHaveLength(20);
  });

  it('finds what answered and cannot be resolved', () => {
    const baseline = { ruled: 1, unreached: 0, undisclosed: 0, served: ['gateway:prod'] };
    const [finding] = found({ judge: { route: 'openai:gpt-4o', baseline } });
    expect(finding).toMatchObject({ pointer: '/judge/baseline/served/0' });
  });

  it.each([
    ['a Cyrillic letter', 'gpt-4\u043e', 'gpt-4\\u{43e}'],
    ['an invisible character', 'gpt-4o\u200b', 'gpt-4o\\u200b'],
  ])('refuses %s as an error, with or without a judge, and spells it out', (_, route, spelt) => {
    const series = aSeries({ format: { mapping: { metrics: '/m', models: '/llm', judge: '/judge' } } });
    for (const content of [
      { m: {}, llm: route },
      { m: {}, llm: 'gpt-4o', judge: route },
    ]) {
      const findings = findingsOf(judgeUnknownRoute, aRecord(content, { series }));
      expect(findings).toEqual([expect.objectContaining({ severity: 'error' })]);
      expect(findings[0]?.message).toContain(`on ${spelt}, which has characters`);
    }
  });

  it.each([
    ['two known models', { judge: { route: 'anthropic:claude-sonnet-4.5' } }],
    ['unknown models that nobody judged', { models: { agent: KIRO } }],
    [
      'what is plainly the same, which is an error already',
      { models: { agent: KIRO }, judge: { route: KIRO } },
    ],
    ['a scripted run', { mode: 'scripted', judge: { route: KIRO } }],
  ])('passes %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });
});
