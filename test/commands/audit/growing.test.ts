import { afterEach, describe, expect, it } from 'vitest';
import { runAudit } from '../../support/audit.ts';
import { runCheck } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';
import { type HistoryPlan, tableHistory } from '../../support/table-history.ts';

let repository: TestRepository;
afterEach(() => repository.dispose());

const SERIES: Readonly<Record<HistoryPlan['shape'], string>> = {
  csv: 'files: "board.csv", grows: rows, key: "", ignore: rank',
  yaml: 'files: "board.yml", grows: rows, key: [model]',
  json: 'files: "board.json", grows: rows, rows: /entries, ignore: [rank, /updated_at]',
};
const FILES = { csv: 'board.csv', yaml: 'board.yml', json: 'board.json' } as const;

/** A repository with the policy and one version of a file after the other. */
function history(series: string, file: string, versions: readonly string[]): readonly string[] {
  repository = TestRepository.create();
  const policy = { 'evalguard.yaml': `version: 1\nseries: { board: { ${series} } }\n` };
  fastImport(
    repository,
    versions.map((text) => ({
      branch: 'main',
      files: { ...policy, [`results/${file}`]: text },
    })),
  );
  return repository.git('rev-list', '--reverse', 'main').split('\n');
}

describe('a history of a table', () => {
  it.each<[HistoryPlan]>([
    [{ shape: 'csv', commits: 82, adding: 43, seed: 1 }],
    [{ shape: 'yaml', commits: 182, adding: 101, seed: 2 }],
    [{ shape: 'json', commits: 39, adding: 0, seed: 3 }],
  ])(
    'names the rows of the commits that changed some, and none of those that only added: %j',
    async (plan) => {
      const { shape, commits, adding } = plan;
      const made = tableHistory(plan);
      expect(made.commits.filter(({ broken }) => broken.length === 0)).toHaveLength(adding);
      const oids = history(SERIES[shape], FILES[shape], [
        made.first,
        ...made.commits.map(({ text }) => text),
      ]);
      const { audit } = await runAudit(repository.dir);
      const losses = audit.records.flatMap((record) => record.losses);
      const told = new Map(losses.map((loss) => [loss.commit.oid, loss]));
      expect(losses).toHaveLength(commits - adding);
      expect(audit.incomplete).toEqual([]);
      for (const [index, { broken }] of made.commits.entries()) {
        const loss = told.get(oids[index + 1]!);
        expect(loss === undefined).toBe(broken.length === 0);
        if (loss === undefined) continue;
        expect([loss.rule, loss.status]).toEqual(['ledger/row-changed', 'lost']);
        for (const { name } of loss.changed) expect(broken.some((key) => name.startsWith(key))).toBe(true);
        expect(
          new Set(
            loss.changed.map(({ name }) => broken.find((key) => name === key || name.startsWith(`${key} `))),
          ).size,
        ).toBe(broken.length);
      }
      // A check of a single commit says the same.
      for (const [index, { broken, added }] of made.commits.entries()) {
        if (index % 20 !== 0) continue;
        const { rules, report } = await runCheck(repository.dir, [
          '--base',
          oids[index]!,
          '--head',
          oids[index + 1]!,
        ]);
        expect(rules).toEqual(broken.length === 0 ? [] : ['ledger/row-changed']);
        if (broken.length === 0)
          expect(report.findings[0]?.message).toContain(`grew by ${added} row${added === 1 ? '' : 's'}.`);
      }
    },
  );

  it('takes a row that was changed and put back for restored, although the table grew since', async () => {
    history(SERIES.csv, 'board.csv', [
      ',score\na,1\n',
      ',score\na,2\n',
      ',score\na,2\nb,1\n',
      ',score\nc,0\na,1\nb,1\n',
    ]);
    const { code, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([
      0,
      ['results/board.csv: restored (row-changed restored, row-changed meanwhile)'],
    ]);
  });

  it('holds lines to their order, and takes both sides of a merge', async () => {
    history('files: "log.jsonl", grows: lines', 'log.jsonl', ['1\n', '1\n2\n', '1\n2\n3\n']);
    repository.git('switch', '-q', '-c', 'side', 'main~1');
    repository.commit('side', { 'results/log.jsonl': '1\n2\n4\n' });
    repository.git('switch', '-q', 'main');
    repository.git('merge', '-q', '--no-ff', '-s', 'ours', 'side');
    repository.write('results/log.jsonl', '1\n2\n4\n3\n');
    repository.git('commit', '-aq', '--amend', '--no-edit');
    for (const args of [[], ['--each-commit']]) {
      const { audit, told } = await runAudit(repository.dir, args);
      expect([told, audit.incomplete]).toEqual([[], []]);
    }
    repository.commit('order', { 'results/log.jsonl': '1\n2\n3\n4\n' });
    const { audit, told } = await runAudit(repository.dir);
    expect(told).toEqual(['results/log.jsonl: broken (row-changed lost)']);
    expect(audit.records[0]?.losses[0]?.message).toContain('line 3: 4 -> 3.');
  });

  it('reports a deletion as one, and a table that cannot be read as what it is', async () => {
    history(SERIES.csv, 'board.csv', [',score\na,1\n', ',score\na,1\na,2\n', ',score\na,1\nb,1\n']);
    const { told, audit } = await runAudit(repository.dir);
    expect(told).toEqual(['results/board.csv: restored (row-changed restored, row-changed meanwhile)']);
    expect(audit.records[0]?.losses[0]?.message).toContain('two rows have the key "a"');
    repository.git('switch', '-q', 'main');
    repository.remove('results/board.csv');
    repository.commit('gone');
    const after = await runAudit(repository.dir);
    expect(after.told[0]).toContain('deleted lost');
    expect(after.code).toBe(1);
  });
});
