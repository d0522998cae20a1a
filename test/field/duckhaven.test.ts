import { join } from 'node:path';
import { expect, test } from 'vitest';
import { observations } from '../../src/formats/row.ts';
import { mean, passHatK } from '../../src/measures/means.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne, scoresOf, valuesOf } from '../support/reading.ts';

describeField('DuckHaven', (data) => {
  const read = (name: string) => readOne(fileAt(join(data, 'duckhaven', `${name}.json`)));
  const WITH_DOCS = 'absolute-with-docs-20260918T101112+0000';

  test('with documents: the stated means, pass^2, and the case that was invented', () => {
    const reading = read(WITH_DOCS);
    expect(valuesOf(reading)).toEqual({
      faithfulness: 3.75,
      faithfulness_ungrounded: 3,
      relevancy: 4.833,
      'pass^2': 0.667,
      'faithfulness[category=catalog]': 3,
      'faithfulness[category=product_knowledge]': 4.5,
      'faithfulness[category=unanswerable]': 3,
      'faithfulness[provenance=auto]': 4.5,
      'faithfulness[provenance=hand]': 3,
      tool_choice: 0.5,
      refusal_rate_on_negative_cases: 1,
      confabulated_on_negative_cases: 1,
      confabulated_samples: 1,
      forbidden_tool_calls: 0,
    });
    expect(claimOf(reading, 'faithfulness')).toMatchObject({ measured: 2, places: 3 });
    expect(reading.run).toMatchObject({ variant: 'with-docs', date: '2026-09-18' });
    expect(reading.models).toEqual(new Map([['assistant', 'glm-5.3-flash:cloud']]));
    expect(reading.judge).toMatchObject({ route: 'gpt-oss:120b-cloud', temperature: 0 });
  });

  test('with documents: every mean and pass^2 follow from the rows, to three places', () => {
    const reading = read(WITH_DOCS);
    const recomputed = [...reading.definitions].filter(([, { aggregate }]) => aggregate !== 'sum');
    expect(recomputed).toHaveLength(9);
    for (const [name, definition] of recomputed) {
      const where = Object.entries((definition['where'] ?? {}) as Record<string, unknown>);
      const over = reading.rows!.filter((row) =>
        where.every(([key, value]) =>
          key === 'category' || key === 'provenance' ? row[key] === value : row.scores.get(key) === value,
        ),
      );
      const seen = observations(over, String(definition['score']));
      const mine = definition.aggregate === 'mean' ? mean(seen) : passHatK(seen, Number(definition['k']));
      expect([name, mine.value?.toFixed(3)]).toEqual([name, claimOf(reading, name).value?.toFixed(3)]);
    }
  });

  test('with documents: rows keep samples from 1, categories, provenance and negative flags', () => {
    const rows = read(WITH_DOCS).rows!;
    expect(
      rows.map(({ id, sample, category, provenance, negative }) => [
        id,
        sample,
        category,
        provenance,
        negative,
      ]),
    ).toEqual([
      ['describe_not_information_schema', 1, 'catalog', 'hand', false],
      ['describe_not_information_schema', 2, 'catalog', 'hand', false],
      ['retention_policy', 1, 'unanswerable', 'hand', true],
      ['retention_policy', 2, 'unanswerable', 'hand', true],
      ['sql_support', 1, 'product_knowledge', 'auto', false],
      ['sql_support', 2, 'product_knowledge', 'auto', false],
    ]);
    expect(rows.map((row) => row.scores.get('grounded'))).toEqual([false, false, true, true, true, true]);
    expect(scoresOf(rows[3])).toMatchObject({ faithfulness: 1, passed: false, confabulated: true });
    expect(rows[0]!.scores.has('confabulated')).toBe(false);
  });

  test('nothing asked: null is unmeasured, and so is the 0.0 over no ungrounded case', () => {
    const reading = read('absolute-baseline-nothing-asked');
    expect(valuesOf(reading)).toMatchObject({
      faithfulness: 5,
      faithfulness_ungrounded: null,
      relevancy: 4.5,
      'pass^2': 1,
      tool_choice: null,
      refusal_rate_on_negative_cases: null,
      confabulated_on_negative_cases: null,
    });
    expect(claimOf(reading, 'faithfulness_ungrounded').reason).toMatch(/^no_cases/);
    expect(reading.judge?.temperature).toBeNull();
  });

  test('K061: the empty run is unmeasured though the file says 0.0', () => {
    const reading = read('absolute-empty-run-ZERO-MEANS-UNMEASURED');
    expect(reading).toMatchObject({ status: 'unmeasured', reason: expect.stringMatching(/^no_cases/) });
    expect(reading.claims.length).toBeGreaterThan(5);
    for (const { name, value, reason } of reading.claims) {
      expect([name, value]).toEqual([name, null]);
      expect(reason).toMatch(/^no_cases/);
    }
  });

  test('compare: a win each of four pairs, one flip', () => {
    const reading = read('compare-with-docs-vs-baseline-20260918T101112+0000');
    expect(valuesOf(reading)).toEqual({ win_rate_a: 0.5, flip_rate: 0.25 });
    expect(reading.rows!.map((row) => row.scores.get('winner'))).toEqual([
      'with-docs',
      'flip',
      'tie',
      'baseline',
    ]);
    expect(reading.rows!.map((row) => row.scores.get('flipped'))).toEqual([false, true, false, false]);
    expect(reading.definitions.get('win_rate_a')).toMatchObject({ aggregate: 'win_rate', arm: 'with-docs' });
    expect(reading.losses.filter((loss) => /^(wins|ties)/.test(loss))).toEqual([]);
  });

  test('compare: all ties leave no win rate', () => {
    const reading = read('compare-all-ties-WINRATE-NULL');
    expect(valuesOf(reading)).toEqual({ win_rate_a: null, flip_rate: 0.25 });
    expect(claimOf(reading, 'win_rate_a').reason).toMatch(/^no_cases/);
  });
});
