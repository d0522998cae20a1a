import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { citeCheck } from '../../../src/commands/cite/cite.ts';
import type { CitationReport } from '../../../src/core/citation/report.ts';
import { bound, retractionOf } from '../../support/citation.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-09-28-corpus-run1.json';
const POLICY = 'version: 1\ncitations: ["README.md", "docs/**/*.md"]\n';
const TEN = nativeResult(Array.from({ length: 10 }, () => true));
const NINE = nativeResult(Array.from({ length: 10 }, (_, index) => index > 0));

let repository: TestRepository;
afterEach(() => repository.dispose());

/** A work tree with a record of 10/10 and a README; nothing of it has to be committed. */
function standing(readme: string, files: Readonly<Record<string, string>> = {}): void {
  repository = TestRepository.create();
  const all = { 'evalguard.yaml': POLICY, [RECORD]: TEN, 'README.md': readme, ...files };
  for (const [path, content] of Object.entries(all)) repository.write(path, content);
}

const cite = (...args: string[]) => runCli(repository.dir, ['cite', ...args]);
const read = (path = 'README.md') => readFileSync(repository.path(path), 'utf8');

async function states(...args: string[]): Promise<string[]> {
  const { stdout } = await cite('list', '--format', 'json', ...args);
  const { citations } = JSON.parse(stdout) as CitationReport;
  return citations.map(({ page, line, text, state, should }) => `${page}:${line} ${text} ${state} ${should}`);
}

describe('the origin story', () => {
  it('the front end commit that overwrote a run is told: check refuses it, and cite check says it once it is forced in', async () => {
    standing(
      `It passed ${bound('10/10', `${RECORD} passed`)}, a rate of ${bound('1.0', `${RECORD} passed`)}.\n`,
    );
    repository.commit('The run of 28 September');
    expect((await cite('check')).stdout).toBe('2 citations on 1 page: the text says what the records say.\n');

    repository.git('checkout', '--quiet', '-b', 'front-end');
    const quota = { error: { kind: 'target_quota', message: '429' }, scores: { passed: null } };
    const results = Array.from({ length: 10 }, (_, index) => ({ id: `case-${index + 1}`, ...quota }));
    repository.commit('Polish the front end', { [RECORD]: nativeResult([], { results }) });
    const { rules } = await runCheck(repository.dir, ['--base', 'main']);
    expect(rules).toEqual(expect.arrayContaining(['citation/stale', 'ledger/modified']));

    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', 'front-end');
    const { code, stdout } = await cite('check');
    expect(code).toBe(1);
    expect(stdout).toContain(
      `The text says 10/10, but passed in ${RECORD} is n/a (unmeasured) (target_quota`,
    );
    expect(stdout).toContain('The text says 1.0, but passed in');
    expect(stdout).toContain('find out who changed the record (`evalguard audit`)');
    expect(stdout).toMatch(/2 of 2 citations on 1 page do not hold: 2 stale\.\n$/);
  });
});

describe('cite list and check', () => {
  it('tell each citation and how it stands', async () => {
    standing(`a ${bound('**9/10**', `${RECORD} passed`)}\n`, {
      'docs/b.md': `[100 %](../${RECORD}#evalguard:passed) ${bound('1', 'results/none.json x')}\n`,
      [RECORD.replace('run1', 'run2')]: NINE,
    });
    expect(await states()).toEqual([
      'README.md:1 9/10 stale 10/10',
      'docs/b.md:1 100 % current null',
      'docs/b.md:1 1 broken null',
    ]);
    expect((await cite('list')).stdout.split('\n')[0]).toMatch(/^README\.md:1:\d+ +stale +9\/10 +results/);
    expect((await cite('check')).code).toBe(1);
    expect((await cite('check', 'docs/b.md')).stdout).toMatch(
      /1 of 2 citations on 1 page does not hold: 1 broken/,
    );
  });

  it('K126 a retraction beside the record is seen', async () => {
    standing(`a ${bound('10/10', `${RECORD} passed`)}\n`);
    repository.write(RECORD.replace('.json', '.retraction-1.json'), retractionOf(RECORD, TEN, 'leaked'));
    expect(await states()).toEqual(['README.md:1 10/10 retracted null']);
  });

  it('an unmeasured value must read as unmeasured', async () => {
    standing(`${bound('0', 'results/n.json /x')} ${bound('n/a (unmeasured)', 'results/n.json /x')}`, {
      'results/n.json': '{"x":null}',
    });
    expect(await states()).toEqual([
      'README.md:1 0 stale n/a (unmeasured)',
      'README.md:1 n/a (unmeasured) current null',
    ]);
  });

  it('arms are named, and never guessed', async () => {
    const aggregate = { accuracy: 0.5 };
    const candidate = { aggregate: { accuracy: 0.75 } };
    const both = nativeResult([], { aggregate, candidate, results: undefined });
    standing(
      `${bound('75 %', `${RECORD} accuracy of candidate`)} ${bound('75 %', `${RECORD} accuracy of x`)}`,
      {
        [RECORD]: both,
      },
    );
    expect((await states()).map((line) => line.split(' ').at(-2))).toEqual(['current', 'broken']);
  });

  it('a link to a record, or on the way to it, is no record', async () => {
    standing(
      `${bound('10/10', 'results/link.json passed')} ${bound('10/10', 'results/dir/run.json passed')}`,
      {
        'real/run.json': TEN,
      },
    );
    symlinkSync(`../${RECORD}`, repository.path('results/link.json'));
    symlinkSync('../real', repository.path('results/dir'));
    expect((await states()).map((line) => line.split(' ').at(-2))).toEqual(['broken', 'broken']);
  });

  it.each([
    ['version: 1\n', /names no pages.*citations: \["README\.md"/s],
    ['version: 1\ncitations: ["READ.md"]\n', /No file matches READ\.md/],
  ])('where there is nothing to look at, that is no pass (%j)', async (policy, words) => {
    standing('a\n', { 'evalguard.yaml': policy });
    const { code, stderr } = await cite('check');
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
  });

  it('a policy file that cannot be read is an error of the command line, as in other commands', async () => {
    standing('a\n');
    const options = {
      cwd: repository.dir,
      env: plainEnvironment(),
      policy: { file: repository.path('none.yaml') },
      files: [],
    };
    await expect(citeCheck(options)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^The policy file .*none\.yaml cannot be read: ENOENT/),
      remedy: expect.stringContaining('Check the path'),
    });
  });
});

describe('cite refresh', () => {
  it('writes what the records say, keeps line ends, mode and all else, and then all is well', async () => {
    const readme = (a: string, b: string) =>
      `# T\r\n\r\n| ${bound(a, `${RECORD} passed`)} | 9/10 |\r\n\`${bound('9/10', `${RECORD} passed`)}\`\r\n[${b}](${RECORD}#evalguard:passed)`;
    standing(readme('9/10', '90%'));
    chmodSync(repository.path('README.md'), 0o640);
    const dry = await cite('refresh', '--dry-run');
    expect(dry.stdout).toMatch(
      /9\/10 → 10\/10.*\n.*90% → 100%.*\n\n2 numbers on 1 page would be refreshed; nothing was written\./,
    );
    expect(read()).toBe(readme('9/10', '90%'));
    expect((await cite('refresh')).code).toBe(0);
    expect(read()).toBe(readme('10/10', '100%'));
    expect(statSync(repository.path('README.md')).mode & 0o777).toBe(0o640);
    expect((await cite('check')).code).toBe(0);
    expect((await cite('refresh')).stdout).toContain('Nothing had to be refreshed.');
  });

  it('fills a binding that waits for its number, and tells what it cannot mend', async () => {
    standing(`a ${bound('', `${RECORD} passed as percent`)} b ${bound('7', 'results/none.json x')}\n`);
    const { code, stdout } = await cite('refresh');
    expect(code).toBe(1);
    expect(stdout).toContain('(empty) → 100 %');
    expect(stdout).toContain('there is no such file');
    expect(read()).toBe(
      `a ${bound('100 %', `${RECORD} passed as percent`)} b ${bound('7', 'results/none.json x')}\n`,
    );
  });

  it('writes through no link, and nothing into a file that is not UTF-8', async () => {
    standing('a\n', { 'notes.md': `a ${bound('1/10', `${RECORD} passed`)}` });
    repository.remove('README.md');
    symlinkSync('notes.md', repository.path('README.md'));
    const linked = await cite('refresh', 'README.md');
    expect([linked.code, linked.stderr]).toEqual([
      2,
      expect.stringContaining('README.md cannot be read: it is a link'),
    ]);
    const latin = Buffer.concat([Buffer.from(read('notes.md')), Buffer.from([0xe9])]);
    repository.write('latin.md', latin);
    const { code, stderr } = await cite('refresh', 'latin.md');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not UTF-8 throughout')]);
    expect(readFileSync(repository.path('latin.md'))).toEqual(latin);
  });
});

describe('cite add', () => {
  it.each([
    [
      'a comment in a paragraph',
      'It passed 10/10 today.\n',
      'README.md:1',
      [],
      `It passed ${bound('10/10', `${RECORD} passed as fraction`)} today.\n`,
    ],
    [
      'emphasis and all',
      'It passed **100 %**.\r\n',
      'README.md:1',
      [],
      `It passed ${bound('**100 %**', `${RECORD} passed as percent`)}.\r\n`,
    ],
    [
      'a link where a comment would hide the line',
      '- 10/10 **cases**\n',
      'README.md:1',
      [],
      `- [10/10](${RECORD}#evalguard:passed&as=fraction) **cases**\n`,
    ],
    [
      'a link on demand',
      'a 1.00\n',
      'README.md:1',
      ['--link'],
      `a [1.00](${RECORD}#evalguard:passed&as=decimal)\n`,
    ],
    [
      'the number at a column',
      '| 10/10 | 10/10 |\n',
      'README.md:1:12',
      [],
      `| 10/10 | ${bound('10/10', `${RECORD} passed as fraction`)} |\n`,
    ],
    [
      'a pointer',
      'a 7 b\n',
      'README.md:1',
      ['--record', 'results/n.json', '--metric', '/x'],
      `a ${bound('7', 'results/n.json /x as decimal')} b\n`,
    ],
  ])('binds %s', async (_, before, place, args, after) => {
    standing(before, { 'results/n.json': '{"x":7}' });
    expect(await cite('add', place, ...args)).toMatchObject({ code: 0 });
    expect(read()).toBe(after);
    expect((await cite('check')).code).toBe(0);
  });

  it.each([
    [
      'several ways',
      '10/10 and 100 %\n',
      'README.md:1',
      [],
      /can be bound in 2 ways:\n {2}10\/10 \(column 1\): --record results/,
    ],
    ['no value', 'It passed 44.6 %.\n', 'README.md:1', [], /No result in the ledger has the value 44\.6 %/],
    ['no number', '`10/10`\n', 'README.md:1', [], /no number that could be bound/],
    [
      'another value',
      'a 9/10\n',
      'README.md:1',
      ['--record', RECORD, '--metric', 'passed'],
      /says 9\/10, but passed in .* is 10\/10/,
    ],
    [
      'no record',
      'a 9/10\n',
      'README.md:1',
      ['--record', 'x.json', '--metric', 'passed'],
      /there is no such file/,
    ],
    ['no such line', 'a 9/10\n', 'README.md:99', [], /README\.md ends at line 1/],
    ['no line', 'a 9/10\n', 'README.md', [], /not FILE:LINE/],
  ])('refuses where there is %s, and writes nothing', async (_, readme, place, args, words) => {
    standing(readme);
    const { code, stderr } = await cite('add', place, ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
    expect(read()).toBe(readme);
  });

  it('--dry-run shows the line', async () => {
    standing('a 10/10\n');
    expect((await cite('add', 'README.md:1', '--dry-run')).stdout).toContain(
      '- a 10/10\n+ a <!-- evalguard:',
    );
    expect(read()).toBe('a 10/10\n');
  });
});

describe('cite suggest', () => {
  const values =
    '{"schema":"evalguard.result/v1","metrics_version":1,"method":{"limits":{}},"models":{"a":"b:c"},"aggregate":{"support_rate":0.973,"latency_s":12.0,"accuracy":0.5}}';

  it('finds numbers that equal a value, and gives the command that binds them', async () => {
    standing(
      'Support is 97 %, or 97.3 % in full, of 10/10 passed.\n\n| accuracy | n |\n| --- | --- |\n| 0.5 | 12 |\n',
      {
        'results/b.json': values,
      },
    );
    const { stdout, code } = await cite('suggest');
    expect(code).toBe(0);
    const found = stdout.split('\n').filter((line) => line.startsWith('README.md'));
    expect(found).toEqual([
      'README.md:1:12  97 % is support_rate in results/b.json',
      'README.md:1:21  97.3 % is support_rate in results/b.json',
      expect.stringContaining('10/10 is passed in'),
      'README.md:5:3  0.5 is accuracy in results/b.json',
    ]);
    const command = stdout.split('\n').find((line) => line.includes('README.md:1:21 --record'))!;
    await cite(...command.trim().split(' ').slice(2));
    expect((await states()).at(-1)).toBe('README.md:1 97.3 % current null');
  });

  it.each([
    'In 2026 we ran 12 queries at 50 %.',
    'Version 0.973 of `0.973`; v0.973.1, $0.973, 0.973-rc1, 0.973ms.',
    '<b title="0.973">x</b> [a](http://x.invalid/0.973) 97 % of people',
  ])('gives no false alarm for %j', async (text) => {
    standing(`${text.replace('Version 0.973 of ', '')}\n`, { 'results/b.json': values });
    expect((await cite('suggest')).stdout).toBe(
      'No number outside a citation equals a value of the ledger.\n',
    );
  });
});
