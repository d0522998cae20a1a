import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_READING, type Judge } from '../../src/core/reading.ts';
import { applyRules } from '../../src/core/rule.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { judgeNotIndependent } from '../../src/rules/judge-not-independent.ts';
import { judgeRouterAlias } from '../../src/rules/judge-router-alias.ts';
import { judgeServed } from '../../src/rules/judge-served.ts';
import { judgeUnknownRoute } from '../../src/rules/judge-unknown-route.ts';
import { word } from '../../src/rules/registry.ts';
import { describeField } from '../support/field.ts';
import { aPolicy } from '../support/policies.ts';
import { aRecord } from '../support/record.ts';

const RULES = [judgeNotIndependent, judgeRouterAlias, judgeUnknownRoute, judgeServed] as const;
const NOBODY: Judge = {
  route: null,
  ruled: null,
  unreached: null,
  undisclosed: null,
  served: [],
  answered: null,
  checked_against: [],
  temperature: null,
  prompt_sha256: null,
};

describeField('the judges of real runs', (data) => {
  const json = (name: string) => JSON.parse(readFileSync(join(data, name), 'utf8'));
  const found = (
    models: Readonly<Record<string, string>>,
    judge: Partial<Judge>,
    policy: Policy = aPolicy(),
  ) => {
    const readings = [
      { ...EMPTY_READING, models: new Map(Object.entries(models)), judge: { ...NOBODY, ...judge } },
    ];
    const findings = applyRules(RULES, aRecord({}, { readings, policy }));
    return findings.map((finding) => [finding.rule, word(finding).message] as const);
  };

  it('research engine: judge and system are behind gateways, so nothing is known until the policy maps them', () => {
    const { judge } = json('research-engine/eval-2026-09-28-custom-custom.judge-candidate.excerpt.json');
    const { models } = json('research-engine/eval-2026-09-28-custom-custom.excerpt.json');
    expect(judge.independent_of).toEqual(models);
    const stated = {
      route: judge.route,
      ruled: judge.baseline.claims_judged,
      served: judge.baseline.served_models,
      checked_against: Object.values<string>(judge.independent_of),
      answered: judge.answered,
    };
    const findings = found(models, stated);
    expect(findings.map(([rule]) => rule)).toEqual(['judge/unknown-route', 'judge/unknown-route']);
    expect(findings[0]?.[1]).toContain('reads like anthropic:claude-sonnet-4.5');
    expect(findings[1]?.[1]).toContain(
      'chat, critic, executor, planner, synthesizer are on custom:antigravity',
    );
    const routes = {
      'custom:kiro/claude-sonnet-4.5': 'anthropic:claude-sonnet-4.5',
      'custom:antigravity/gemini-2.5-flash': 'google:gemini-2.5-flash',
    };
    const mapped = aPolicy({ judge: { ...DEFAULT_POLICY.judge, routes } });
    expect(found(models, stated, mapped)).toEqual([]);
    expect(found(models, { ...stated, served: ['gemini-2.5-flash'] }, mapped).map(([rule]) => rule)).toEqual([
      'judge/not-independent',
      'judge/served',
    ]);
  });

  it('couchbase: the judge gpt-4o is one of the agents', () => {
    const run = json('couchbase/generated-release-v1.2.3.json');
    const requested = new Set<string>(
      run.prompt_results.flatMap((prompt: { model_responses: { requested_model: string }[] }) =>
        prompt.model_responses.map(({ requested_model }) => requested_model),
      ),
    );
    const judge = run.result_evals[0].verdict.judge_model;
    expect([[...requested].sort(), judge]).toEqual([['gpt-4o', 'gpt-4o-mini'], 'gpt-4o']);
    const models = Object.fromEntries(Array.from(requested, (model) => [model, model]));
    expect(found(models, { route: judge })).toEqual([
      [
        'judge/not-independent',
        expect.stringContaining('same model as gpt-4o (gpt-4o): both are openai:gpt-4o'),
      ],
    ]);
    expect(found({ agent: 'gpt-4o-mini' }, { route: judge })).toEqual([]);
    expect(found({ agent: 'gpt-4o-2024-07-18' }, { route: judge })).toHaveLength(1);
  });

  it('duckhaven: judge and assistant are two open models on one host', () => {
    const { assistant_model, judge_model } = json('duckhaven/absolute-baseline-nothing-asked.json');
    expect([assistant_model, judge_model]).toEqual(['glm-5.3-flash:cloud', 'gpt-oss:120b-cloud']);
    expect(found({ assistant: assistant_model }, { route: judge_model })).toEqual([]);
    expect(found({ assistant: judge_model }, { route: 'ollama:gpt-oss:120b' })[0]?.[0]).toBe(
      'judge/not-independent',
    );
  });
});
