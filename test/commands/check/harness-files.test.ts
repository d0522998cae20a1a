import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');
const RESULTS = fixture('lm-eval/results.json');
const LOG = fixture('inspect/log.json');
const ARCHIVE = 'PK\x03\x04_journal/start.json';
const POLICY = [
  'version: 1',
  'ledger: [results]',
  'series:',
  '  harness:',
  '    files: "results_*.json"',
  '    format: lm-eval',
  '    thresholds: { "exact_match,strict-match[task=shelves]": { min: 0.9, enforce: true } }',
  '  samples: { files: "samples_*.jsonl", thresholds: { "exact_match,strict-match[task=shelves]": { min: 0.5 } } }',
  '  shelves:',
  '    files: "*_shelves_*"',
  '    format: inspect',
  '    thresholds: { "accuracy[scorer=match]": { min: 0.5, enforce: true } }',
  '  records: { files: "*-run*.json" }',
  '',
].join('\n');

let repository: TestRepository;
beforeAll(() => {
  repository = TestRepository.create();
  repository.commit('base', { 'evalguard.yaml': POLICY, 'results/.gitkeep': '' });
  repository.publish();
});
afterAll(() => repository.dispose());

async function checked(files: Readonly<Record<string, string>>) {
  repository.git('checkout', '-q', '-B', 'change', 'origin/main');
  repository.commit('add', files);
  return runCheck(repository.dir, ['--base', 'origin/main', '--head', 'change']);
}
const inResults = (name: string) => `results/${name}`;

describe('files of lm-evaluation-harness and inspect_ai in the ledger', () => {
  it('are judged by the thresholds of their series', async () => {
    const { report, rules } = await checked({
      [inResults('results_1.json')]: RESULTS,
      [inResults('samples_shelves_2026-09-21T10-11-12.345678.jsonl')]: fixture(
        'lm-eval/samples_shelves_2026-09-21T10-11-12.345678.jsonl',
      ),
      [inResults('a_shelves_1.json')]: LOG,
    });
    expect(rules).toEqual(['threshold/missed']);
    expect(report.thresholds.map(({ metric, value, verdict }) => [metric, value, verdict]).sort()).toEqual([
      ['accuracy[scorer=match]', 0.875, 'met'],
      ['exact_match,strict-match[task=shelves]', 0.5, 'met'],
      ['exact_match,strict-match[task=shelves]', 0.61, 'missed'],
    ]);
  });

  it('are detected where no series claims them', async () => {
    const { report, rules } = await checked({ [inResults('a.json')]: RESULTS, [inResults('b.json')]: LOG });
    expect(rules).toEqual(['result/unclaimed']);
    expect(report.results.map(({ format, series }) => [format, series])).toEqual([
      ['lm-eval', null],
      ['inspect', null],
    ]);
  });

  it('K205: a cancelled run meets no enforced threshold', async () => {
    const { code, report } = await checked({
      [inResults('a_shelves_1.json')]: LOG.replace('"success"', '"cancelled"'),
    });
    expect([code, report.thresholds[0]?.verdict]).toEqual([3, 'unmeasured']);
  });

  it('K202: NaN in such a file is unmeasured and no finding of its own', async () => {
    const { rules, report } = await checked({
      [inResults('a_shelves_1.json')]: LOG.replace('0.875', 'NaN'),
    });
    expect(rules).not.toContain('file/not-finite');
    expect(report.thresholds[0]).toMatchObject({ value: null, reason: 'inconclusive: the file says NaN' });
  });

  it.each([
    ['version 3', 'json', LOG.replace('"version": 2', '"version": 3')],
    ['an archive', 'eval', ARCHIVE],
  ])(
    'K200: %s is an error where a series claims it, else a note, and says how to convert it',
    async (_, ending, text) => {
      const claimed = await checked({ [inResults(`a_shelves_1.${ending}`)]: text });
      expect(claimed.rules).toEqual(['result/schema']);
      const free = await checked({ [inResults(`a.${ending}`)]: text });
      expect(free.report.findings).toMatchObject([{ rule: 'result/schema', severity: 'note' }]);
      for (const { report } of [claimed, free])
        expect(report.findings[0]?.message).toMatch(/inspect log convert/);
    },
  );

  it('K200: such a log is neither shown nor compared nor recorded', async () => {
    repository.write('old.eval', ARCHIVE);
    repository.write('log.json', LOG);
    for (const command of [['show'], ['record', '--dry-run'], ['compare', 'log.json']]) {
      const { code, stderr } = await runCli(repository.dir, [...command, 'old.eval']);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/archive \(\.eval\).*inspect log convert/)]);
    }
  });
});

describe('their records', () => {
  it.each([
    ['results.json', RESULTS, 'lm-eval'],
    ['old.json', fixture('lm-eval/old.json'), 'lm-eval'],
    ['log.json', LOG, 'inspect'],
    ['cancelled.json', LOG.replace('"success"', '"cancelled"'), 'inspect'],
  ])('%s becomes a record that the check lets pass', async (name, text, format) => {
    repository.git('checkout', '-q', '-B', 'change', 'origin/main');
    repository.write(name, text);
    const recorded = await runCli(repository.dir, ['record', name]);
    expect([recorded.code, recorded.stderr]).toEqual([0, expect.anything()]);
    const [written] = readdirSync(repository.path('results')).filter((each) => each.endsWith('.json'));
    const record = JSON.parse(readFileSync(repository.path(`results/${written}`), 'utf8'));
    expect(record).toMatchObject({ source: { format, file: name } });
    const { rules, report } = await checked({});
    expect([rules, report.counts.added]).toEqual([[], 1]);
    repository.remove(`results/${written}`);
  });

  it('K198: a run of a part and a full one are refused a comparison, as files', async () => {
    repository.write('full.json', RESULTS);
    repository.write(
      'part.json',
      RESULTS.replace('"effective": 1319', '"effective": 100').replace('"limit": null', '"limit": 100'),
    );
    const { code, stdout } = await runCli(repository.dir, ['compare', 'full.json', 'part.json']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/dataset: .*5-shot -> .*first 100 of 1319/)]);
  });
});
