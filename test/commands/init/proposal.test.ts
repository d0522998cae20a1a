import { describe, expect, it } from 'vitest';
import { proposeLedger, withoutEmpty } from '../../../src/commands/init/ledger.ts';
import { propose, statesAny } from '../../../src/commands/init/proposal.ts';
import { seenOf } from '../../support/init.ts';

const many = (prefix: string, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}/${name}`);

describe('the ledger that is proposed', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'the folder called results',
      ['backend/evals/results/a.json'],
      ['backend/evals/queries.json'],
      ['backend/evals/results'],
    ],
    ['the outer one where several are', ['results/runs/a.json', 'results/b.json'], [], ['results']],
    ['a name that ends in results', ['bench/eval-results/2026/a.json'], [], ['bench/eval-results']],
    ['the widest that holds little else', many('models/m', 'result.json', 5), ['README.md'], ['models']],
    ['files by name beside code', ['evals/results.json'], ['evals/a.py'], ['evals/results*.json']],
    ['a folder beside code', ['evals/2026/a.json'], ['evals/a.py', 'evals/b.py'], ['evals/2026']],
    [
      'no folder with code, even if it is called results',
      ['results/a.json', 'results/x/b.json'],
      ['results/plot.py'],
      ['results/a.json', 'results/x'],
    ],
    ['files of the root by name', ['eval-1.json', 'eval-2.json'], ['package.json'], ['eval-*.json']],
    ['no pattern that takes other files along', ['results.json'], ['results_schema.json'], ['results.json']],
    ['all of several', ['a/results/x.json', 'b/results/x.json'], [], ['a/results', 'b/results']],
    [
      'the whole where naming would take too long',
      many('models/m', 'result.json', 30),
      many('models/m', 'run.sh', 30),
      ['models'],
    ],
  ])('is %s', (_, results, others, expected) => {
    expect(proposeLedger(results, [...results, ...others]).entries).toEqual(expected);
  });
});

const run = (accuracy: number) => ({ metrics: { accuracy } });

describe('entries at which nothing stands any more', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['join one of their folder', ['a/x.json', 'a/y-*.json'], ['a/x.json'], ['a/{x.json,y-*.json}']],
    ['go where there is none', ['a/y-*.json', 'b'], ['b'], ['b']],
    ['join no folder, whatever its name', ['.deepeval', 'eval-*.json'], ['.deepeval'], ['.deepeval']],
    ['are folders too, which stay', ['v1.2', 'eval.json'], ['eval.json'], ['v1.2', 'eval.json']],
  ])('%s', (_, entries, standing, expected) => {
    const kept = withoutEmpty(entries, (entry) => standing.includes(entry));
    expect(kept.toSorted()).toEqual(expected.toSorted());
  });
});

describe('what may change', () => {
  const exempt = async (...given: Parameters<typeof seenOf>) => {
    const proposal = propose(await seenOf(...given), null);
    return [proposal.exempt.map(({ path }) => path), proposal.questions.map(({ id }) => id)];
  };
  const old = JSON.stringify(run(0.1));

  it('is a copy of the newest result, also of an older one before', async () => {
    const files = {
      'results/a-2026-01-01.json': run(0.1),
      'results/a-2026-01-02.json': run(0.2),
      'results/latest.json': run(0.2),
    };
    expect(await exempt(files)).toEqual([['results/latest.json'], []]);
    expect(await exempt(files, { 'results/latest.json': [old, old] })).toEqual([['results/latest.json'], []]);
  });

  it('is asked about where it once held what no result holds', async () => {
    const files = { 'results/a-2026-01-01.json': run(0.1), 'results/latest.json': run(0.1) };
    const other = JSON.stringify(run(0.9));
    expect(await exempt(files, { 'results/latest.json': [other] })).toEqual([
      [],
      ['exempt results/latest.json'],
    ]);
  });

  it('is a list of names, and no list of numbers', async () => {
    const beside = { 'results/a-2026-01-01.json': run(0.1) };
    const names = { runs: ['a-2026-01-01.json'], count: 1 };
    expect(await exempt({ ...beside, 'results/index.json': names })).toEqual([['results/index.json'], []]);
    const numbers = { runs: [{ file: 'a-2026-01-01.json', accuracy: 0.5 }] };
    expect((await exempt({ ...beside, 'results/index.json': numbers }))[0]).toEqual([]);
  });

  it('is no pointer without a result beside it, and no result of any other name', async () => {
    expect(await exempt({ 'results/latest.json': run(0.1) }, { 'results/latest.json': [old] })).toEqual([
      [],
      [],
    ]);
    const copy = { 'results/a-2026-01-01.json': run(0.1), 'results/best.json': run(0.1) };
    expect(await exempt(copy, { 'results/best.json': [old] })).toEqual([[], []]);
  });
});

describe('a text that states a value', () => {
  it.each([
    ['as it is', 'Support is 0.7416 today.', true],
    ['rounded', 'Support is 0.742.', true],
    ['in percent', '| support | 74.2 % |', true],
    ['with too few digits to be told from chance', 'About 0.74.', false],
    ['another number', 'Support is 0.743.', false],
    ['a version', 'Since 1.0.7416', false],
  ])('%s', (_, text, expected) => {
    expect(statesAny(text, [0.7416, 12])).toBe(expected);
  });
});
