import { afterEach, describe, expect, it } from 'vitest';
import { Directory, pathsAlike } from '../../../src/adapters/git/snapshot.ts';
import { runCheck } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';

type Files = Readonly<Record<string, string>>;
type Kinds = Readonly<Record<string, 'link' | 'submodule'>>;

const RECORD = 'results/run1.json';
const BASE: Files = { [RECORD]: '{"a":1}\n', 'README.md': 'x\n' };
const NAMES = ['ledger/name-collision', 'ledger/unportable-name'];

let repository: TestRepository;
afterEach(() => repository?.dispose());

/** A branch `head` that adds files to `base`; `tip` is what the base branch added meanwhile. */
function grown(
  added: Files,
  { base = BASE, tip = {}, kinds = {} }: { base?: Files; tip?: Files; kinds?: Kinds } = {},
) {
  repository = TestRepository.create();
  fastImport(repository, [
    { branch: 'base', files: base, kinds },
    { branch: 'head', from: 'base', files: { ...base, ...added }, kinds },
    ...(Object.keys(tip).length === 0 ? [] : [{ branch: 'base', files: { ...base, ...tip } }]),
  ]);
}

async function found(...args: string[]): Promise<[number, string[]]> {
  const { code, report } = await runCheck(repository.dir, args);
  const named = report.findings.filter(({ rule }) => NAMES.includes(rule));
  return [
    code,
    named.map(({ severity, path, data }) => `${severity} ${path}: ${data['others'] ?? data['misfit']}`),
  ];
}

const inDiff = () => found('--base', 'base', '--head', 'head');
const eachCommit = () => found('--base', 'base', '--head', 'head', '--each-commit');
const inAll = () => found('--all', '--head', 'head');
async function staged() {
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/base');
  repository.git('read-tree', 'head');
  return found('--staged');
}

const HIDES: readonly [string, string, string, Kinds][] = [
  ['a root link that folds like the ledger', 'Results', 'results', { Results: 'link' }],
  ['a root submodule that folds like the ledger', 'Results', 'results', { Results: 'submodule' }],
  ['a root file that folds like the ledger', 'RESULTS', 'results', {}],
  ['a file in a folder that folds like the ledger', 'resultſ/x.json', 'results', {}],
  ['a folder that folds like a record', 'results/RUN1.json/README.md', RECORD, {}],
  ['an exempt name over a record', 'results/.gitX', 'results/.gitx', {}],
  ['another case', 'results/Run1.json', RECORD, {}],
  ['the Kelvin sign', 'results/\u212Aey.json', 'results/key.json', {}],
  ['sharp s', 'results/STRASSE.json', 'results/straße.json', {}],
  ['capital sharp s', 'results/STRAẞE.json', 'results/straße.json', {}],
  ['another Unicode form', 'results/e\u0301.json', 'results/é.json', {}],
  ['an invisible character', 'results/run1.js\u200Con', RECORD, {}],
  ['a byte order mark', 'results/\uFEFFrun1.json', RECORD, {}],
  ['a trailing dot', 'results/run1.json.', RECORD, {}],
  ['a trailing space', 'results/run1.json ', RECORD, {}],
  ['a folder with a trailing dot', 'results./x.json', 'results', {}],
  ['a stream of a record', 'results/run1.json:x', RECORD, {}],
  ['the stream that is the record', 'results/run1.json::$DATA', RECORD, {}],
  ['the stream that is the folder', 'results:$I30:$INDEX_ALLOCATION/x.json', 'results', {}],
  ['a backslash', 'results\\run1.json', `results,${RECORD}`, {}],
  ['a backslash below the ledger', 'results/sub\\a.json', 'results/sub,results/sub/a.json', {}],
  ['a short name of a record', 'results/EVAL-2~1.JSO', 'results/eval-2026-01-01-run1.json', {}],
  ['a short name with a hash', 'results/ev1A2B~1.jso', 'results/eval-2026-01-01-run1.json', {}],
  ['a folder that is a short name', 'results/lon~1.dir/x', 'results/lon.directory', {}],
];

describe('a name that hides a record on some system (A4)', () => {
  const more: Files = {
    ...BASE,
    'results/.gitx': 'x\n',
    'results/key.json': '{}\n',
    'results/straße.json': '{}\n',
    'results/é.json': '{}\n',
    'results/sub/a.json': '{}\n',
    'results/eval-2026-01-01-run1.json': '{}\n',
    'results/lon.directory/a.json': '{}\n',
  };

  it.each(HIDES)('%s: %s', async (_, path, others, kinds) => {
    grown({ [path]: 'x\n' }, { base: more, kinds });
    const expected = others.split(',').map((other) => expect.stringContaining(other));
    for (const [code, findings] of [await inDiff(), await eachCommit(), await staged()]) {
      expect(code).toBe(1);
      const text = findings.filter((line) => line.startsWith(`error ${path}: `)).join('\n');
      for (const other of expected) expect(text).toEqual(other);
    }
    const [code, findings] = await inAll();
    expect(code).toBe(1);
    expect(findings.join('\n')).toMatch(/^error /m);
  });

  it.each<[string, Kinds, string, string]>([
    ['a link of that name, where the ledger stands deeper', { Evals: 'link' }, 'Evals', 'evals/results'],
    ['a submodule of that name', { EVALS: 'submodule' }, 'EVALS', 'evals/results'],
    ['a folder of that name', {}, 'Evals/notes.md', 'evals/results'],
    ['a short name of that folder', { 'EVALUA~1': 'link' }, 'EVALUA~1', 'evaluations/results'],
  ])('a parent of the ledger: %s', async (_, kinds, path, directory) => {
    const base = {
      'evalguard.yaml': `version: 1\nledger: [${directory}]\n`,
      [`${directory}/a.json`]: '{}\n',
    };
    grown({ [path]: 'x\n' }, { base, kinds });
    const [parent] = directory.split('/');
    for (const [code, findings] of [await inDiff(), await staged()]) {
      expect([code, findings]).toEqual([1, [`error ${path}: ${parent}`]]);
    }
    expect(await inAll()).toEqual([1, [`error ${parent}: ${path.split('/')[0]}`]]);
  });

  it('an exempt name over a record', async () => {
    const base = {
      'evalguard.yaml': 'version: 1\nexempt: ["**/latest.json"]\n',
      'results/Latest.json': '{}\n',
    };
    grown({ 'results/latest.json': '{}\n' }, { base });
    expect(await inDiff()).toEqual([1, ['error results/latest.json: results/Latest.json']]);
    expect(await staged()).toEqual([1, ['error results/latest.json: results/Latest.json']]);
    expect(await inAll()).toEqual([
      1,
      ['error results/Latest.json: results/latest.json', 'error results/latest.json: results/Latest.json'],
    ]);
  });

  it("what only the base branch's tip holds", async () => {
    grown({ 'results/New.json': '{}\n' }, { tip: { 'results/new.json': '{"b":1}\n' } });
    expect(await inDiff()).toEqual([1, ['error results/New.json: results/new.json']]);
  });

  it('what only the tip holds, behind a folder of another case', async () => {
    grown({ 'results/Sub/x.txt': '1\n' }, { tip: { 'results/sub': '2\n' } });
    expect(await inDiff()).toEqual([1, ['error results/Sub/x.txt: results/sub']]);
  });

  it('a directory that the policy names before anything stands there', async () => {
    const base = { 'evalguard.yaml': 'version: 1\nledger: [results]\n', 'README.md': 'x\n' };
    grown({ Results: 'elsewhere' }, { base, kinds: { Results: 'link' } });
    expect(await inDiff()).toEqual([1, ['error Results: results']]);
  });

  it('a folder that is new is reported once, however many files it has', async () => {
    grown({ 'Results/a.txt': '1\n', 'Results/b.txt': '2\n', 'Results/c/d.txt': '3\n' });
    expect(await inDiff()).toEqual([1, ['error Results/a.txt: results']]);
  });
});

describe('a name that some system reads alike, and that hides nothing (A4)', () => {
  it.each([
    ['outside the ledger', { 'src/A.ts': '1\n' }, { ...BASE, 'src/a.ts': '2\n' }],
    ['beside the parent of the ledger', { 'lib/Results/a.txt': '1\n' }, BASE],
    [
      'in a folder that stands in two spellings already',
      { 'Evals/b.md': '1\n' },
      {
        'evalguard.yaml': 'version: 1\nledger: [evals/results]\n',
        'evals/results/a.json': '{}\n',
        'Evals/a.md': '1\n',
      },
    ],
    [
      'two streams of one name, as in HELM',
      { 'results/mmlu:b/x.json': '{}\n' },
      { ...BASE, 'results/mmlu:a/x.json': '{}\n' },
    ],
    ['a name that is as short as it looks', { 'results/RUN~1.JSN': '1\n' }, BASE],
    ['a longer name', { 'results/run10.json': '{}\n' }, BASE],
    ['a name that begins like the ledger', { 'results2/x.json': '{}\n' }, BASE],
  ] as const)('%s', async (_, added, base) => {
    grown(added as Files, { base: base as Files });
    const findings = [await inDiff(), await staged()].flatMap(([, all]) => all);
    expect(findings.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('an exempt file that takes another case', async () => {
    repository = TestRepository.create();
    fastImport(repository, [
      { branch: 'base', files: { ...BASE, 'results/readme.md': 'x\n' } },
      { branch: 'head', from: 'base', files: { ...BASE, 'results/README.md': 'x\n' } },
    ]);
    expect(await inDiff()).toEqual([0, []]);
    expect(await staged()).toEqual([0, []]);
  });
});

describe('a name that does not fit Windows (A4)', () => {
  const ODD: readonly [string, string][] = [
    ['results/a\\b.txt', 'character'],
    ['results/aux.txt', 'device'],
    ['results/CON', 'device'],
    ['results/com¹.txt', 'device'],
    ['results/LPT9.a.txt', 'device'],
    ['results/nul', 'device'],
    ['results/x?.txt', 'character'],
    ['results/x*.txt', 'character'],
    ['results/a<b', 'character'],
    ['results/a"b', 'character'],
    ['results/a|b', 'character'],
    ['results/a\u0007b', 'character'],
    ['results/10:11.txt', 'character'],
    ['results/a.', 'ending'],
    ['results/a ', 'ending'],
    ['results/mmlu:model=x/run.txt', 'character'],
    ['results/prn/x.txt', 'device'],
    ['results/README.md/con.txt', 'device'],
  ];

  it.each(ODD)(
    '%j is a warning, and an error where the policy asks for portable names',
    async (path, misfit) => {
      grown({ [path]: '1\n' });
      const [code, findings] = await inDiff();
      expect([code, findings]).toEqual([0, [`warning ${path}: ${misfit}`]]);
      expect(await staged()).toEqual([code, findings]);
      const [whole, standing] = await inAll();
      expect([whole, standing.length]).toEqual([0, 1]);
      repository.dispose();
      grown({ [path]: '1\n' }, { base: { ...BASE, 'evalguard.yaml': 'version: 1\nportable: true\n' } });
      for (const [code, findings] of [await inDiff(), await staged(), await inAll()]) {
        expect([code, findings.length, findings[0]]).toEqual([1, 1, expect.stringMatching(/^error /)]);
      }
    },
  );

  it.each([
    'results/auxiliary.json',
    'results/console.txt',
    'results/a=b.txt',
    'results/com10.txt',
    'results/.hidden',
    'results/日本.txt',
    'src/aux.c',
  ])('%j fits', async (path) => {
    grown({ [path]: '{}\n' });
    expect((await inDiff())[1]).toEqual([]);
  });

  it('warns once of a folder, and not of one that has landed', async () => {
    grown({ 'results/a:b/1.txt': '1\n', 'results/a:b/2.txt': '2\n' });
    expect((await inDiff())[1]).toEqual(['warning results/a:b/1.txt: character']);
    repository.dispose();
    grown({ 'results/a:b/2.txt': '2\n' }, { base: { ...BASE, 'results/a:b/1.txt': '1\n' } });
    expect((await inDiff())[1]).toEqual([]);
  });

  it('refuses a name that is too long for any system', async () => {
    grown({ [`results/${'x'.repeat(256)}`]: '1\n' });
    expect((await inDiff())[0]).toBe(1);
    repository.dispose();
    grown({ [`results/${'é'.repeat(128)}`]: '1\n' });
    expect((await inDiff())[0]).toBe(1);
    repository.dispose();
    grown({ [`results/${'xxxx/'.repeat(900)}y`]: '1\n' });
    expect((await inDiff())[0]).toBe(1);
    repository.dispose();
    // So deep no tree is believed at all.
    grown({ [`results/${'x/'.repeat(2100)}y`]: '1\n' });
    expect((await inDiff())[0]).toBe(3);
  });
});

it('folders that all stand in two spellings are not all looked into (A4)', async () => {
  let opened = 0;
  const twice = new Directory(
    ['a', 'A'].map((name) => ({ name, entry: { oid: '1'.repeat(40), kind: 'directory' } })),
  );
  const children = async () => {
    opened += 1;
    return twice;
  };
  const found = await pathsAlike({ id: 'empty', children }, Array(40).fill('a').join('/'));
  expect(found[0]).toEqual({ path: 'A', of: 'a' });
  expect(opened).toBeLessThan(2000);
});
