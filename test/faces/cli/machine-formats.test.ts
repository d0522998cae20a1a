import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { readJUnit } from '../../support/junit.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';
import { readSarif } from '../../support/sarif.ts';

const RECORD = 'results/a b:1/eval-2026-01-01-corpus-run1.json';

const FILES = ['--output', 'sarif=out.sarif', '--output', 'junit=out.xml'];

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('A record', { [RECORD]: nativeResult([true]) });
  repository.publish('main');
  repository.git('checkout', '-q', '-b', 'change');
});
afterEach(() => repository.dispose());

function tampered(): readonly string[] {
  repository.commit('Tampered', { [RECORD]: nativeResult([false]) });
  return ['check', '--base', 'origin/main', ...FILES];
}

const junitFile = () => readJUnit(readFileSync(`${repository.dir}/out.xml`, 'utf8'));
const sarifFile = () => readSarif(readFileSync(`${repository.dir}/out.sarif`, 'utf8')).runs[0];

describe('check --output for programs', () => {
  it('writes a SARIF log in which the changed record is a result', async () => {
    const ran = await runCli(repository.dir, tampered());
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('evalguard: FAIL (exit 1)');
    const { results, invocations } = sarifFile();
    expect(results).toMatchObject([
      {
        ruleId: 'ledger/modified',
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'results/a%20b%3A1/eval-2026-01-01-corpus-run1.json' },
            },
          },
        ],
      },
    ]);
    expect(invocations[0]).toMatchObject({ executionSuccessful: true, exitCode: 1 });
  });

  it('writes a JUnit report in which the changed record is a failure', async () => {
    await runCli(repository.dir, tampered());
    const [ledger, thresholds, completeness] = junitFile();
    expect(ledger?.cases).toMatchObject([{ name: RECORD, end: 'failure', type: 'ledger/modified' }]);
    expect([thresholds?.counts['skipped'], completeness?.counts['errors']]).toEqual([1, 0]);
  });

  it('writes both too where nothing could be compared, and neither is green', async () => {
    const args = ['check', '--base', 'no-such-branch', ...FILES];
    expect(await runCli(repository.dir, args)).toMatchObject({ code: 3 });
    expect(sarifFile().invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 3 });
    const cases = junitFile().flatMap((suite) => suite.cases);
    expect(cases.map(({ end }) => end)).toEqual(['skipped', 'skipped', 'error']);
  });

  it.each([
    ['sarif', 'out.sarif'],
    ['junit', 'out.xml'],
  ])('prints the same bytes with --format %s, from anywhere', async (format, file) => {
    await runCli(repository.dir, tampered());
    const args = ['check', '--base', 'origin/main', '--format', format, '-C', repository.dir];
    expect((await runCli('/', args)).stdout).toBe(readFileSync(`${repository.dir}/${file}`, 'utf8'));
  });

  it.each([
    [{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'o/r' }, 'https://github.com/o/r'],
    [{ CI_PROJECT_URL: 'https://gitlab.com/g/p' }, 'https://gitlab.com/g/p'],
    [{ CI_PROJECT_URL: 'https://user:secret@gitlab.com/g/p' }, undefined],
    [{ CI_PROJECT_URL: 'javascript:x' }, undefined],
  ])('names the revision in the repository that the job is of: %j', async (env, repositoryUri) => {
    await runCli(repository.dir, tampered(), env);
    const revisionId = repository.git('rev-parse', 'HEAD').trim();
    expect(sarifFile().versionControlProvenance?.[0]).toEqual(
      repositoryUri && { repositoryUri, revisionId, mappedTo: { uriBaseId: '%SRCROOT%' } },
    );
  });

  it('writes nothing where the command line cannot be understood', async () => {
    const ran = await runCli(repository.dir, ['check', '--staged', '--all', '--output', 'sarif=out.sarif']);
    expect([ran.code, existsSync(`${repository.dir}/out.sarif`)]).toEqual([2, false]);
  });
});

describe('audit --output for programs', () => {
  it('writes a result and a failure for the record that lost its content', async () => {
    tampered();
    const ran = await runCli(repository.dir, ['audit', ...FILES]);
    expect(ran.code).toBe(1);
    expect(junitFile()[0]?.cases).toMatchObject([{ name: RECORD, end: 'failure', type: 'ledger/modified' }]);
    expect(sarifFile().results).toMatchObject([{ ruleId: 'ledger/modified', level: 'error' }]);
  });
});
