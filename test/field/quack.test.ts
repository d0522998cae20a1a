import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { observations } from '../../src/formats/row.ts';
import { measuredValues } from '../../src/measures/observation.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const FIRST = '20260910T153848447387Z_quack-test-results';
const SECOND = '20260911T080000000001Z_quack-test-results';

describeField('quack-test', (data) => {
  const read = (name: string) => readOne(fileAt(join(data, 'quack', `${name}.csv`)));

  test.each([
    [FIRST, 'test/test_example.py::test_simple_assertion', 0.8, 0.8, 0.8, null, 'met'],
    [FIRST, 'test/test_example.py::test_assertion_demo_failure', 0, 0, 0.8, null, 'missed'],
    [FIRST, 'test/test_example.py::test_negative[coal, "wet"]', 0, 0, null, 0.8, 'met'],
    [FIRST, 'test/test_stop.py::test_stop_early_pass', 0.6, 1, 0.6, null, 'met'],
    [FIRST, 'test/test_stop.py::test_stop_early_fail', null, null, 0.6, null, null],
    [FIRST, 'test/test_stop.py::test_should_fail_stop_early', 0, 0, null, 0.5, 'met'],
    [SECOND, 'test/test_agent.py::test_metrics', 0.8333333333333334, 0.8333333333333334, 0.8, null, 'met'],
    [
      SECOND,
      'test/test_agent.py::test_float_edge',
      0.7999999999999999,
      0.7999999999999999,
      0.8,
      null,
      'missed',
    ],
    [SECOND, 'test/test_agent.py::test_no_metrics', 1, 1, 0.75, null, 'met'],
    [SECOND, 'test/test_agent.py::test_nan_score', null, 1, 0.5, null, null],
    [SECOND, 'test/test_agent.py::test_above_one', 2.5, 2.5, 1, null, 'met'],
  ])('%s: %s', (file, name, planned, executed, min, max, verdict) => {
    const reading = read(file);
    const metric = `planned_score[test=${name}]`;
    expect(claimOf(reading, metric).value).toBe(planned);
    const mine = claimOf(reading, `executed_score[test=${name}]`).value;
    if (executed === null) expect(mine).toBeNull();
    else expect(mine).toBeCloseTo(executed, 12);
    expect(reading.stated.find((each) => each.metric === metric)).toMatchObject({ min, max, verdict });
  });

  test('the planned score is the tool’s own rule over the rows that were read, and so is the verdict', () => {
    for (const file of [FIRST, SECOND]) {
      const reading = read(file);
      for (const { metric, min, max, verdict } of reading.stated) {
        const name = /^planned_score\[test=(.*)\]$/s.exec(metric)![1]!;
        const rows = reading.rows!.filter(({ id }) => id === name);
        const executed = rows.filter(({ unmeasured }) => unmeasured.get('score') !== 'stopped_early');
        const total = measuredValues(observations(executed, 'score')).reduce((sum, score) => sum + score, 0);
        const claim = claimOf(reading, metric);
        if (claim.value === null) continue;
        expect(total / rows.length).toBeCloseTo(claim.value, 12);
        // A test that should fail passes below the threshold. Unrounded, as that tool compares.
        const passed = max === null ? claim.value >= min! : claim.value < max;
        expect([metric, passed ? 'met' : 'missed']).toEqual([metric, verdict]);
      }
    }
  });

  test('K105: five exceptions written as 0 are errors, the five runs after them were not made', () => {
    const rows = read(FIRST).rows!.filter(({ id }) => id === 'test/test_stop.py::test_stop_early_fail');
    expect(rows.map(({ error }) => error?.kind)).toEqual([
      ...Array(5).fill('target_error'),
      ...Array(5).fill(undefined),
    ]);
    expect(rows.map(({ unmeasured }) => unmeasured.get('score'))).toEqual([
      ...Array(5).fill('target_error'),
      ...Array(5).fill('stopped_early'),
    ]);
    expect(rows.map(({ scores }) => scores.get('test_passed'))).toEqual(Array(10).fill(null));
    expect(rows[0]!.error?.message).toBe('ValueError: kaboom');
  });

  test('an assertion that failed is a real 0, and so is a judge’s no whose reason begins with a word and a colon', () => {
    const { rows } = read(FIRST);
    const of = (name: string) => rows!.filter(({ id }) => id.includes(name));
    expect(of('test_simple_assertion').map(({ scores }) => scores.get('score'))).toEqual([1, 1, 0, 1, 1]);
    expect(of('test_negative').map(({ scores }) => scores.get('score'))).toEqual([0, 0, 0, 0, 0]);
    expect(of('test_negative')[0]!.source['reason']).toBe("Text: '3 apples.'\nCriterion: 'Has only coal'");
  });

  test('the share of tests that passed leaves out the one that only broke, and the one that is nan', () => {
    expect(claimOf(read(FIRST), 'pass_rate')).toMatchObject({ value: 0.8, measured: 5, expected: 6 });
    expect(claimOf(read(SECOND), 'pass_rate')).toMatchObject({ value: 0.75, measured: 4, expected: 5 });
  });

  describe('cells', () => {
    test('a quoted newline and doubled quotes survive', () => {
      expect(read(SECOND).rows![0]!.source['answer']).toBe('a, "quoted"\r\nline');
    });

    test('JSON in a cell is kept as it stands', () => {
      expect(read(SECOND).rows![2]!.source['retrieved']).toBe('[{"id": 1, "é": true}]');
    });

    test('blank is unmeasured, never 0', () => {
      const [first, second, third] = read(SECOND).rows!;
      expect(scoresOf(first)).toMatchObject({ duration_s: 8.73, input_tokens: 1240 });
      expect(scoresOf(second)).toMatchObject({ duration_s: null, input_tokens: 1180 });
      expect(scoresOf(third)).toMatchObject({ duration_s: 7.1, input_tokens: null });
      expect(second!.unmeasured.get('duration_s')).toMatch(/^evidence_missing/);
    });

    test('the means that the file states', () => {
      expect(valuesOf(read(SECOND))).toMatchObject({
        'mean_duration_s[test=test/test_agent.py::test_metrics]': 7.915,
        'mean_input_tokens[test=test/test_agent.py::test_metrics]': 1210,
      });
    });

    test('nan is unmeasured, with its reason', () => {
      const reading = read(SECOND);
      const [row] = reading.rows!.filter(({ id }) => id.endsWith('test_nan_score'));
      expect(row!.scores.get('score')).toBeNull();
      expect(row!.unmeasured.get('score')).toMatch(/^inconclusive: .*nan/);
      expect(reading.losses).toContainEqual(
        expect.stringMatching(/test_nan_score failed, though it was not measured/),
      );
    });

    test('a score above 1 is kept and told', () => {
      expect(read(SECOND).losses).toContain('scale: 1 scores are above 1');
    });
  });

  test('the date is the file name’s', () => {
    expect(read(FIRST).run).toMatchObject({
      date: '2026-09-10',
      generated_at: '2026-09-10T15:38:48.447387Z',
    });
  });
});
