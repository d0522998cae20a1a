import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const POLICY = `version: 1
ledger: [results, benchmarks]
series:
  rag: { files: "rag_*.json", thresholds: { passed: { min: 0.8, enforce: true } } }
  own: { files: "own_*.json", format: { metrics: /summary }, thresholds: { accuracy: { min: 0.8, enforce: true } } }
`;
const NEW = 'results/new-2026-09-28-default-run1.json';
const GOOD = nativeResult([true, true, true]);
const BAD = nativeResult([false, false, true]);
const OWN = '{"summary": {"accuracy": 0.2}}\n';
const YAML = `schema: evalguard.result/v1
metrics_version: 1
method: { limits: {} }
models: { agent: "acme:reader-2" }
results: [{ id: a, scores: { passed: false } }]
`;
const PROMPTFOO = readFileSync(new URL('../../fixtures/promptfoo/run.json', import.meta.url), 'utf8');

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('Records', {
    'evalguard.yaml': POLICY,
    'results/rag_eval-2026-09-27-default-run1.json': GOOD,
    'benchmarks/README.md': 'Benchmarks\n',
  });
  repository.git('switch', '--quiet', '--create', 'topic');
});
afterEach(() => repository.dispose());

async function unclaimed(files: Readonly<Record<string, string>>, args = ['--base', 'main']) {
  repository.commit('a run', files);
  const { code, report } = await runCheck(repository.dir, args);
  const found = report.findings.filter(({ rule }) => rule === 'result/unclaimed');
  return [code, ...found.map(({ severity, path }) => `${severity} ${path}`)];
}

describe('an added result that no series claims, where a series is enforced (D1)', () => {
  it.each([
    ['a name of its own', NEW, BAD],
    ['a name one letter off', 'results/rag-2.json', BAD],
    ['a subfolder', 'results/sub/dir/new.json', BAD],
    ['another ledger directory', 'benchmarks/new.json', BAD],
    ['the ending of YAML', 'results/rag_2.yaml', YAML],
    ['the ending of JSON Lines', 'results/rag_2.jsonl', `${JSON.stringify(JSON.parse(BAD))}\n`],
    ['the ending of a text', 'results/rag_2.json.txt', BAD],
    ['no ending', 'results/rag_2', BAD],
    ['another tool’s file', 'results/promptfoo.json', PROMPTFOO],
    ['own JSON that the mapping of a series would have read', 'results/owm_2.json', OWN],
    ['own JSON under another ending', 'results/own_2.txt', OWN],
  ])('is an error: %s', async (_, path, content) => {
    expect(await unclaimed({ [path]: content })).toEqual([1, `error ${path}`]);
  });

  it('is an error of `result/name` in another case', async () => {
    repository.commit('a run', { 'results/RAG_2.json': BAD });
    expect((await runCheck(repository.dir, ['--base', 'main'])).rules).toEqual(['result/name']);
  });

  it('is an error in the index and in each commit too, and a note once it has landed', async () => {
    repository.write(NEW, BAD);
    repository.git('add', '-A');
    expect((await runCheck(repository.dir, ['--staged'])).rules).toEqual(['result/unclaimed']);
    expect(await unclaimed({}, ['--base', 'main', '--each-commit'])).toEqual([1, `error ${NEW}`]);
    expect((await unclaimed({ 'results/README.md': '' }, ['--all'])).slice(1)).toEqual([`note ${NEW}`]);
  });

  it.each([
    [
      'a picture, a log, a page',
      { 'results/a.png': '\u0089PNG\r\n', 'results/a.log': 'ok\n', 'results/a.html': '<p>' },
    ],
    ['files of HELM', { 'results/helm/run:model=x/stats.json': '[{"name": {"name": "em"}, "mean": 0.2}]' }],
    [
      'a JSON file that is no result',
      { 'results/config.json': '{"port": 80}', 'results/x.jsonl': '{"a": 1}\n{"a": 2}\n' },
    ],
    ['a report of evalguard itself', { 'results/report.json': '{"schema": "evalguard.report/v1"}' }],
    ['a claimed result', { 'results/rag_eval-2026-09-28-default-run1.json': GOOD }],
  ])('passes %s', async (_, files) => {
    const found = await unclaimed(files);
    expect(found.slice(1)).toEqual([]);
  });

  it('passes raw output beside the record that was made from it', async () => {
    const sha256 = createHash('sha256').update(PROMPTFOO).digest('hex');
    const record = nativeResult([true, true, true], { source: { format: 'promptfoo', sha256 } });
    expect(
      await unclaimed({
        'results/raw/out.json': PROMPTFOO,
        'results/rag_eval-2026-09-28-default-run1.json': record,
      }),
    ).toEqual([0]);
  });

  it('is a note where the same change adds a series for it after the others', async () => {
    const series = `${POLICY}  new: { files: "new*.json" }\n`;
    expect(await unclaimed({ 'evalguard.yaml': series, [NEW]: BAD })).toEqual([0, `note ${NEW}`]);
  });

  it('passes a retraction of a result', async () => {
    const sha256 = createHash('sha256').update(GOOD).digest('hex');
    const retraction = {
      schema: 'evalguard.retraction/v1',
      of: { path: 'results/rag_eval-2026-09-27-default-run1.json', sha256 },
      reason: 'wrong index',
      date: '2026-09-28',
    };
    const files = {
      'results/rag_eval-2026-09-27-default-run1.retraction-1.json': `${JSON.stringify(retraction)}\n`,
    };
    expect((await unclaimed(files)).slice(1)).toEqual([]);
  });
});

describe('an added result that no series claims, elsewhere (D1)', () => {
  it.each([
    [
      'is a warning where no series is enforced',
      'version: 1\nseries: { rag: { files: "rag_*.json" } }\n',
      [`warning ${NEW}`],
    ],
    ['says nothing where the policy has no series', 'version: 1\nledger: [results]\n', []],
  ])('%s', async (_, policy, expected) => {
    repository.git('switch', '--quiet', 'main');
    repository.commit('policy', { 'evalguard.yaml': policy });
    repository.git('switch', '--quiet', '--create', 'other');
    expect(await unclaimed({ [NEW]: BAD })).toEqual([0, ...expected]);
  });

  it('says nothing where the first series comes together with its result', async () => {
    const first = TestRepository.create();
    try {
      first.commit('code', { 'a.txt': 'a' });
      first.git('switch', '--quiet', '--create', 'topic');
      first.commit('set up', {
        'evalguard.yaml': POLICY.replace(', benchmarks', ''),
        'results/rag_eval-2026-09-27-default-run1.json': GOOD,
      });
      const { report } = await runCheck(first.dir, ['--base', 'main']);
      expect([report.exit_code, report.findings.filter(({ rule }) => rule === 'result/unclaimed')]).toEqual([
        0,
        [],
      ]);
    } finally {
      first.dispose();
    }
  });
});
