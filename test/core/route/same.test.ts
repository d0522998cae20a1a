import { describe, expect, it } from 'vitest';
import { canonicalRoute } from '../../../src/core/route/canonical.ts';
import { sameModel } from '../../../src/core/route/same.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';

const same = (a: string, b: string, family: 'same' | 'distinct' = 'same') => {
  const policy = { ...DEFAULT_POLICY.judge, family };
  return sameModel(canonicalRoute(a, policy), canonicalRoute(b, policy), policy);
};

describe('two routes', () => {
  it.each([
    ['openrouter:google/gemini-2.5-flash', 'google:gemini-2.5-flash', 'same'],
    ['gpt-4o', 'gpt-4o-2024-08-06', 'same'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06', 'same'],
    ['claude-sonnet-4.5', 'anthropic:claude-sonnet-4-5-20250929', 'same'],
    ['mistral:large-3', 'openrouter:mistralai/mistral-large-3', 'same'],
    ['bedrock:deepseek.r1-v1:0', 'deepseek/deepseek-r1-0528', 'same'],
    ['openai:gpt-4o', 'openai:gpt-4o-mini', 'different'],
    ['claude-sonnet-4', 'claude-sonnet-4.5', 'different'],
    ['gpt-4', 'gpt-4-turbo', 'different'],
    ['google:gemini-2.5-flash', 'anthropic:claude-sonnet-4.5', 'different'],
    ['llama-3.1-8b', 'llama-3.1-70b', 'different'],
    ['mistral-large-latest', 'mistral-small-3', 'different'],
    // what one leaves out may be what the other says
    ['llama-3.1', 'llama-3.1-8b', 'unknown'],
    ['gemini-flash-latest', 'gemini-2.5-flash', 'unknown'],
    ['mistral-large-latest', 'mistral:large-3', 'unknown'],
    ['sonnet', 'claude-sonnet-4.5', 'unknown'],
    ['deepseek-chat', 'deepseek-v3.1', 'unknown'],
    ['deepseek-chat', 'openai:gpt-4o', 'different'],
    // what cannot be resolved is never independent
    ['custom:kiro/claude-sonnet-4.5', 'custom:antigravity/gemini-2.5-flash', 'unknown'],
    ['custom:kiro/claude-sonnet-4.5', 'openai:gpt-4o', 'unknown'],
    ['custom:gw/house', 'CUSTOM:gw/house', 'same'],
    ['unknown', 'unknown', 'unknown'],
    ['openrouter/auto', 'openrouter/auto', 'unknown'],
    ['openrouter/auto', 'openai:gpt-4o', 'unknown'],
    ['openai:gpt-4о', 'openai:gpt-4o', 'unknown'],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(same(a, b)).toBe(expected);
    expect(same(b, a)).toBe(expected);
  });

  it.each([
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06', 'different'],
    ['gpt-4o-2024-08-06', 'azure:gpt-4o-2024-08-06', 'same'],
    ['claude-3-5-sonnet-20241022', 'vertex:claude-3-5-sonnet-v2@20241022', 'same'],
    ['gpt-4o', 'gpt-4o', 'same'],
    ['gpt-4o', 'gpt-4o-2024-08-06', 'unknown'],
    ['gpt-4o', 'gpt-4o-mini', 'different'],
  ])('with distinct snapshots %s and %s: %s', (a, b, expected) => {
    expect(same(a, b, 'distinct')).toBe(expected);
    expect(same(b, a, 'distinct')).toBe(expected);
  });
});
