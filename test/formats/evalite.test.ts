import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evalite } from '../../src/formats/evalite/evalite.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import { fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readingsOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const EXPORT = 'evalite/export.json';
type Json = { [key: string]: unknown };
type Export = { run: Json; evals: (Json & { results: Json[] })[] };
const exported = (change: (value: Export) => void) => {
  const value = tree(EXPORT) as unknown as Export;
  change(value);
  return fileOf(EXPORT, value);
};

describe('an export', () => {
  const reading = readOne(fixture(EXPORT));

  it('has equal inputs of an eval as samples of one case', () => {
    expect(
      reading.rows!.map(({ id, sample, category }) => [id.replace(/ #.*/, ''), sample, category]),
    ).toEqual([
      ['Capitals: France', 1, 'Capitals'],
      ['Capitals: France', 2, 'Capitals'],
      ['Capitals: Peru', 1, 'Capitals'],
      ['Tickets: {"ticket":7}', 1, 'Tickets'],
      ['Tickets: {"ticket":8}', 1, 'Tickets'],
    ]);
    expect(reading.run).toMatchObject({ suite: null, date: '2026-10-02' });
    expect([reading.arm, reading.models, reading.judge]).toEqual([null, new Map(), null]);
  });

  it('names no metric by what no record can have as a key', () => {
    const read = readOne(
      exported(({ evals }) => {
        (evals[0]!.results[0]!['scores'] as Json[])[1]!['name'] = '__proto__';
      }),
    );
    expect(Object.keys(valuesOf(read))).toContain('scorer.__proto__');
    expect(read.claims.map(({ name }) => name)).not.toContain('__proto__');
  });

  it('has means over cases for all evals, each, and each scorer, beside what it states', () => {
    const capitals = (0.8125 + 0.625) / 2;
    expect(valuesOf(reading)).toMatchObject({
      average_score: (0.8125 + 0.625 + 0.5) / 3,
      'average_score[eval=Capitals]': capitals,
      'average_score[eval=Tickets]': 0.5,
      exact: (0.75 + 0.5 + 0.5) / 3,
      close: (0.875 + 0.75) / 2,
      'average_score_as_stated[eval=Capitals]': 0.75,
    });
    expect(claimOf(reading, 'average_score')).toMatchObject({ measured: 3, expected: 4 });
    expect(claimOf(reading, 'close')).toMatchObject({ measured: 2, expected: 2 });
  });

  it('has a failed result as an error, by what its output says', () => {
    const row = reading.rows![4]!;
    expect(row.error).toEqual({ kind: 'target_quota', message: '429 Too Many Requests' });
    expect(scoresOf(row)).toMatchObject({ average_score: null, exact: null });
  });

  it('tells of entries that are no objects, and of evals that failed before they had results', () => {
    const odd = exported(({ evals }) => {
      (evals[0]!.results as unknown[]).push(null, 'x');
      (evals as unknown[]).push(null, { name: 'Broken', status: 'fail', results: [] });
    });
    expect(readOne(odd).losses).toEqual(
      expect.arrayContaining([
        'rows: evals and results that are no objects, and not read: 3',
        'rows: of evals that failed the file holds none: Broken',
      ]),
    );
    expect(reading.losses.join()).not.toMatch(/no objects|failed the file/);
  });

  it('is what its rows come to when it is recomputed', () => {
    expect(
      evidenceOf(reading).filter(({ basis }) => basis.kind === 'rows' && basis.deciding !== null),
    ).toEqual([]);
  });

  it('takes an average over no scores for unmeasured, as which 0 stands there', () => {
    const read = readOne(
      exported(({ evals }) => {
        evals[1]!.results = [{ ...evals[1]!.results[0], scores: [], averageScore: 0 }];
        evals[1]!['averageScore'] = 0;
      }),
    );
    expect(claimOf(read, 'average_score_as_stated[eval=Tickets]')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^no_cases/),
    });
    expect(claimOf(read, 'average_score[eval=Tickets]').value).toBeNull();
    expect(read.rows!.at(-1)!.unmeasured.get('average_score')).toMatch(/^evidence_missing/);
  });

  it('marks a score of 0, which may have been null', () => {
    const read = readOne(
      exported(({ evals }) => {
        (evals[0]!.results[0]!['scores'] as Json[])[0]!['score'] = 0;
      }),
    );
    expect(scoresOf(read.rows![0])).toMatchObject({ exact: 0, average_score: 0.5 });
    expect(read.losses).toContainEqual(
      expect.stringMatching(/^scores: 0 is not distinguishable from null.*: 1$/),
    );
    expect(reading.losses).not.toContainEqual(expect.stringMatching(/^scores:/));
  });

  it('tells evals of one name apart, by their files or their order: their cases are no samples of one another', () => {
    const named = (...filepaths: string[]) =>
      readOne(
        exported((value) => {
          const [capitals] = value.evals;
          value.evals = filepaths.map((filepath) => ({ ...capitals!, filepath }));
        }),
      );
    const tasks = (read: typeof reading) => [...new Set(read.rows!.map(({ category }) => category))];
    const files = named('/home/a/one.eval.ts', 'C:\\b\\two.eval.ts');
    expect(tasks(files)).toEqual(['Capitals (one.eval.ts)', 'Capitals (two.eval.ts)']);
    expect(tasks(named('/a/one.eval.ts', '/b/one.eval.ts'))).toEqual(['Capitals #1', 'Capitals #2']);
    expect(tasks(named('/a/one.eval.ts'))).toEqual(['Capitals']);
    expect(files.dataset?.cases).toBe(2 * named('/a/one.eval.ts').dataset!.cases!);
    expect(files.claims.filter(({ name }) => name.startsWith('average_score_as_stated'))).toHaveLength(2);
  });

  it.each(['0.5', null, true])('K076: converts no score of %j', (score) => {
    const read = readOne(
      exported(({ evals }) => {
        (evals[0]!.results[0]!['scores'] as Json[])[0]!['score'] = score;
      }),
    );
    expect(scoresOf(read.rows![0])).toMatchObject({ exact: null, close: 1, average_score: null });
  });

  it('of a partial run has no headline', () => {
    const read = readOne(exported(({ run }) => Object.assign(run, { runType: 'partial' })));
    expect(read).toMatchObject({ status: 'unmeasured', reason: expect.stringMatching(/^inconclusive/) });
    expect(judgedMetrics(read).filter(({ value }) => value !== null)).toEqual([]);
  });

  it('of an eval that had not ended has no headline', () => {
    const read = readOne(exported(({ evals }) => Object.assign(evals[1]!, { status: 'running' })));
    expect(read).toMatchObject({
      status: 'unmeasured',
      reason: 'cancelled: the eval Tickets was still running when this was exported',
    });
  });

  it('with variants is a reading for each, with the same cases', () => {
    const readings = readingsOf(
      exported((value) => {
        const [capitals] = value.evals;
        value.evals = ['gpt-x', 'gpt-y'].map((variantName) => ({
          ...capitals!,
          name: `Capitals [${variantName}]`,
          variantName,
          variantGroup: 'Capitals',
        }));
      }),
    );
    expect(readings.map(({ arm, run }) => [arm, run.suite])).toEqual([
      ['gpt-x', 'Capitals'],
      ['gpt-y', 'Capitals'],
    ]);
    expect(readings[0]!.rows!.map(({ id }) => id)).toEqual(readings[1]!.rows!.map(({ id }) => id));
  });

  it('of suites with evals is the same', () => {
    const { run, evals } = tree(EXPORT) as unknown as Export;
    const suites = evals.map(({ results, ...suite }) => ({ ...suite, evals: results }));
    const read = readOne(fileOf('x.json', { run, suites }));
    expect(valuesOf(read)).toEqual(valuesOf(reading));
    expect(read.rows![0]!.pointer).toBe('/suites/0/evals/0');
  });

  it('has no date where the time has no zone, and none where it holds no evals', () => {
    const read = readOne(exported(({ run }) => Object.assign(run, { createdAt: '2026-10-02 08:00:00' })));
    expect([read.run.date, read.losses.some((loss) => loss.startsWith('date'))]).toEqual([null, true]);
    expect(readOne(exported((value) => Object.assign(value, { evals: [] })))).toMatchObject({
      rows: [],
      claims: [],
    });
  });
});

it('no order of the evals and results changes a metric', () => {
  const whole = tree(EXPORT) as unknown as Export;
  const shuffled = fc.tuple(
    fc.shuffledSubarray(whole.evals, { minLength: 2 }),
    fc.shuffledSubarray(whole.evals[0]!.results, { minLength: 3 }),
  );
  fc.assert(
    fc.property(shuffled, ([evals, results]) => {
      const changed = evals.map((each) => (each['name'] === 'Capitals' ? { ...each, results } : each));
      expect(valuesOf(readOne(fileOf('x.json', { ...whole, evals: changed })))).toEqual(
        valuesOf(readOne(fixture(EXPORT))),
      );
    }),
  );
});

it.each([{}, { run: {}, evals: [] }, { run: { runType: 'full' } }, { evals: [] }, [1], null])(
  'does not take %j',
  (value) => {
    expect(evalite.detect(fileOf('results/x.json', value))).toBe(false);
  },
);
