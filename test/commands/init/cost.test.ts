import { afterEach, describe, expect, it } from 'vitest';
import { Repository } from '../../../src/adapters/git/repository.ts';
import { WorkTreeFiles } from '../../../src/adapters/work-tree.ts';
import { survey } from '../../../src/commands/init/survey.ts';
import { fastImport } from '../../support/fast-import.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';

const made: TestRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.dispose();
});

/** What a survey of so many results in so many commits costs. */
async function costOf(files: number, commits: number) {
  const repository = TestRepository.create();
  made.push(repository);
  const all: Record<string, string> = { 'src/app.ts': 'x\n' };
  fastImport(
    repository,
    Array.from({ length: commits }, (_, commit) => {
      for (let at = 0; at < files / commits; at += 1) {
        const suite = ['mmlu', 'gsm8k', 'arc'][at % 3];
        all[`results/${suite}/2026-0${(commit % 9) + 1}/${suite}-run${commit}-${at}.json`] =
          `{"metrics":{"accuracy":0.${at + 1}}}\n`;
      }
      all['results/results.json'] = `{"metrics":{"accuracy":0.${commit + 1}}}\n`;
      return { branch: 'main', files: { ...all } };
    }),
  );
  repository.git('reset', '--hard', '--quiet', 'main');
  const opened = await Repository.open({ cwd: repository.dir, env: plainEnvironment(), hook: false });
  try {
    const progress: string[] = [];
    const seen = await survey(opened, new WorkTreeFiles(repository.dir), (done, total, what) => {
      if (done >= total) progress.push(what);
    });
    return {
      processes: opened.git.spawns,
      read: seen.read,
      results: seen.families.flatMap(({ paths }) => paths).length,
      progress,
    };
  } finally {
    opened.close();
  }
}

describe('what init reads', () => {
  it('is as much of ten times as many files: the same processes of git, and at most seven files of a kind', async () => {
    const [few, many] = [await costOf(120, 6), await costOf(1200, 12)];
    expect([few.results, many.results]).toEqual([121, 1201]);
    expect(many.processes).toBe(few.processes);
    expect(many.processes).toBeLessThanOrEqual(8);
    expect(many.read).toBeLessThanOrEqual(4 * 7);
    expect(many.progress).toContain('commits');
  });
});
