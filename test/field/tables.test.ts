import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runCheck } from '../support/cli.ts';
import { describeField } from '../support/field.ts';
import { TestRepository } from '../support/repository.ts';

/** A public table, how its rows are named, and two changes: one that only adds a row, and one that corrects one. */
interface PublicTable {
  readonly file: string;
  readonly series: string;
  readonly grow: (text: string) => string;
  readonly correct: (text: string) => string;
  readonly says: string;
}

/** A table with a row in front of all others, and every rank moved by one. */
function ranked(text: string): string {
  const [head = '', ...lines] = text.split('\n');
  const moved = lines.map((line) => line.replace(/^\d+/, (rank) => String(Number(rank) + 1)));
  return [head, '1,Newest (FC),99.00%,99.00%', ...moved].join('\n');
}

const tables: readonly PublicTable[] = [
  {
    file: 'tables/alpaca_eval_gpt4_leaderboard.csv',
    series: 'key: ""',
    grow: (text) => text.replace('\n', '\nnewest,99.1,0.1,800,5,0,805,verified,1000,99.1,\n'),
    correct: (text) => text.replace('xwinlm-70b-v0.3,97.636815920398', 'xwinlm-70b-v0.3,97.636815920399'),
    says: 'xwinlm-70b-v0.3: win_rate 97.636815920398 -> 97.636815920399.',
  },
  {
    file: 'tables/data_live.csv',
    series: 'key: Model, ignore: Rank',
    grow: ranked,
    correct: (text) => ranked(text).replace('BitAgent-Bounty-8B,93.12%', 'BitAgent-Bounty-8B,93.13%'),
    says: 'BitAgent-Bounty-8B: "Live Overall Acc" 93.12% -> 93.13%.',
  },
  {
    file: 'aider/polyglot_leaderboard.yml',
    series: 'key: dirname',
    grow: (text) => `- dirname: newest\n  model: x\n  pass_rate_1: 1.0\n\n${text}`,
    correct: (text) =>
      text.replace('pass_rate_1: 20.4', 'pass_rate_1: 20.5').replace('total_cost: 0.0000', 'total_cost: 0'),
    says: '2025-02-25-20-23-07--gemini-pro: pass_rate_1 20.4 -> 20.5, total_cost 0.0000 -> 0.',
  },
];

let repository: TestRepository;
afterEach(() => repository.dispose());

describeField('public tables that grow', (data) => {
  it.each(tables.map((table) => [table.file, table] as const))(
    '%s',
    async (file, { series, grow, correct, says }) => {
      const text = readFileSync(join(data, file), 'utf8');
      const name = file.replace(/.*\//, '');
      repository = TestRepository.create();
      const policy = `version: 1\nseries:\n  board: { files: "${name}", grows: rows, ${series} }\n`;
      repository.commit('base', { 'evalguard.yaml': policy, [`results/${name}`]: text });
      repository.git('switch', '-qc', 'topic');
      repository.commit('grow', { [`results/${name}`]: grow(text) });
      const grown = await runCheck(repository.dir, ['--base', 'main']);
      expect([grown.code, grown.rules]).toEqual([0, []]);
      expect(grown.report.findings.map(({ message }) => message).join()).toContain(`${name} grew by 1 row.`);
      repository.commit('correct', { [`results/${name}`]: correct(text) });
      const corrected = await runCheck(repository.dir, ['--base', 'main']);
      expect([corrected.code, corrected.rules]).toEqual([1, ['ledger/row-changed']]);
      expect(corrected.report.findings.map(({ message }) => message).join()).toContain(says);
    },
  );
});
