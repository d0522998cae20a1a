import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

const FILES = {
  'eval/results.json': '{"a":1}\n',
  'eval/results-2.json': '{"a":2}\n',
  'eval/run.py': 'print(1)\n',
  'eval/sub/results.json': '{"a":3}\n',
  'board.json': '{"a":4}\n',
  'package.json': '{}\n',
};

function given(ledger: string): void {
  repository.commit('Before', { 'evalguard.yaml': `version: 1\nledger: ${ledger}\n`, ...FILES });
  repository.git('checkout', '-q', '-b', 'topic');
}

async function ruled(
  args: readonly string[],
): Promise<readonly [number, readonly string[], readonly string[]]> {
  const { code, rules, report } = await runCheck(repository.dir, args);
  const paths = report.findings.flatMap(({ severity, path }) => (severity === 'error' ? [path ?? ''] : []));
  return [code, rules, paths];
}

describe.each([
  ['files by a pattern', '["eval/results*.json"]', 'eval/results.json'],
  ['files at the root', '["board*.json"]', 'board.json'],
  ['one file', '[board.json]', 'board.json'],
])('a ledger of %s', (_, ledger, record) => {
  it.each([
    ['modified', (r: TestRepository) => r.write(record, '{"a":9}\n')],
    ['deleted', (r: TestRepository) => r.remove(record)],
    ['renamed', (r: TestRepository) => r.git('mv', record, 'moved.json')],
  ])('refuses that its record is %s', async (kind, act) => {
    given(ledger);
    act(repository);
    repository.git('add', '--all');
    expect((await ruled(['--staged']))[1]).toEqual([`ledger/${kind}`]);
    repository.commit('Act');
    expect(await ruled(['--base', 'main'])).toEqual([1, [`ledger/${kind}`], [expect.any(String)]]);
    const audit = await runCli(repository.dir, ['audit', '--format', 'json']);
    expect([audit.code, JSON.parse(audit.stdout).records.map((one: { path: string }) => one.path)]).toEqual([
      1,
      [record],
    ]);
  });

  it('leaves all other files alone', async () => {
    given(ledger);
    repository.commit('Act', {
      'eval/run.py': 'print(2)\n',
      'package.json': '{"a":1}\n',
      'eval/sub/results.json': '{}\n',
    });
    expect(await ruled(['--base', 'main'])).toEqual([0, [], []]);
    expect((await ruled(['--all']))[0]).toBe(0);
  });
});

describe('a ledger of files', () => {
  it('guards a file that it names by a pattern from its landing on', async () => {
    given('["eval/results*.json"]');
    repository.commit('New', { 'eval/results-3.json': '{}\n' });
    expect(await ruled(['--base', 'main'])).toEqual([0, [], []]);
    repository.git('checkout', '-q', '-B', 'main', 'topic');
    repository.git('checkout', '-q', '-b', 'next');
    repository.commit('Edit', { 'eval/results-3.json': '{"b":1}\n' });
    expect(await ruled(['--base', 'main'])).toEqual([1, ['ledger/modified'], ['eval/results-3.json']]);
  });

  it('is empty where no file matches', async () => {
    given('["eval/outcome*.json"]');
    expect((await ruled(['--all']))[1]).toEqual(['ledger/empty']);
    expect((await runCli(repository.dir, ['audit'])).code).toBe(3);
  });

  it('refuses a name that some system takes for a record of it', async () => {
    given('["eval/results*.json"]');
    repository.commit('Add', { 'eval/Results-2.json': '{}\n' });
    expect((await ruled(['--base', 'main']))[1]).toEqual(['ledger/name-collision']);
  });

  it('sees a line of attributes that reaches its files, and none that reaches others', async () => {
    given('["eval/results*.json"]');
    repository.commit('Lines', { '.gitattributes': '*.py filter=x\n/docs/** text\n*.png binary\n' });
    expect((await ruled(['--base', 'main']))[1]).toEqual([]);
    repository.commit('Lines', { '.gitattributes': '/eval/results-*.json filter=x\n' });
    expect((await ruled(['--base', 'main']))[1]).toEqual(['ledger/attributes']);
  });

  it('is loosened where an entry goes, and not where a directory takes its place', async () => {
    given('["eval/results*.json"]');
    const policy = (ledger: string) =>
      repository.commit('P', { 'evalguard.yaml': `version: 1\nledger: ${ledger}\n` });
    const loosened = async () => {
      const { report } = await runCheck(repository.dir, ['--base', 'main']);
      return report.findings.some(({ rule }) => rule === 'policy/loosened');
    };
    policy('[eval/sub]');
    expect(await loosened()).toBe(true);
    policy('[eval]');
    expect(await loosened()).toBe(false);
  });
});

describe('a new name that some system takes for one of a pattern', () => {
  it.each([
    'eval/Results-9.json',
    'eval/results-9.json ',
    'eval/results-9.json::$DATA',
    'EVAL/results-9.json',
  ])('is refused: no series judges %j', async (name) => {
    given('["eval/results*.json"]');
    repository.commit('Act', { [name]: '{"a":9}\n' });
    expect(await ruled(['--base', 'main'])).toEqual([1, ['ledger/name-collision'], [name]]);
  });

  it('is no name of another kind, nor one that landed', async () => {
    given('["eval/results*.json"]');
    repository.git('checkout', '-q', 'main');
    repository.commit('Landed', { 'eval/RESULTS-1.json': '{}\n' });
    repository.git('checkout', '-q', '-B', 'topic');
    repository.commit('Act', {
      'eval/RESULTS-1.json': '{"a":1}\n',
      'eval/my-results.json': '{}\n',
      'eval/Results.md': 'x\n',
    });
    expect(await ruled(['--base', 'main'])).toEqual([0, [], []]);
  });
});
