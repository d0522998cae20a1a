import { afterEach, describe, expect, it } from 'vitest';
import { bound, retractionOf } from '../../support/citation.ts';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-09-28-corpus-run1.json';
const POLICY = 'version: 1\ncitations: ["README.md", "docs/**/*.md"]\n';
const TEN = nativeResult(Array.from({ length: 10 }, () => true));

let repository: TestRepository;
afterEach(() => repository.dispose());

/** A repository whose README cites a run of 10/10, on branch `change`. */
function cited(
  readme = `It passed ${bound('10/10', `${RECORD} passed`)}.\n`,
  files: Record<string, string> = {},
) {
  repository = TestRepository.create();
  repository.commit('start', { 'evalguard.yaml': POLICY, [RECORD]: TEN, 'README.md': readme, ...files });
  repository.git('checkout', '--quiet', '-b', 'change');
}

async function found(...args: string[]) {
  const { report, ...ran } = await runCheck(repository.dir, args.length > 0 ? args : ['--base', 'main']);
  const told = report.findings
    .filter(({ rule }) => rule.startsWith('citation/'))
    .map(({ rule, path, line, column, message }) => `${rule} ${path}:${line}:${column} ${message}`);
  return { ...ran, report, told };
}

describe('the origin story', () => {
  const readme = `It passed ${bound('10/10', `${RECORD} passed`)}, a rate of ${bound('1.0', `${RECORD} passed`)}.\n`;
  const failed = nativeResult([], {
    results: Array.from({ length: 10 }, (_, index) => ({
      id: `case-${index + 1}`,
      error: { kind: 'target_quota', message: '429' },
      scores: { passed: null },
    })),
  });

  it('a run that README cites is overwritten by a failed one: the check refuses, and names the numbers', async () => {
    cited(readme);
    repository.commit('Polish the front end', { [RECORD]: failed });
    const { code, told, rules } = await found();
    expect(code).toBe(1);
    expect(rules).toEqual(['citation/stale', 'ledger/modified']);
    expect(told).toEqual([
      expect.stringMatching(
        /^citation\/stale README\.md:1:\d+ The text says 10\/10, but passed in results\/.* is n\/a \(unmeasured\) \(target_quota/,
      ),
      expect.stringMatching(
        /^citation\/stale README\.md:1:\d+ The text says 1\.0, but passed .* n\/a \(unmeasured\)/,
      ),
    ]);
  });

  it('what was forced in is found by --all', async () => {
    cited(readme);
    repository.commit('Polish the front end', { [RECORD]: failed });
    const { code, rules } = await found('--all');
    expect([code, rules]).toEqual([1, ['citation/stale']]);
  });
});

it('a page that is right passes, and a range that touches neither page nor record reads nothing', async () => {
  cited();
  repository.commit('more', { 'results/eval-2026-09-29-corpus-run1.json': TEN });
  expect((await found()).code).toBe(0);
  repository.commit('say it', { 'README.md': `Now ${bound('100 %', `${RECORD} passed as percent`)}.\n` });
  expect(await found()).toMatchObject({ code: 0, told: [] });
});

describe('a page that the range changes', () => {
  it('K121 a number that no record proves fails, with its path', async () => {
    cited();
    const claim = bound('44.6 %', 'results/eval-2026-06-04-corpus-run1.json passed as percent');
    repository.commit('claim', { 'docs/board/top.md': `# Board\n\n| a |\n| --- |\n| ${claim} |\n` });
    const { code, told } = await found();
    expect(code).toBe(1);
    expect(told).toEqual([
      expect.stringMatching(
        /^citation\/broken docs\/board\/top\.md:5:\d+ The text \(44\.6 %\) cites passed in results\/eval-2026-06-04-corpus-run1\.json, and there is no such file/,
      ),
    ]);
  });

  it('K121 a number that the record denies fails', async () => {
    cited();
    repository.commit('claim', { 'README.md': `${bound('44.6 %', `${RECORD} passed`)}\n` });
    expect((await found()).told).toEqual([
      expect.stringMatching(/^citation\/stale README\.md.* The text says 44\.6 %, but passed .* is 100\.0 %/),
    ]);
  });

  it('K122 a table that cites a file which never existed fails; it is not skipped', async () => {
    cited();
    repository.commit('table', { 'README.md': `| a |\n| - |\n| ${bound('9', 'runs/x.json /n')} |\n` });
    const { code, rules } = await found();
    expect([code, rules]).toEqual([1, ['citation/broken']]);
  });

  it('a link is a citation too, and records of another file type are cited by pointer', async () => {
    cited(undefined, { 'results/numbers.json': '{ "a": { "b": 0.9049, "none": null } }' });
    repository.commit('link', {
      'docs/a.md': `[0.9](../results/numbers.json#evalguard:/a/b) and [0.91](../results/numbers.json#evalguard:/a/b)
and ${bound('0', 'results/numbers.json /a/none')}.\n`,
    });
    expect((await found()).told).toEqual([
      expect.stringMatching(/^citation\/stale docs\/a\.md:1:\d+ The text says 0\.91, but \/a\/b .* is 0\.90/),
      expect.stringMatching(
        /^citation\/stale docs\/a\.md:2:\d+ The text says 0, but .* is n\/a \(unmeasured\)/,
      ),
    ]);
  });

  it('a file outside the ledger proves nothing, nor does a link to one', async () => {
    cited(undefined, { 'elsewhere/a.json': '{ "x": 1 }' });
    repository.commit('cite', { 'README.md': `a ${bound('1', 'elsewhere/a.json /x')}\n` });
    expect((await found()).told).toEqual([expect.stringContaining('which is not in the ledger')]);
  });

  it('pages that the policy does not name are not read', async () => {
    cited();
    repository.commit('note', { 'notes/a.md': `a ${bound('1', 'results/none.json x')}\n` });
    expect(await found()).toMatchObject({ code: 0, told: [] });
  });
});

describe('a page that the range leaves alone', () => {
  it('is found where the range takes its record away, but old faults are not held against it', async () => {
    const old = bound('3', 'results/none.json x');
    cited(undefined, {
      'docs/old.md': `a ${old}\n`,
      'docs/a.md': `b ${bound('1.0', `${RECORD} passed`)} ${old}\n`,
    });
    repository.remove(RECORD);
    repository.commit('clean up');
    const { told, rules } = await found();
    expect(rules).toEqual(['citation/broken', 'ledger/deleted']);
    expect(told).toEqual([
      expect.stringMatching(/README\.md:1:.* and this change takes the record away/),
      expect.stringMatching(/docs\/a\.md:1:.* and this change takes the record away/),
    ]);
  });

  it('is found where the range renames its record', async () => {
    cited();
    repository.git('mv', RECORD, 'results/eval-2026-09-28-corpus-run2.json');
    repository.commit('rename');
    expect((await found()).rules).toEqual(['citation/broken', 'ledger/renamed']);
  });

  it('K126 is found where the range retracts its record, whatever the retraction is called', async () => {
    cited();
    repository.commit('retract', {
      'results/oops.json': retractionOf(RECORD, TEN, 'the answer key had leaked'),
    });
    const { told, code } = await found();
    expect(code).toBe(1);
    expect(told).toEqual([
      expect.stringMatching(
        /^citation\/retracted README\.md:1:.* which results\/oops\.json retracts: the answer key/,
      ),
    ]);
  });
});

it('K126 a new citation of a record that was retracted before is found by the retraction beside it', async () => {
  const beside = RECORD.replace('.json', '.retraction-1.json');
  cited('nothing\n', { [beside]: retractionOf(RECORD, TEN, 'leaked', 'results/b.json') });
  repository.commit('cite', { 'README.md': `a ${bound('10/10', `${RECORD} passed`)}\n` });
  const { told } = await found();
  expect(told).toEqual([expect.stringMatching(/^citation\/retracted README\.md:1:/)]);
});

it('--staged judges the pages of the index, not those of the work tree', async () => {
  cited();
  repository.write('README.md', `a ${bound('9/10', `${RECORD} passed`)}\n`);
  expect((await found('--staged')).told).toEqual([]);
  repository.git('add', '--all');
  repository.write('README.md', `a ${bound('10/10', `${RECORD} passed`)}\n`);
  const { code, told } = await found('--staged');
  expect(code).toBe(1);
  expect(told).toEqual([expect.stringMatching(/^citation\/stale README\.md:1:\d+ The text says 9\/10/)]);
});

it('--all judges every page, and a policy without citations reads none', async () => {
  cited(`a ${bound('3', 'results/none.json x')}\n`);
  expect((await found('--all')).rules).toEqual(['citation/broken']);
  repository.commit('no citations', { 'evalguard.yaml': 'version: 1\n' });
  expect((await found('--all')).rules).toEqual([]);
});

it('reads a page whatever the case of its ending, and a number that is shown as another one (A13)', async () => {
  cited(undefined, { 'docs/A.MD': 'x\n', 'docs/b.Md': 'x\n' });
  repository.commit('Cite', {
    'docs/A.MD': `It passed ${bound('9/10', `${RECORD} passed`)}.\n`,
    'docs/b.Md': `It passed 0.${bound('1', `${RECORD} passed`)}.\n`,
  });
  const { code, told } = await found();
  expect(code).toBe(1);
  expect(told).toEqual([
    expect.stringMatching(/^citation\/stale docs\/A\.MD:1:/),
    expect.stringMatching(/^citation\/broken docs\/b\.Md:1:.* The page shows "0\.1", and only "1"/),
  ]);
});
