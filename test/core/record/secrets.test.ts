import { describe, expect, it } from 'vitest';
import { maySecret } from '../../../src/core/record/secret-signs.ts';
import { findSecrets, findSecretsInText } from '../../../src/core/record/secrets.ts';
import { regExpWork } from '../../support/regexp-work.ts';

// Put together here, so that no scanner takes this file for a leak.
const of = (head: string, length: number) =>
  head + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(9).slice(0, length);

describe('what looks like a key', () => {
  it.each([
    ['an OpenAI key', of('sk-', 48)],
    ['an OpenAI key', of('sk-proj-', 60)],
    ['an Anthropic key', of('sk-ant-', 40)],
    ['an OpenRouter key', of('sk-or-', 40)],
    ['a Google key', of('AIza', 35)],
    ['a GitHub token', of('ghp_', 36)],
    ['a GitHub token', of('github_pat_', 60)],
    ['an AWS key', `AKIA${'ABCDEFGH12345678'}`],
    ['a private key', `-----BEGIN RSA PRIVATE${' KEY-----'}\nMII`],
    ['a bearer token', of('Authorization: Bearer ', 40)],
    ['a signed token (JWT)', `${of('eyJ', 20)}.${of('eyJ', 30)}.${of('', 30)}`],
    ['a password in a URL', `postgres://user:${'hunter2'}@db/x`],
  ])('%s is found, with its place and without its text', (kind, secret) => {
    expect(findSecrets({ results: [{ id: 'q', output: `said ${secret} aloud` }] })).toEqual([
      { pointer: '/results/0/output', kind },
    ]);
  });

  it('as the name of a member is found at the object that has it', () => {
    expect(findSecrets({ data: { [of('ghp_', 36)]: 1 } })).toEqual([
      { pointer: '/data', kind: 'a GitHub token' },
    ]);
  });

  it.each([
    'sk-learn-pipelines-and-their-many-steps',
    'risk-assessment-of-2026-Q1-and-later-years',
    '65c74c15a686187bb6bbf9958f494fc6b80068034a659a9ad44991b08c58f2d2',
    'sha256:65c74c15a686187bb6bbf9958f494fc6b80068034a659a9ad44991b08c58f2d2',
    'https://example.com:8080/a@b',
    'anthropic:claude-sonnet-4.5-20250929',
    'a bearer of good news from afar',
  ])('is not: %s', (text) => {
    expect(findSecrets({ text })).toEqual([]);
  });
});

describe('a whole file, whatever it holds, is looked at without looking back over it (C4)', () => {
  const search = (text: string) =>
    regExpWork(
      () => [maySecret(text), findSecrets({ apiKey: text, token: [text] }), findSecretsInText(text)],
      1000,
    );

  it.each([
    'sk-',
    'sk-a-',
    'eyJ-',
    'eyJaaaaaaaaaaa.',
    'Bearer ',
    '://a:',
    'a.b+',
    '-----BEGIN A ',
    'key":"',
    'x'.repeat(100),
  ])('made of %s', (piece) => {
    const [once, twice] = [search(piece.repeat(500)), search(piece.repeat(1000))];
    expect(twice.signs / once.signs).toBeLessThan(2.2);
    expect(twice.patterns.size).toBeGreaterThan(0);
    expect([...twice.patterns].filter((pattern) => !isLinear(pattern))).toEqual([]);
  });

  it.each([
    [/a{1,9}b?/, true],
    [/[*+]\+/, true],
    [/^(?:a|b)\s+/, true],
    [/a+b/, false],
    [/a{3,}/, false],
    [/^(?:a+)+$/, false],
    [/^a|b*/, false],
  ])('%s is linear: %s', (pattern, linear) => {
    expect(isLinear(pattern)).toBe(linear);
  });

  /** Whether a pattern looks at a bounded number of signs from any place, or begins at one place and repeats one thing there. */
  function isLinear({ source }: RegExp): boolean {
    const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
    const repeats = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
    return repeats === 0 || (repeats === 1 && /^\^[^|]*$/.test(bare.replace(/\([^()]*\)/g, '')));
  }
});
