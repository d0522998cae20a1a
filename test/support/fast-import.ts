import { execFileSync } from 'node:child_process';
import { plainEnvironment, type TestRepository } from './repository.ts';

/** A commit to be made: its branch, the branch or mark that it grows from, and the files of its whole tree. */
export interface ImportedCommit {
  readonly branch: string;
  readonly from?: string;
  readonly files: Readonly<Record<string, string>>;
  /** What stands at a path instead of a file: a link to its text, or a submodule at some commit. */
  readonly kinds?: Readonly<Record<string, 'link' | 'submodule'>>;
}

const IDENTITY = 'Test <test@example.invalid> 1780000000 +0000';

/** Makes many commits in one process, each with exactly the files that it names. */
export function fastImport(repository: TestRepository, commits: readonly ImportedCommit[]): void {
  const stream: string[] = [];
  for (const { branch, from, files, kinds = {} } of commits) {
    stream.push(`commit refs/heads/${branch}\ncommitter ${IDENTITY}\ndata 1\nc\n`);
    if (from !== undefined) stream.push(`from refs/heads/${from}\n`);
    stream.push('deleteall\n');
    for (const [path, content] of Object.entries(files)) {
      const quoted = JSON.stringify(path).replace(/\\u00([0-9a-f]{2})/g, (_, hex: string) => {
        return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`;
      });
      if (kinds[path] === 'submodule') {
        stream.push(`M 160000 ${'1'.repeat(40)} ${quoted}\n`);
        continue;
      }
      const mode = kinds[path] === 'link' ? '120000' : '100644';
      stream.push(`M ${mode} inline ${quoted}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
    }
  }
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository.dir,
    env: plainEnvironment(),
    input: stream.join(''),
    maxBuffer: 1 << 28,
  });
}
