import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real git repository in a temporary folder. Identity and settings are local to it. */
export class TestRepository {
  private constructor(readonly dir: string) {}

  /** An empty repository on branch `main`. */
  static create(...initArgs: string[]): TestRepository {
    const repository = new TestRepository(mkdtempSync(join(tmpdir(), 'evalguard-test-')));
    repository.git('init', '--quiet', '--initial-branch=main', ...initArgs);
    repository.configure();
    return repository;
  }

  /** A clone, made with the given arguments of `git clone`. */
  static clone(url: string, ...args: string[]): TestRepository {
    const dir = mkdtempSync(join(tmpdir(), 'evalguard-test-'));
    execFileSync('git', ['clone', '--quiet', ...args, url, dir], { stdio: 'pipe', env: plainEnvironment() });
    const repository = new TestRepository(dir);
    repository.configure();
    return repository;
  }

  private configure(): void {
    this.git('config', 'user.name', 'Test');
    this.git('config', 'user.email', 'test@example.invalid');
    this.git('config', 'commit.gpgsign', 'false');
    this.git('config', 'core.hooksPath', '/dev/null');
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  /** Runs git with more environment, or with an input. */
  gitWith(
    options: { readonly env?: NodeJS.ProcessEnv; readonly input?: string | Uint8Array },
    ...args: string[]
  ): string {
    return execFileSync('git', args, {
      cwd: this.dir,
      env: { ...plainEnvironment(), ...options.env },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
      ...(options.input === undefined ? {} : { input: options.input }),
    })
      .toString()
      .trimEnd();
  }

  path(path: string): string {
    return join(this.dir, path);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true, force: true });
  }

  /** Stages everything and commits it; gives the commit's id. */
  commit(message: string, files: Readonly<Record<string, string>> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** Writes a tree object with just these lines, well formed or not: mode, name (bytes as they are), object id. */
  tree(...lines: readonly (readonly [mode: string, name: string | Buffer, oid: string])[]): string {
    const input = Buffer.concat(
      lines.flatMap(([mode, name, oid]) => [
        Buffer.from(`${mode} `),
        Buffer.from(name),
        Buffer.from([0]),
        Buffer.from(oid, 'hex'),
      ]),
    );
    return this.rawTree(input);
  }

  /** Writes a tree object of these very bytes. */
  rawTree(input: Buffer): string {
    return this.gitWith({ input }, 'hash-object', '-t', 'tree', '-w', '--stdin', '--literally');
  }

  /** Writes a file's content; gives its object id. */
  blob(input: string): string {
    return this.gitWith({ input }, 'hash-object', '-w', '--stdin');
  }

  /** Makes a commit of a tree; gives its id. */
  commitTree(tree: string, ...parents: readonly string[]): string {
    return this.git('commit-tree', tree, '-m', 'c', ...parents.flatMap((parent) => ['-p', parent]));
  }

  /** Takes objects away, as in a clone that lacks them. */
  lose(...oids: readonly string[]): void {
    for (const oid of oids) rmSync(this.objectFile(oid), { force: true });
  }

  /** How a loose object is stored. */
  looseBytes(oid: string): Buffer {
    return readFileSync(this.objectFile(oid));
  }

  /** The file that holds a loose object. */
  objectFile(oid: string): string {
    return this.path(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
  }

  /** Makes a branch look fetched from `origin`. */
  publish(branch = 'main', at = branch): void {
    this.git('update-ref', `refs/remotes/origin/${branch}`, at);
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The environment of the tests without what would reshape git's answers. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GIT_') && name !== 'CI' && name !== 'NO_COLOR',
  );
  return { ...Object.fromEntries(kept), GIT_CONFIG_NOSYSTEM: '1' };
}
