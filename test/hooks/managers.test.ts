import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Attempt, attempt, edited, hookedRepository, NEXT, RECORD, root } from '../support/hooks.ts';
import type { TestRepository } from '../support/repository.ts';
import { nativeResult } from '../support/result.ts';

const page = readFileSync(join(root, 'docs/hooks.md'), 'utf8');
const require = createRequire(import.meta.url);
const lefthook = join(dirname(require.resolve('lefthook/package.json')), 'bin/index.js');
const husky = join(dirname(require.resolve('husky')), 'bin.js');

/** The code of docs/hooks.md that names this file in its first comment. */
function snippet(file: string): string {
  const blocks = Array.from(page.matchAll(/^```(?:yaml|sh)\n(.*?)^```$/gms), ([, code = '']) => code);
  const found = blocks.find((code) => code.includes(`# ${file}`));
  if (found === undefined) throw new Error(`docs/hooks.md has no snippet for ${file}`);
  return found;
}

interface Manager {
  readonly name: string;
  readonly file: string;
  install(repository: TestRepository): void;
}

function run(repository: TestRepository, program: string, ...args: string[]): void {
  expect(attempt(repository, program, args)).toMatchObject({ code: 0 });
}

const managers: readonly Manager[] = [
  {
    name: 'lefthook',
    file: 'lefthook.yml',
    install: (repository) => run(repository, 'node', lefthook, 'install'),
  },
  {
    name: 'husky',
    file: '.husky/pre-commit',
    install: (repository) => run(repository, 'node', husky),
  },
  {
    name: 'plain git',
    file: '.git/hooks/pre-commit',
    install: (repository) => chmodSync(repository.path('.git/hooks/pre-commit'), 0o755),
  },
];

describe.each(managers)(
  'the snippet for $name in docs/hooks.md, under the real program',
  ({ file, install }) => {
    const made: TestRepository[] = [];
    afterEach(() => {
      for (const repository of made.splice(0)) repository.dispose();
    });

    /** A repository in which evalguard is installed as a development dependency, and the snippet as its hook. */
    function hooked(): TestRepository {
      const inGit = file.startsWith('.git/');
      const repository = hookedRepository({
        '.gitignore': 'node_modules\n',
        ...(inGit ? {} : { [file]: snippet(file) }),
      });
      made.push(repository);
      if (inGit) repository.write(file, snippet(file));
      mkdirSync(repository.path('node_modules/.bin'), { recursive: true });
      symlinkSync(join(root, 'dist/cli.cjs'), repository.path('node_modules/.bin/evalguard'));
      install(repository);
      return repository;
    }

    function commit(repository: TestRepository, ...args: string[]): Attempt {
      // Development dependencies of a lefthook project bring the program along.
      const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
      return attempt(repository, 'git', ['commit', '--quiet', '-m', 'Work', ...args], env);
    }

    it('refuses git commit -a over an edited record and tells how to undo it', () => {
      const repository = hooked();
      repository.write(RECORD, edited);
      const undo = `git restore --staged --worktree --source=HEAD -- :/${RECORD}`;
      expect(commit(repository, '-a')).toMatchObject({ code: 1, output: expect.stringContaining(undo) });
      expect(repository.git('rev-list', '--count', 'HEAD')).toBe('1');
    });

    it('sees a commit that only deletes (K182)', () => {
      const repository = hooked();
      repository.git('rm', '--quiet', RECORD);
      expect(commit(repository)).toMatchObject({
        code: 1,
        output: expect.stringContaining('ledger/deleted'),
      });
    });

    it('lets a partially staged new record land, and keeps what was not staged (K176)', () => {
      const repository = hooked();
      repository.write(NEXT, nativeResult());
      repository.git('add', NEXT);
      const later = nativeResult([false, false, true]);
      repository.write(NEXT, later);
      expect(commit(repository)).toMatchObject({ code: 0 });
      expect(readFileSync(repository.path(NEXT), 'utf8')).toBe(later);
      expect(repository.git('show', `HEAD:${NEXT}`)).toBe(nativeResult().trimEnd());
    });
  },
);
