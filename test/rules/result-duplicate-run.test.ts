import { describe, expect, it } from 'vitest';
import { resultDuplicateRun } from '../../src/rules/result-duplicate-run.ts';
import type { RecordSubject } from '../../src/rules/subject.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf, sideBySide } from '../support/record.ts';

const identity = { suite: 'eval', date: '2026-09-28', routing: 'corpus', variant: null, run: 1 };
const free = aSeries({ name: '{suite}.json' });
const at = (path: string, parts: object = identity, rest = {}) =>
  aRecord(aResult({ ...parts }), { path, series: free, ...rest });
const found = (added: readonly RecordSubject[], present: readonly RecordSubject[] = []) =>
  findingsOf(resultDuplicateRun, sideBySide(added, { present })).map(({ path, data }) => [path, data.other]);

describe('result/duplicate-run', () => {
  it('finds an added result of a run that is there', () => {
    const findings = findingsOf(
      resultDuplicateRun,
      sideBySide([at('results/b.json')], { present: [at('results/a.json')] }),
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'error', path: 'results/b.json' });
    expect(findings[0]?.message).toContain('eval 2026-09-28 corpus run 1, and so is results/a.json');
  });

  it('finds the later by name of two that are added together, in whatever order they come', () => {
    const [a, b] = [at('results/a.json'), at('results/b.json')];
    expect(found([a, b])).toEqual([['results/b.json', 'results/a.json']]);
    expect(found([b, a])).toEqual([['results/b.json', 'results/a.json']]);
  });

  it.each([
    ['run', { run: 2 }],
    ['date', { date: '2026-09-29' }],
    ['routing', { routing: 'web' }],
    ['variant', { variant: 'big' }],
    ['suite', { suite: 'memory' }],
  ])('passes results of another %s', (_, parts) => {
    expect(found([at('results/b.json', { ...identity, ...parts })], [at('results/a.json')])).toEqual([]);
  });

  it.each([['suite'], ['date'], ['run']])('does not compare contents that leave the %s open', (field) => {
    const parts = { ...identity, [field]: undefined };
    expect(found([at('results/b.json', parts)], [at('results/a.json', parts)])).toEqual([]);
  });

  it('takes equal names in two folders for one run where the name says all of it', () => {
    const name = 'eval-2026-09-28-corpus-run1.json';
    const [a, b] = ['a', 'b'].map((folder) => aRecord(aResult(), { path: `results/${folder}/${name}` }));
    expect(found([b!], [a!])).toEqual([[`results/b/${name}`, `results/a/${name}`]]);
    const dated = aSeries({ name: 'eval-{date}.json' });
    const [c, d] = ['cloud', 'local'].map((folder) =>
      at(`results/${folder}/eval-2026-09-28.json`, {}, { series: dated }),
    );
    expect(found([d!], [c!])).toEqual([]);
  });

  it('does not hold the two arms of one record against each other, nor a record against itself', () => {
    const both = at('results/a.json', { ...identity, candidate: { results: [] } });
    expect(found([both], [both])).toEqual([]);
  });
});
