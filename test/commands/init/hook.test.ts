import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { HOOK_NEXT, hookText } from '../../../src/commands/init/hook.ts';

const OTHERS = `# Ours.
default_stages: [commit] # keep
repos:
- repo: https://github.com/pre-commit/pre-commit-hooks # pinned
  rev: "v4.4.0"
  hooks:
  - id: check-json
    args: ['--strict']
`;

describe('a hook that is added', () => {
  it('to a pre-commit configuration keeps comments, quotes and indentation as they are', () => {
    const after = hookText('pre-commit', '.pre-commit-config.yaml', OTHERS, '1.2.3');
    expect(after?.startsWith(OTHERS)).toBe(true);
    expect(parse(after ?? '').repos[1]).toEqual({
      repo: 'https://github.com/evalguard/evalguard',
      rev: 'v1.2.3',
      hooks: [{ id: 'evalguard' }],
    });
    expect(hookText('pre-commit', '.pre-commit-config.yaml', after, '2.0.0')).toBeNull();
  });

  it.each([null, '', '# nothing yet\n', 'repos: []\n', 'repos:\n'])(
    'to the pre-commit configuration %j',
    (before) => {
      const after = hookText('pre-commit', '.pre-commit-config.yaml', before, '1.2.3') ?? '';
      expect(parse(after).repos).toHaveLength(1);
      expect(after).toContain('\n  - repo: https://github.com/evalguard/evalguard\n');
      expect(after.startsWith(before?.startsWith('#') ? before : '')).toBe(true);
    },
  );

  it('to lefthook stands beside other commands, or among the jobs', () => {
    const commands = 'pre-commit:\n  parallel: true\n  commands: # all of them\n    lint:\n      run: lint\n';
    const after = hookText('lefthook', 'lefthook.yml', commands, '1.2.3') ?? '';
    expect(after).toMatch(/parallel: true\n.*# all of them\n.*run: lint\n/s);
    expect(parse(after)['pre-commit'].commands.evalguard.run).toContain('check --staged');
    expect(hookText('lefthook', 'lefthook.yml', after, '1.2.3')).toBeNull();
    const jobs =
      hookText('lefthook', 'lefthook.yml', 'pre-commit:\n  jobs:\n    - run: lint\n', '1.2.3') ?? '';
    expect(parse(jobs)['pre-commit'].jobs).toHaveLength(2);
    expect(
      parse(hookText('lefthook', 'lefthook.yml', null, '1.2.3') ?? '')['pre-commit'].commands.evalguard,
    ).toBeDefined();
  });

  it('to husky is one more line, once', () => {
    const after = hookText('husky', '.husky/pre-commit', 'npm test', '1.2.3');
    expect(after).toBe('npm test\nnpx --no -- evalguard check --staged\n');
    expect(hookText('husky', '.husky/pre-commit', after, '1.2.3')).toBeNull();
  });

  it('to git is a script, and never one in place of another', () => {
    expect(hookText('git', '.git/hooks/pre-commit', null, '1.2.3')).toMatch(
      /^#!\/bin\/sh\n.*evalguard check --staged\n$/s,
    );
    expect(() => hookText('git', '.git/hooks/pre-commit', '#!/bin/sh\nlint\n', '1.2.3')).toThrow(
      /not overwritten/,
    );
  });

  it.each(['- a list\n', 'repos: yes\n', 'repos: [\n', 'just text\n'])(
    'to what is no such file (%j) is refused, with what to add by hand',
    (before) => {
      expect(() => hookText('pre-commit', '.pre-commit-config.yaml', before, '1.2.3')).toThrow(/not added/);
    },
  );
});

it.each(['lefthook', 'husky', 'git'] as const)(
  'says that the hook of %s needs evalguard installed',
  (program) => {
    expect(HOOK_NEXT[program]).toContain('or it refuses every commit: `npm install --save-dev evalguard`');
  },
);
