import { describe, expect, it } from 'vitest';
import { quack } from '../../src/formats/quack/quack.ts';
import { fixture } from '../support/fixture.ts';
import { claimOf, fileOf, readOne, scoresOf, statedOf, valuesOf } from '../support/reading.ts';

const HEAD =
  'test_name,planned_runs,executed_runs,successful_runs,overall_score,threshold,should_fail,passed,run_1_score,run_1_reason,run_2_score,run_2_reason';
const table = (...lines: readonly string[]) =>
  fileOf('q/20260101T000000Z_quack.csv', [HEAD, ...lines, ''].join('\r\n'));

describe('a file with the newer header', () => {
  const reading = readOne(fixture('quack/new.csv'));

  it('has two scores a test: the tool’s own over the plan, and the mean of what ran', () => {
    expect(valuesOf(reading)).toEqual({
      pass_rate: 1,
      planned_score: 0.625,
      executed_score: 0.875,
      'planned_score[test=t/a.py::test_ok]': 0.75,
      'executed_score[test=t/a.py::test_ok]': 0.75,
      'mean_duration_s[test=t/a.py::test_ok]': 2,
      'planned_score[test=t/a.py::test_short]': 0.5,
      'executed_score[test=t/a.py::test_short]': 1,
      'mean_duration_s[test=t/a.py::test_short]': 4,
      'planned_score[test=t/b.py::test_must_fail]': 0.25,
      'executed_score[test=t/b.py::test_must_fail]': 0.25,
    });
  });

  it('keeps a test that should fail out of the mean over tests, and bounds it from above', () => {
    expect(reading.definitions.get('planned_score')).toMatchObject({ where: { should_fail: false } });
    expect(statedOf(reading)).toEqual([
      ['planned_score[test=t/a.py::test_ok]', 0.5, null, 'met'],
      ['planned_score[test=t/a.py::test_short]', 0.4, null, 'met'],
      ['planned_score[test=t/b.py::test_must_fail]', null, 0.8, 'met'],
    ]);
    expect(claimOf(reading, 'planned_score[test=t/b.py::test_must_fail]').direction).toBe('lower');
  });

  it('has a row for each planned run; one that early stopping left out says so', () => {
    const rows = reading.rows!.filter(({ id }) => id === 't/a.py::test_short');
    expect(
      rows.map(({ sample, scores }) => [sample, scores.get('score'), scores.get('planned_score')]),
    ).toEqual([
      [1, 1, 1],
      [2, 1, 1],
      [3, null, 0],
      [4, null, 0],
    ]);
    expect(rows[3]!.unmeasured.get('score')).toBe('stopped_early');
  });

  it('keeps a quoted answer with its line break', () => {
    expect(reading.rows![0]!.source).toEqual({
      score: '1.0',
      reason: 'fine',
      duration_s: '2.5',
      answer: 'two\r\nlines, "quoted"',
    });
  });

  it('has no duration where a test recorded none', () => {
    const last = reading.rows!.at(-1)!;
    expect(last.scores.has('duration_s')).toBe(false);
    expect(reading.rows!.every(({ scores }) => !scores.has('answer'))).toBe(true);
  });
});

describe('a file with the old header', () => {
  const reading = readOne(fixture('quack/old.csv'));

  it('takes as many runs as there are, and a verdict that contradicts "at least" for one that meant "below"', () => {
    expect(reading.rows).toHaveLength(4);
    expect(statedOf(reading)).toEqual([
      ['planned_score[test=t/a.py::test_ok]', 0.5, null, 'met'],
      ['planned_score[test=t/b.py::test_must_fail]', null, 0.8, 'met'],
    ]);
    expect(reading.losses).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^planned_runs and executed_runs: not stated of 2 tests/),
        expect.stringMatching(/^should_fail: not stated of 2 tests/),
        'date: neither the file nor its name states one',
      ]),
    );
  });
});

describe('what stands for no score', () => {
  it.each([
    ['ValueError: kaboom', 'target_error'],
    ['RateLimitError: 429', 'target_quota'],
    ['ReadTimeout: ', 'target_timeout'],
    ['ServiceUnavailable: down', 'target_error'],
  ])('K105: a 0 with the reason "%s" is %s, and the other run is the score', (reason, kind) => {
    const reading = readOne(table(`t::x,2,2,1,0.5,0.8,False,False,1.0,,0.0,"${reason}"`));
    expect(reading.rows![1]).toMatchObject({ error: { kind, message: reason } });
    expect(claimOf(reading, 'executed_score[test=t::x]')).toMatchObject({
      value: 1,
      measured: 1,
      expected: 2,
    });
    expect(claimOf(reading, 'planned_score[test=t::x]').value).toBe(0.5);
  });

  it.each(['Text: 3 apples', 'Expected: more', 'no colon here', 'an Error: in words'])(
    'a 0 with the reason "%s" is a score',
    (reason) => {
      const reading = readOne(table(`t::x,1,1,0,0.0,0.8,False,False,0.0,${reason},,`));
      expect(claimOf(reading, 'executed_score[test=t::x]').value).toBe(0);
      expect(statedOf(reading)[0]![3]).toBe('missed');
    },
  );

  it('a test that should fail does not pass because it broke', () => {
    const reading = readOne(table('t::x,2,2,0,0.0,0.8,True,True,0.0,KeyError: a,0.0,KeyError: a'));
    expect(valuesOf(reading)).toEqual({
      pass_rate: null,
      'planned_score[test=t::x]': null,
      'executed_score[test=t::x]': null,
    });
    expect(statedOf(reading)).toEqual([['planned_score[test=t::x]', null, 0.8, null]]);
    expect(reading.losses).toContain('verdict: the file says that t::x passed, though it was not measured');
  });

  it.each(['nan', 'NaN', 'inf', '-inf', '', 'good'])('a score of "%s" is unmeasured', (score) => {
    const reading = readOne(table(`t::x,2,2,1,${score},0.8,False,False,${score},,1.0,`));
    expect(reading.rows![0]!.scores.get('score')).toBeNull();
    expect(claimOf(reading, 'planned_score[test=t::x]').value).toBeNull();
    expect(claimOf(reading, 'executed_score[test=t::x]').value).toBe(1);
    expect(claimOf(reading, 'pass_rate').value).toBeNull();
  });

  it('a run that is merely not in the file is not one that early stopping left out', () => {
    const reading = readOne(table('t::x,3,,1,0.3,0.8,False,False,1.0,,,'));
    expect(reading.rows!.map((row) => row.scores.get('planned_score'))).toEqual([1, null, null]);
    expect(scoresOf(reading.rows![2])).toMatchObject({ score: null });
  });
});

describe('damage', () => {
  it('does not build a list as long as a damaged cell says', () => {
    expect(readOne(table('t::x,1e15,1,1,1.0,0.8,False,True,1.0,,,')).rows).toHaveLength(1);
  });

  it('lines without a name are counted, not read', () => {
    expect(readOne(table(',1,1,1,1.0,0.8,False,True,1.0,,,')).losses).toContain(
      'rows: 1 line has no test_name and is not read',
    );
  });

  it.each(['a,b\n1,2', 'name,test_name,planned_runs', '{"test_name":1}', ''])(
    '%j is no such file',
    (text) => {
      expect(quack.detect(fileOf('results/x.csv', text))).toBe(false);
    },
  );
});
