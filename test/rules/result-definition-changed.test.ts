import { describe, expect, it } from 'vitest';
import { resultDefinitionChanged } from '../../src/rules/result-definition-changed.ts';
import type { RecordSubject } from '../../src/rules/subject.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf, sideBySide } from '../support/record.ts';

const series = aSeries();
const mean = { aggregate: 'mean', score: 'support' };
const at = (path: string, definition: object | undefined, parts: object = {}, rest = {}) =>
  aRecord(
    aResult({
      metrics: definition === undefined ? undefined : { support: definition },
      results: [{ id: 'a', scores: { support: 1 } }],
      ...parts,
    }),
    { path: `results/${path}`, series, ...rest },
  );
const found = (added: readonly RecordSubject[], present: readonly RecordSubject[] = []) =>
  findingsOf(resultDefinitionChanged, sideBySide(added, { present }));

describe('result/definition-changed', () => {
  it('K089: finds the same metric defined in another way, and says what changed', () => {
    const findings = found([at('b.json', { ...mean, over: 'rows' })], [at('a.json', mean)]);
    expect(findings).toEqual([
      expect.objectContaining({
        severity: 'error',
        path: 'results/b.json',
        pointer: '/metrics/support',
        line: expect.any(Number),
        message: expect.stringContaining('over "cases" -> "rows"'),
        remedy: expect.stringContaining('raise metrics_version'),
      }),
    ]);
    expect(findings[0]?.message).toContain('results/a.json');
  });

  it.each([
    ['another aggregate', { aggregate: 'median', score: 'support' }],
    ['another score', { ...mean, score: 'supported' }],
    ['another selection of rows', { ...mean, where: { completed: true } }],
    ['a judge where there was none', { ...mean, judged: true }],
  ])('finds %s', (_, definition) => {
    expect(found([at('b.json', definition)], [at('a.json', mean)])).toHaveLength(1);
  });

  it.each([
    ['the same options in another order', { score: 'support', aggregate: 'mean' }, {}, {}],
    ['a default that is spelled out', { ...mean, over: 'cases', judged: false }, {}, {}],
    ['the score that is the metric’s own name', { aggregate: 'mean' }, {}, {}],
    ['a scale that is declared (A12)', { ...mean, scale: [0, 1] }, {}, {}],
    ['a direction and a unit', { ...mean, direction: 'higher', unit: '%' }, {}, {}],
    ['another metrics_version', { ...mean, over: 'rows' }, { metrics_version: 2 }, {}],
    ['a version of the metric itself', { ...mean, over: 'rows', metrics_version: 2 }, {}, {}],
    ['another series', { ...mean, over: 'rows' }, {}, { series: aSeries({ id: 'memory' }) }],
    ['a definition that nobody stated', undefined, {}, {}],
  ])('passes %s', (_, definition, parts, rest) => {
    expect(found([at('b.json', definition, parts, rest)], [at('a.json', mean)])).toEqual([]);
  });

  it('passes options of one selection in another order', () => {
    const one = at('a.json', { ...mean, where: { a: 1, b: 2 } });
    const other = at('b.json', { ...mean, where: { b: 2, a: 1 } });
    expect(found([other], [one])).toEqual([]);
  });

  it('holds results that are added together against the first by name, in whatever order they come', () => {
    const [a, b, c] = [at('a.json', mean), at('b.json', { ...mean, over: 'rows' }), at('c.json', mean)];
    expect(found([c, b, a]).map(({ path }) => path)).toEqual(['results/b.json']);
  });

  it('accepts any of the definitions that are there: history is not held against a change', () => {
    const present = [at('a.json', mean), at('b.json', { ...mean, over: 'rows' })];
    expect(found([at('c.json', mean), at('d.json', { ...mean, over: 'rows' })], present)).toEqual([]);
    expect(found([at('c.json', { aggregate: 'median' })], present)).toHaveLength(1);
  });

  it('goes by the suite where no series claims the results', () => {
    const unclaimed = { series: null };
    const suite = { suite: 'eval' };
    const changed = { ...mean, over: 'rows' };
    expect(
      found([at('b.json', changed, suite, unclaimed)], [at('a.json', mean, suite, unclaimed)]),
    ).toHaveLength(1);
    expect(found([at('b.json', changed, {}, unclaimed)], [at('a.json', mean, {}, unclaimed)])).toEqual([]);
  });

  it('needs no text of the records', () => {
    const bare = (record: RecordSubject): RecordSubject => ({ ...record, content: { kind: 'other' } });
    const derived = at('c.json', undefined);
    expect(found([bare(derived), bare(at('d.json', { ...mean, over: 'rows' }))])).toEqual([]);
    expect(found([bare(at('d.json', { ...mean, over: 'rows' }))], [bare(at('a.json', mean))])).toHaveLength(
      1,
    );
  });
});
