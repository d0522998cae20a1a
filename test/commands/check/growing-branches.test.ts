import { afterEach, describe, expect, it } from 'vitest';
import { retractionOf } from '../../support/audit.ts';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { bulk } from '../../support/trial.ts';

const LOG = 'results/log.jsonl';
const BOARD = 'results/board.csv';
const SERIES = {
  log: 'log: { files: "log.jsonl", grows: lines }',
  board: 'board: { files: "board.csv", grows: rows, key: model }',
};
const POLICY = policy(SERIES.log, SERIES.board);
const rows = (...names: readonly string[]) => `model,acc\n${names.map((name) => `${name},0.5\n`).join('')}`;
/** Rows enough between two places that git merges changes of both. */
const LONG = 'abcdefghijklmnopqrst'.split('');

function policy(...series: readonly string[]): string {
  return `version: 1\nseries:\n${series.map((one) => `  ${one}\n`).join('')}`;
}

let repository: TestRepository;
afterEach(() => repository.dispose());

/** A repository on the branch `topic` of what landed. */
function landed(files: Readonly<Record<string, string>>): TestRepository {
  repository = TestRepository.create();
  repository.commit('base', files);
  repository.git('switch', '-qc', 'topic');
  return repository;
}

/** What the base branch adds meanwhile. */
function meanwhile(files: Readonly<Record<string, string>>): void {
  repository.git('switch', '-q', 'main');
  repository.commit('meanwhile', files);
  repository.git('switch', '-q', 'topic');
}

function merged(files: Readonly<Record<string, string>>): void {
  repository.git('merge', '-q', '--no-ff', '--no-commit', '-s', 'ours', 'main');
  repository.commit('merge', files);
}

async function judged(...args: readonly string[]) {
  const { code, report } = await runCheck(repository.dir, ['--base', 'main', '--head', 'topic', ...args]);
  const ledger = report.findings.filter(
    ({ severity, rule }) => severity !== 'note' || rule === 'ledger/grown',
  );
  return { code, rules: ledger.map(({ rule, severity }) => `${severity} ${rule}`).sort(), ledger, report };
}

describe('two branches that both add to a file', () => {
  it('are told of the conflict, and each is growth by itself', async () => {
    landed({ 'evalguard.yaml': POLICY, [LOG]: '1\n' }).commit('add', { [LOG]: '1\n3\n' });
    meanwhile({ [LOG]: '1\n2\n' });
    const { code, rules, ledger } = await judged();
    expect([code, rules]).toEqual([0, ['note ledger/grown', 'warning ledger/changed-by-merge']]);
    expect(ledger.map(({ remedy }) => remedy).join()).toContain('keep all that it holds (its lines first)');
  });

  it('are merged with the lines of the base branch first', async () => {
    landed({ 'evalguard.yaml': POLICY, [LOG]: '1\n' }).commit('add', { [LOG]: '1\n3\n' });
    meanwhile({ [LOG]: '1\n2\n' });
    merged({ [LOG]: '1\n2\n3\n' });
    for (const args of [[], ['--each-commit']]) {
      expect(await judged(...args)).toMatchObject({ code: 0, rules: ['note ledger/grown'] });
    }
  });

  it('are refused where a line that landed is moved behind one of the branch', async () => {
    landed({ 'evalguard.yaml': POLICY, [LOG]: '1\n' }).commit('add', { [LOG]: '1\n3\n' });
    meanwhile({ [LOG]: '1\n2\n' });
    merged({ [LOG]: '1\n3\n2\n' });
    const { rules, ledger } = await judged('--each-commit');
    expect(rules).toEqual(['error ledger/row-changed']);
    expect(ledger[0]?.message).toContain('line 2: 2 -> 3.');
  });

  it('are refused where a merge leaves out a line of either', async () => {
    landed({ 'evalguard.yaml': POLICY, [LOG]: '1\n' }).commit('add', { [LOG]: '1\n3\n' });
    meanwhile({ [LOG]: '1\n2\n' });
    merged({ [LOG]: '1\n2\n4\n' });
    expect((await judged()).rules).toEqual(['note ledger/grown']);
    expect((await judged('--each-commit')).rules).toEqual([
      'error ledger/rewritten-in-range',
      'note ledger/grown',
    ]);
  });

  it('pass where git puts rows of both into a table, and fail where both bring one key', async () => {
    landed({ 'evalguard.yaml': POLICY, [BOARD]: rows(...LONG) }).commit('add', {
      [BOARD]: rows('new', ...LONG),
    });
    meanwhile({ [BOARD]: rows(...LONG, 'other') });
    expect(await judged()).toMatchObject({ code: 0, rules: ['note ledger/grown'] });
    meanwhile({ [BOARD]: rows(...LONG, 'new') });
    const { code, rules, ledger } = await judged();
    expect([code, rules]).toEqual([1, ['error ledger/changed-by-merge', 'note ledger/grown']]);
    expect(ledger.map(({ message }) => message).join()).toContain('two rows have the key "new"');
  });
});

describe('the commits of a range', () => {
  it('may not take a row away and put it back', async () => {
    landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a', 'b') }).commit('take', { [BOARD]: rows('a') });
    repository.commit('put back', { [BOARD]: rows('a', 'b', 'c') });
    expect((await judged()).rules).toEqual(['note ledger/grown']);
    expect((await judged('--each-commit')).rules).toEqual([
      'error ledger/rewritten-in-range',
      'note ledger/grown',
    ]);
  });

  it('may not delete a file and add it again', async () => {
    landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') }).remove(BOARD);
    repository.commit('delete');
    repository.commit('add again', { [BOARD]: rows('a', 'b') });
    expect((await judged('--each-commit')).rules).toContain('error ledger/rewritten-in-range');
  });

  it('may add to a file one after the other, also to one of the range', async () => {
    landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') }).commit('one', {
      [BOARD]: rows('a', 'b'),
      [LOG]: '1\n',
    });
    repository.commit('two', { [BOARD]: rows('c', 'a', 'b'), [LOG]: '1\n2\n' });
    expect((await judged('--each-commit')).rules).toEqual(['note ledger/grown']);
  });
});

it('judges what is staged as it judges commits', async () => {
  landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') }).write(BOARD, rows('b', 'a'));
  repository.git('add', '--all');
  const grown = await runCheck(repository.dir, ['--staged']);
  expect([grown.code, grown.report.changes.map(({ kind }) => kind)]).toEqual([0, ['grown']]);
  repository.write(BOARD, rows('b'));
  repository.git('add', '--all');
  const { report } = await runCheck(repository.dir, ['--staged']);
  const [finding] = report.findings.filter(({ severity }) => severity === 'error');
  expect(finding).toMatchObject({ rule: 'ledger/row-changed' });
  expect(finding?.message).toContain('a went.');
  expect(finding?.remedy).toContain('--source=HEAD');
});

it('keeps a retraction of what a file was before it grew, which says nothing of what it is now', async () => {
  landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') });
  repository.commit('retract', { 'results/board.csv.retraction-1.json': retractionOf(BOARD, rows('a')) });
  const retracted = await judged();
  expect(retracted.rules).toEqual([]);
  repository.git('switch', '-q', 'main');
  repository.git('merge', '-q', 'topic');
  repository.git('switch', '-qc', 'grown');
  repository.commit('grow', { [BOARD]: rows('a', 'b') });
  expect((await runCheck(repository.dir, ['--base', 'main'])).rules).toEqual([]);
  expect((await runCheck(repository.dir, ['--all'])).rules).toEqual([]);
  repository.commit('wrong', { 'results/board.csv.retraction-2.json': retractionOf(BOARD, rows('x')) });
  expect((await runCheck(repository.dir, ['--all'])).rules).toEqual(['retraction/digest']);
});

it('accuses nobody where a content cannot be read, and does not pass', async () => {
  landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') }).commit('grow', { [BOARD]: rows('a', 'b') });
  repository.lose(repository.git('rev-parse', `main:${BOARD}`));
  const { code, rules, report } = await judged();
  expect([code, rules]).toEqual([3, []]);
  expect(report.incomplete.map(({ path }) => path)).toContain(BOARD);
});

it('takes a file that is too large to be read for no growth', async () => {
  landed({ 'evalguard.yaml': `${POLICY}max_bytes: 30\n`, [BOARD]: rows('a') }).commit('grow', {
    [BOARD]: rows('a', 'b', 'c', 'd'),
  });
  const { rules, ledger } = await judged();
  expect(rules).toContain('error ledger/row-changed');
  expect(ledger.map(({ message }) => message).join()).toContain('it is larger than `max_bytes` (30 bytes)');
});

it('is strict about the executable bit, which comes with no row', async () => {
  landed({ 'evalguard.yaml': POLICY, [BOARD]: rows('a') }).write(BOARD, rows('a', 'b'));
  repository.git('add', '--all');
  repository.git('update-index', '--chmod=+x', BOARD);
  repository.git('commit', '-qm', 'both');
  expect((await judged()).rules).toEqual(['error ledger/modified']);
});

describe('growth that a change brings itself', () => {
  const files = { [BOARD]: rows('a') };
  const eval_series = 'rest: { files: "*.txt" }';
  it.each<[string, string | null, string, readonly string[]]>([
    [
      'by a setting of a series that stood',
      policy('board: { files: "board.csv" }'),
      POLICY,
      ['error ledger/modified', 'error policy/loosened'],
    ],
    [
      'by a new series that claims what landed',
      policy(eval_series),
      policy(eval_series, SERIES.board),
      ['error ledger/modified', 'error policy/loosened'],
    ],
    ['by a first policy', null, POLICY, ['error ledger/modified', 'error policy/loosened']],
    [
      'by wider files',
      policy(SERIES.board.replace('board.csv', 'other.csv')),
      POLICY,
      ['error ledger/modified', 'error policy/loosened'],
    ],
    [
      'by a key that is changed',
      policy(SERIES.board.replace('key: model', 'key: acc')),
      POLICY,
      ['error ledger/row-changed', 'error policy/loosened'],
    ],
  ])('is refused %s', async (_, before, after, expected) => {
    landed({ ...(before === null ? {} : { 'evalguard.yaml': before }), ...files });
    repository.commit('both', { 'evalguard.yaml': after, [BOARD]: 'model,acc\na,0.5\nb,0.5\n' });
    const { rules } = await judged();
    for (const rule of expected) expect(rules).toContain(rule);
  });

  it('is no loosening where nothing that landed may grow by it', async () => {
    landed({ 'evalguard.yaml': policy(eval_series), ...files }).commit('log', {
      'evalguard.yaml': policy(eval_series, SERIES.log),
      [LOG]: '1\n',
    });
    expect((await judged()).rules.filter((rule) => rule.startsWith('error'))).toEqual([]);
  });
});

it('compares a large table in linear time', async () => {
  const count = bulk(20_000, 100_000);
  const table = (from: number) =>
    `model,a,b,c\n${Array.from({ length: count }, (_, index) => `m${index + from},1,2,3\n`).join('')}`;
  landed({ 'evalguard.yaml': POLICY, [BOARD]: table(0) }).commit('add', {
    [BOARD]: `${table(0)}new,1,2,3\n`,
  });
  expect((await judged()).ledger[0]?.message).toContain('grew by 1 row');
  repository.commit('shift', { [BOARD]: table(1000) });
  expect((await judged()).ledger[0]?.message).toContain('m2 went; and 997 more.');
});
