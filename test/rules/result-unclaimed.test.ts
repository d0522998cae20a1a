import { describe, expect, it } from 'vitest';
import { resultUnclaimed } from '../../src/rules/result-unclaimed.ts';
import { aPolicy, aSeries, aThreshold } from '../support/policies.ts';
import { aRecord, findingsOf, sideBySide } from '../support/record.ts';
import { nativeResult } from '../support/result.ts';

const enforced = aSeries({
  id: 'rag',
  files: 'rag_*.json',
  thresholds: [aThreshold({ metric: 'passed', enforce: true })],
});
const loose = aSeries({ id: 'rag', files: 'rag_*.json', thresholds: [aThreshold({ metric: 'passed' })] });
const SHA = 'a'.repeat(64);

const unclaimed = (path: string, series = [enforced], format = 'native') =>
  aRecord(nativeResult(), {
    path,
    policy: aPolicy({ ledger: ['results'], series }),
    unclaimed: { format, sha256: SHA },
  });
const weigh = (...args: Parameters<typeof sideBySide>) =>
  findingsOf(resultUnclaimed, sideBySide(...args)).map(({ severity, path }) => `${severity} ${path}`);

describe('result/unclaimed (D1)', () => {
  it('says that no threshold was applied, and names the series that is enforced', () => {
    const [found] = findingsOf(resultUnclaimed, sideBySide([unclaimed('results/new.json')]));
    expect(found?.message).toContain('no threshold was applied, nothing was compared');
    expect(found?.message).toContain('The series "rag" (rag_*.json) is enforced in this folder');
    expect(found?.remedy).toContain('evalguard record --from SERIES');
  });

  it.each([
    ['an enforced threshold', [enforced], 'error'],
    ['a threshold that is only reported', [loose], 'warning'],
    ['a hard_fail', [aSeries({ hard_fail: [{ where: {}, score: 'bad', min: null, max: 0 }] })], 'error'],
    ['a regression that is an error', [aSeries({ regressed: 'error' })], 'error'],
    ['no threshold', [aSeries()], 'warning'],
    ['one of two that is enforced', [loose, { ...enforced, id: 'other', files: 'other-*.json' }], 'error'],
    ['an enforced series of another folder', [{ ...enforced, files: 'rag/*.json' }], 'warning'],
    ['an enforced series at any depth', [{ ...enforced, files: '**/rag-*.json' }], 'error'],
    ['an enforced series of any folder', [{ ...enforced, files: '*/rag-*.json' }], 'error'],
  ] as const)('weighs as much as %s of its folder', (_, series, severity) => {
    expect(weigh([unclaimed('results/new.json', [...series])])).toEqual([`${severity} results/new.json`]);
  });

  it('takes folders as systems do that fold names, and those below them', () => {
    const series = [{ ...enforced, files: 'rag/*.json' }];
    expect(weigh([unclaimed('results/rag/deep/er/x.json', series)])).toEqual([
      'error results/rag/deep/er/x.json',
    ]);
    expect(weigh([unclaimed('results/RAG/x.json', series)])).toEqual(['error results/RAG/x.json']);
    expect(weigh([unclaimed('results/ragged/x.json', series)])).toEqual(['warning results/ragged/x.json']);
  });

  it('is a note where the policy that head proposes will claim it, by a series added after the others', () => {
    const added = aSeries({ id: 'new', files: 'new*.json' });
    const at = unclaimed('results/new.json');
    const proposed = (series: (typeof enforced)[]) => aPolicy({ ledger: ['results'], series });
    const [note] = findingsOf(resultUnclaimed, sideBySide([at], { proposed: proposed([enforced, added]) }));
    expect(note).toMatchObject({ severity: 'note' });
    expect(note?.message).toContain('judged from the next change on');
    expect(weigh([at], { proposed: proposed([added, enforced]) })).toEqual(['error results/new.json']);
    expect(weigh([at], { proposed: proposed([enforced]) })).toEqual(['error results/new.json']);
    expect(weigh([at], { proposed: proposed([{ ...enforced, files: '{rag_,new}*.json' }]) })).toEqual([
      'note results/new.json',
    ]);
  });

  it('leaves out raw output that a claimed record was made from, the samples of a result, and what is retracted', () => {
    const record = aRecord(nativeResult(), { path: 'results/rag_1.json', series: enforced, source: SHA });
    expect(weigh([unclaimed('results/raw.json'), record])).toEqual([]);
    expect(weigh([unclaimed('results/raw.json'), { ...record, source: 'b'.repeat(64) }])).toHaveLength(1);
    expect(weigh([unclaimed('results/raw.json'), { ...record, series: null }])).toHaveLength(1);
    expect(weigh([unclaimed('results/raw.json')], { retracted: new Set(['results/raw.json']) })).toEqual([]);
    const run = aRecord('{}', {
      path: 'results/m/results_2026-09.json',
      series: enforced,
      format: 'lm-eval',
    });
    const samples = (name: string) => unclaimed(`results/${name}`, [enforced], 'lm-eval');
    expect(weigh([samples('m/samples_gsm8k_cot_2026-09.jsonl'), run])).toEqual([]);
    expect(weigh([samples('m/samples_gsm8k_2026-10.jsonl'), run])).toHaveLength(1);
    expect(weigh([samples('n/samples_gsm8k_2026-09.jsonl'), run])).toHaveLength(1);
  });

  it('is one note for each folder over the whole ledger, with the count', () => {
    const all = ['a/1.json', 'a/2.json', 'b/1.json'].map((name) => unclaimed(`results/${name}`));
    const found = findingsOf(resultUnclaimed, sideBySide(all, { landed: true }));
    expect(found.map(({ severity, path, data }) => [severity, path, data.landed])).toEqual([
      ['note', 'results/a/1.json', 2],
      ['note', 'results/b/1.json', 1],
    ]);
    expect(found[0]?.message).toContain('2 results of this folder');
  });
});
