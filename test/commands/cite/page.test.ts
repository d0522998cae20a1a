import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSpelling, says } from '../../../src/core/citation/spelling.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { fencedBlocks } from '../../support/fenced.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/citations.md', import.meta.url)), 'utf8');

const RUN = nativeResult([], {
  results: Array.from({ length: 10 }, (_, index) => ({
    id: `case-${index + 1}`,
    scores: { completed: index > 0, latency_s: 1.25 },
  })),
});
const RECORDS = {
  'results/eval-2026-09-28-corpus-run1.json': RUN.replace(
    '"latency_s": 1.25',
    '"latency_s": 1.25, "cost_usd": null',
  ),
  'results/two arms.json': nativeResult([], {
    results: undefined,
    aggregate: { accuracy: 0.5 },
    candidate: { aggregate: { accuracy: 0.75 } },
  }),
  'results/numbers.json': '{ "totals": { "cases": 1160 } }',
};

let repository: TestRepository;
beforeAll(() => {
  repository = TestRepository.create();
  const [policy = ''] = fencedBlocks('citations.md', 'yaml');
  repository.commit('start', { 'evalguard.yaml': policy, 'README.md': 'nothing\n', ...RECORDS });
});
afterAll(() => repository.dispose());

describe('docs/citations.md', () => {
  const examples = fencedBlocks('citations.md', 'markdown');

  it('has examples', () => {
    expect(examples.length).toBe(4);
  });

  it('its examples hold, for cite check and for check, and refreshing changes nothing in them', async () => {
    const readme = examples.join('\n\n');
    repository.git('checkout', '--quiet', '-b', 'page');
    repository.commit('page', { 'README.md': readme });
    const { stdout, code } = await runCli(repository.dir, ['cite', 'check']);
    expect(stdout).toBe('7 citations on 1 page: the text says what the records say.\n');
    expect(code).toBe(0);
    expect((await runCli(repository.dir, ['cite', 'refresh'])).stdout).toBe('Nothing had to be refreshed.\n');
    const { report } = await runCheck(repository.dir, ['--base', 'main']);
    expect(report.findings.filter(({ rule }) => rule.startsWith('citation/'))).toEqual([]);
  });

  const rows = PAGE.slice(PAGE.indexOf('| Value in the record')).split('\n\n')[0]!.split('\n').slice(2);
  it.each(rows.map((row) => row.split('|').slice(1, 4)))(
    'when a text is right:%s',
    (value = '', right = '', stale = '') => {
      const [, numerator, denominator] = /(\d+) of (\d+)/.exec(value) ?? [];
      const ratio = { numerator: Number(numerator), denominator: Number(denominator) };
      const cited = value.includes('not measured')
        ? { unmeasured: 'no_cases' }
        : numerator === undefined
          ? { quantity: { value: Number(value) } }
          : { quantity: { value: ratio.numerator / ratio.denominator, ratio } };
      const texts = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text);
      const isRight = (text: string) =>
        says(text, cited, { format: null, places: null, spelling: readSpelling(text) });
      expect(texts(right).filter((text) => !isRight(text))).toEqual([]);
      expect(texts(stale).filter(isRight)).toEqual([]);
      expect(texts(right).length * texts(stale).length).toBeGreaterThan(0);
    },
  );

  it('names every command of the program', async () => {
    const { stdout } = await runCli(repository.dir, ['cite', '--help']);
    for (const name of ['list', 'check', 'refresh', 'add', 'suggest']) {
      expect(stdout).toContain(`  ${name} `);
      expect(PAGE).toContain(`\`evalguard cite ${name} `);
    }
  });
});
