import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

const POLICY = 'version: 1\nseries:\n  eval: { files: "eval-*.json" }\n';
const ROWS = [
  { id: 'a', scores: { passed: true, recall: 0.25 }, output: 'yes' },
  { id: 'b', scores: { passed: false, recall: 0.5 }, output: 'no' },
];
const RUN = {
  suite: 'eval',
  date: '2026-09-01',
  routing: 'corpus',
  run: 1,
  generated_at: '2026-09-01T08:00:00Z',
};
const RESULT = {
  schema: 'evalguard.result/v1',
  ...RUN,
  metrics_version: 1,
  method: { limits: {} },
  models: { agent: 'acme:reader-2' },
  results: ROWS,
};
const of = (parts: object = {}, space = 2) => `${JSON.stringify({ ...RESULT, ...parts }, null, space)}\n`;
const OLD = 'results/2026-09/eval-2026-09-01-corpus-run1.json';
const NEW = 'results/2026-10/eval-2026-10-01-corpus-run1.json';
const dated = { date: '2026-10-01', generated_at: '2026-10-01T08:00:00Z' };

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

function land(files: Readonly<Record<string, string>>): void {
  repository.commit('Records', { 'evalguard.yaml': POLICY, ...files });
  repository.git('switch', '--quiet', '--create', 'topic');
}

async function duplicates(files: Readonly<Record<string, string>>, args = ['--base', 'main']) {
  if (Object.keys(files).length > 0) repository.commit('a run', files);
  const { report } = await runCheck(repository.dir, args);
  return report.findings
    .filter(({ rule }) => rule === 'result/duplicate-evidence')
    .map(({ severity, path, data }) => `${severity} ${path} ${data['by']} ${data['other']} ${data['count']}`);
}

function retraction(path: string, content: string): Record<string, string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const record = {
    schema: 'evalguard.retraction/v1',
    of: { path, sha256 },
    reason: 'wrong index',
    date: '2026-09-29',
  };
  return { [path.replace('.json', '.retraction-1.json')]: `${JSON.stringify(record)}\n` };
}

describe('the evidence of an older record under another name (A8)', () => {
  it.each([
    ['the same bytes', of(), 'bytes'],
    ['another date', of(dated), 'content'],
    ['another run number', of({ run: 2 }), 'content'],
    [
      'another suite, routing and variant',
      of({ ...dated, suite: 's', routing: 'web', variant: 'v' }),
      'content',
    ],
    [
      'reordered keys',
      `${JSON.stringify(Object.fromEntries(Object.entries({ ...RESULT, ...dated }).reverse()))}\n`,
      'content',
    ],
    ['other whitespace', of(dated, 0), 'content'],
    ['rows in another order', of({ ...dated, results: [...ROWS].reverse() }), 'content'],
  ])('is found: %s', async (_, content, by) => {
    land({ [OLD]: of() });
    expect(await duplicates({ [NEW]: content })).toEqual([`warning ${NEW} ${by} ${OLD} 1`]);
  });

  it('is found by the file that it was made from, whatever else differs', async () => {
    const source = { format: 'promptfoo', sha256: 'a'.repeat(64) };
    land({ [OLD]: of({ source }) });
    const rows = [{ ...ROWS[0], output: 'maybe' }, ROWS[1]];
    expect(await duplicates({ [NEW]: of({ ...dated, source, results: rows }) })).toEqual([
      `warning ${NEW} source ${OLD} 1`,
    ]);
  });

  it('is found between two names of one range, in the index, and in the whole ledger', async () => {
    land({ 'results/README.md': 'x' });
    const all = { [OLD]: of(), [NEW]: of(dated) };
    expect(await duplicates(all)).toEqual([`warning ${NEW} content ${OLD} 1`]);
    expect(await duplicates({}, ['--all'])).toEqual([`warning ${NEW} content ${OLD} 1`]);
    repository.git('reset', '--quiet', '--soft', 'main');
    expect(await duplicates({}, ['--staged'])).toEqual([`warning ${NEW} content ${OLD} 1`]);
  });

  it('is found by bytes wherever the ledger holds them, also where no series and no predecessor leads there', async () => {
    const far = 'results/archive/2024/x/old.json';
    land({ [far]: of(), [OLD]: of({ results: [{ id: 'z', scores: { passed: true } }] }) });
    expect(await duplicates({ [NEW]: of() })).toEqual([`warning ${NEW} bytes ${far} 1`]);
  });

  it('is one finding for any number of repetitions', async () => {
    land({ [OLD]: of() });
    const names = [1, 2, 3].map((run) => `results/eval-2026-10-01-corpus-run${run}.json`);
    const files = Object.fromEntries(names.map((name, at) => [name, of({ ...dated, run: at + 1 })]));
    expect(await duplicates(files)).toEqual([`warning ${names[0]} content ${OLD} 3`]);
  });

  it('is found with baseline and candidate swapped', async () => {
    const rows = (recall: number) => ({ results: [{ id: 'a', scores: { recall } }] });
    const pair = (one: number, other: number, extra = {}) =>
      of({ ...rows(one), candidate: rows(other), ...extra });
    land({ [OLD]: pair(0.2, 0.7) });
    expect(await duplicates({ [NEW]: pair(0.7, 0.2, dated) })).toEqual([`warning ${NEW} content ${OLD} 1`]);
  });

  it('is a note for scripted runs', async () => {
    land({ [OLD]: of({ mode: 'scripted' }) });
    expect(await duplicates({ [NEW]: of({ ...dated, mode: 'scripted' }) })).toEqual([
      `note ${NEW} content ${OLD} 1`,
    ]);
  });
});

describe('what repeats nothing (A8)', () => {
  const unmeasured = { status: 'unmeasured', reason: 'target_quota: 429', results: [] };
  it.each([
    [
      'a run with another score',
      of(),
      of({ ...dated, results: [{ ...ROWS[0], scores: { passed: true, recall: 0.3 } }, ROWS[1]] }),
    ],
    [
      'a run with equal scores and other outputs',
      of(),
      of({ ...dated, results: [{ ...ROWS[0], output: 'yes!' }, ROWS[1]] }),
    ],
    [
      'an equal run of another commit',
      of({ code: { commit: 'a'.repeat(40) } }),
      of({ ...dated, code: { commit: 'b'.repeat(40) } }),
    ],
    ['runs that were not measured', of(unmeasured), of(unmeasured)],
    [
      'runs in which no case was measured',
      of({ results: [{ id: 'a', scores: { passed: null }, unmeasured: { passed: 'target_error' } }] }),
      of({
        ...dated,
        results: [{ id: 'a', scores: { passed: null }, unmeasured: { passed: 'target_error' } }],
      }),
    ],
  ])('%s', async (_, old, added) => {
    land({ [OLD]: old });
    expect(await duplicates({ [NEW]: added })).toEqual([]);
  });

  it('pictures, an exempt copy, and the arms of one file that are a record each', async () => {
    land({
      [OLD]: of(),
      'results/a.png': 'x',
      'evalguard.yaml': `${POLICY}exempt: ["results/latest.json"]\n`,
    });
    const source = { format: 'promptfoo', sha256: 'b'.repeat(64) };
    const rows = (recall: number) => [{ id: 'a', scores: { recall } }];
    expect(
      await duplicates({
        'results/b.png': 'x',
        'results/latest.json': of(),
        'results/eval-2026-10-02-one-run1.json': of({
          date: '2026-10-02',
          routing: 'one',
          source,
          results: rows(0.1),
        }),
        'results/eval-2026-10-02-two-run1.json': of({
          date: '2026-10-02',
          routing: 'two',
          source,
          results: rows(0.9),
        }),
      }),
    ).toEqual([]);
  });

  it.each(['before', 'with it'] as const)(
    'a result that was retracted and is recorded again: %s',
    async (when) => {
      const gone = retraction(OLD, of());
      land({ [OLD]: of(), ...(when === 'before' ? gone : {}) });
      const again = { [NEW]: of(), ...(when === 'before' ? {} : gone) };
      expect(await duplicates(again)).toEqual([]);
      expect(await duplicates({}, ['--all'])).toEqual([]);
    },
  );
});
