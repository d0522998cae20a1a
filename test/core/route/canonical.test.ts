import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalRoute, matchesWildcard } from '../../../src/core/route/canonical.ts';
import { formatRoute } from '../../../src/core/route/route.ts';
import { DEFAULT_POLICY, type JudgePolicy } from '../../../src/policy/policy.ts';
import { SPELLINGS } from '../../support/routes.ts';

const { judge } = DEFAULT_POLICY;
const policy = (parts: Partial<JudgePolicy>): JudgePolicy => ({ ...judge, ...parts });
const canonical = (text: string, by = judge) => formatRoute(canonicalRoute(text, by));

describe('a route of the built-in table', () => {
  it.each(SPELLINGS)('%s is also written in other ways', (model, spellings) => {
    expect(spellings.map((text) => [text, canonical(text)])).toEqual(spellings.map((text) => [text, model]));
    expect(canonicalRoute(model, judge).kind).toBe('model');
  });

  it.each([
    ['openai:gpt-4o', { provider: 'openai', family: 'gpt-4o', snapshot: null }],
    ['gpt-4o-2024-08-06', { provider: 'openai', family: 'gpt-4o', snapshot: '2024-08-06' }],
    ['claude-sonnet-4-5-20250929', { family: 'claude-sonnet-4.5', snapshot: '2025-09-29' }],
    ['gemini-2.5-flash-preview-05-20', { family: 'gemini-2.5-flash', snapshot: 'preview-05-20' }],
    ['google:gemini-2.0-flash-001', { family: 'gemini-2.0-flash', snapshot: '001' }],
    ['gpt-4-0613', { family: 'gpt-4', snapshot: '0613' }],
    ['o1-preview', { family: 'o1', snapshot: 'preview' }],
    ['gpt-4-1106-preview', { family: 'gpt-4-turbo', snapshot: '1106' }],
    ['cohere:command-r-plus-08-2024', { family: 'command-r-plus', snapshot: '08-2024' }],
    ['openai:ft:gpt-4o-mini-2024-07-18:acme::x1', { family: 'gpt-4o-mini', provider: 'openai' }],
    ['gpt-3.5-turbo-instruct', { family: 'gpt-3.5-turbo-instruct', snapshot: null }],
    ['openai:o7-mega', { provider: 'openai', family: 'o7-mega' }],
    ['openai:llama-3.3-70b', { provider: 'meta', family: 'llama-3.3-70b' }],
    ['google:claude-sonnet-4', { provider: 'anthropic' }],
    ['eleutherai/gpt-j-6b', { provider: 'eleutherai' }],
  ])('%s is taken apart', (text, parts) => {
    expect(canonicalRoute(text, judge)).toMatchObject({ kind: 'model', ...parts });
  });

  it.each([
    ['custom:kiro/claude-sonnet-4.5', 'gateway', 'anthropic:claude-sonnet-4.5'],
    ['custom:openai/gpt-4o', 'gateway', 'openai:gpt-4o'],
    ['acme:gpt-4o', 'gateway', 'openai:gpt-4o'],
    ['gateway:prod-large', 'gateway', null],
    ['someone/their-model', 'gateway', null],
    ['azure:my-deployment', 'deployment', null],
    ['azure:gpt-4o-prod', 'deployment', 'openai:gpt-4o-prod'],
    ['litellm:azure/gpt-4o-prod', 'deployment', 'openai:gpt-4o-prod'],
    ['azure:vllm:gpt-4o-prod', 'deployment', 'openai:gpt-4o-prod'],
    ['chat:gpt-4o', 'gateway', 'openai:gpt-4o'],
    ['us/gpt-4o', 'gateway', 'openai:gpt-4o'],
    ['custom:gpt-4o', 'gateway', 'openai:gpt-4o'],
    ['vllm:house-7b', 'deployment', null],
    ['house-7b', 'name', null],
    ['custom', 'name', null],
    ['openai:gpt-4o,openai:gpt-4o-mini', 'name', null],
    ['openai:{{model}}', 'name', null],
    ['file://judge.cjs', 'program', null],
    ['https://example.org/v1', 'program', null],
    ['unknown', 'placeholder', null],
    ['openai:unknown', 'placeholder', null],
    ['...', 'placeholder', null],
  ])('%s cannot be resolved', (text, why, reads_like) => {
    expect(canonicalRoute(text, judge)).toEqual({ kind: 'unknown', text, why, reads_like });
  });

  it.each([
    'auto',
    'openrouter:openrouter/auto',
    'openrouter/auto',
    'OpenRouter:Auto',
    'azure:model-router',
    'cursor:auto',
    'default',
    'promptfoo:default',
    'openrouter:openrouter/free',
    'openrouter:switchpoint/router',
    'notdiamond:gpt-4o',
    'requesty:smart/task',
  ])('K112: %s can be another model on every call', (text) => {
    expect(canonicalRoute(text, judge).kind).toBe('alias');
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['openai:gpt-4о', 'not-ascii'], // a Cyrillic o
    ['openai:gpt-4o\u200b', 'not-ascii'],
    ['openai:gpt-4o\n', 'not-ascii'],
    ['openai:gpt\t4o', 'not-ascii'],
    ['ｏpenai:gpt-4o', 'not-ascii'],
    ['x'.repeat(513), 'too-long'],
  ])('%j is no route', (text, why) => {
    expect(canonicalRoute(text, judge)).toEqual({ kind: 'malformed', text, why });
  });
});

describe('a route of the policy', () => {
  const routes = {
    'custom:kiro/claude-sonnet-4.5': 'anthropic:claude-sonnet-4.5',
    'gw:House': 'acme:house-7b',
  };

  it('says what a gateway’s spelling stands for, in any case', () => {
    const by = policy({ routes });
    expect(canonical('custom:kiro/claude-sonnet-4.5', by)).toBe('anthropic:claude-sonnet-4.5');
    expect(canonical('Custom:Kiro/Claude-Sonnet-4.5', by)).toBe('anthropic:claude-sonnet-4.5');
    expect(canonicalRoute('custom:kiro/other', by).kind).toBe('unknown');
  });

  it('may lead to a model that no table knows, which is then a model wherever it stands', () => {
    const model = { kind: 'model', provider: 'acme', family: 'house-7b', snapshot: null };
    expect(canonicalRoute('gw:house', policy({ routes }))).toEqual(model);
    expect(canonicalRoute('acme:house-7b', policy({ routes }))).toEqual(model);
    expect(canonicalRoute('acme:house-7b', judge).kind).toBe('unknown');
  });

  it('is followed further, and never in a circle', () => {
    const chain = policy({ routes: { 'a:1': 'b:2', 'b:2': 'openrouter:openai/gpt-4o' } });
    expect(canonical('a:1', chain)).toBe('openai:gpt-4o');
    const circle = policy({ routes: { 'a:1': 'b:2', 'b:2': 'a:1' } });
    expect(canonicalRoute('a:1', circle)).toMatchObject({ kind: 'unknown', why: 'policy' });
    const itself = policy({ routes: { 'acme:house': 'acme:house' } });
    expect(canonicalRoute('acme:house', itself)).toMatchObject({ kind: 'model', provider: 'acme' });
  });

  it('may stand for a known spelling behind another address', () => {
    const by = policy({ routes: { 'openai:gpt-4o': 'anthropic:claude-opus-4.1' } });
    expect(canonical('openrouter:openai/gpt-4o', by)).toBe('anthropic:claude-opus-4.1');
  });

  it('is unknown where two spellings that differ by case lead to two models', () => {
    const by = policy({ routes: { 'gw:a': 'openai:gpt-4o', 'GW:A': 'google:gemini-2.5-pro' } });
    expect(canonicalRoute('gw:a', by)).toMatchObject({ kind: 'unknown', why: 'policy' });
  });
});

describe('an alias of the policy', () => {
  const by = policy({ aliases: ['acme/*', 'Router:fast'] });

  it.each([
    'acme:fast',
    'acme/fast',
    'openrouter:acme/fast',
    'custom:acme/team/fast',
    'ACME:x',
    'router:fast',
  ])('matches %s', (text) => {
    expect(canonicalRoute(text, by).kind).toBe('alias');
  });

  it.each(['acmes:fast', 'router:fast-2', 'openai:gpt-4o'])('does not match %s', (text) => {
    expect(canonicalRoute(text, by).kind).not.toBe('alias');
  });

  it('outweighs a route of the policy, which outweighs the built-in list', () => {
    const routes = { 'acme:fast': 'openai:gpt-4o', 'acme2:default': 'openai:gpt-4o' };
    expect(canonicalRoute('acme:fast', policy({ aliases: ['acme/*'], routes })).kind).toBe('alias');
    expect(canonical('acme2:default', policy({ routes }))).toBe('openai:gpt-4o');
    const itself = { 'acme2:default': 'acme2:default' };
    expect(canonicalRoute('acme2:default', policy({ routes: itself })).kind).toBe('model');
  });
});

it.each([
  ['acme/*', 'acme/fast', true],
  ['acme/*', 'acme/', true],
  ['acme/*', 'acme', false],
  ['*/auto', 'a/b/auto', true],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
])('%s on %s: %s', (pattern, text, matches) => {
  expect(matchesWildcard(pattern, text)).toBe(matches);
});

it('agrees with a regular expression, and is quick where that is not', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 4 }), letters, (parts, text) => {
      const expected = new RegExp(`^${parts.join('.*')}$`).test(text);
      expect(matchesWildcard(parts.join('*'), text)).toBe(expected);
    }),
  );
  expect(matchesWildcard('a*'.repeat(200), 'a'.repeat(512).concat('b'))).toBe(true);
  expect(matchesWildcard('a*'.repeat(200).concat('c'), 'a'.repeat(512).concat('b'))).toBe(false);
});
