import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Row } from '../../src/core/reading.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne, valuesOf } from '../support/reading.ts';

describeField('promptfoo probe', (data) => {
  const reading = (name: string) => readOne(fileAt(join(data, 'promptfoo', name)));
  const stateOf = ({ error, scores, unmeasured }: Row) =>
    error?.kind ?? scores.get('passed') ?? unmeasured.get('passed')?.split(':')[0];

  test.each(['probe.json', 'probe.jsonl'])(
    '%s: 2 of 14 are measured, both passed; 12 are unmeasured',
    (name) => {
      const { rows } = reading(name);
      const states = new Map<string, unknown[]>();
      for (const row of rows!) {
        const test = row.id.replace(/ #.*/, '');
        states.set(test, [...(states.get(test) ?? []), stateOf(row)]);
      }
      expect(Object.fromEntries(states)).toEqual({
        ok: [true, true],
        'judge-no-pass-key': ['judge_refused', 'judge_refused'],
        'judge-garbage': ['judge_unparseable', 'judge_unparseable'],
        'judge-quota': ['judge_quota', 'judge_quota'],
        'judge-truncated': ['judge_unparseable', 'judge_unparseable'],
        'not-rubric-garbage': ['judge_unparseable', 'judge_unparseable'],
        'target-quota': ['target_quota', 'target_quota'],
      });
      expect(rows!.filter(({ scores }) => scores.get('passed') !== null).length).toBe(2);
      expect(rows!.filter(({ scores }) => scores.get('passed') === null).length).toBe(12);
      expect(rows!.map(({ sample }) => sample).sort()).toEqual([...Array(7).fill(1), ...Array(7).fill(2)]);
    },
  );

  test('the pass rate is over what was measured, beside both of promptfoo’s own', () => {
    const probe = reading('probe.json');
    expect(valuesOf(probe)).toMatchObject({ pass_rate: 1, score: 1, judge_pass_rate: 1 });
    expect(claimOf(probe, 'pass_rate')).toMatchObject({ measured: 1, expected: 7 });
    const rate = evidenceOf(probe).find(({ name }) => name === 'pass_rate');
    expect(rate).toMatchObject({ basis: { kind: 'rows', value: { value: 1 } } });
    expect(claimOf(probe, 'pass_rate_as_stated').ratio).toEqual({ numerator: 4, denominator: 14 });
    expect(claimOf(probe, 'pass_rate_as_stated_without_errors').ratio).toEqual({
      numerator: 4,
      denominator: 12,
    });
    expect(probe.losses).toContainEqual(
      expect.stringMatching(/counts passed 4, failed 8, errors 2; here passed 2, failed 0, unmeasured 12$/),
    );
  });

  test('run, target and judge', () => {
    expect(reading('probe.json')).toMatchObject({
      arm: null,
      tool_version: '0.121.20',
      run: { date: '2026-11-30', generated_at: '2026-11-30T15:48:14.824Z' },
      samples: 2,
      models: new Map([['agent', 'fake-target']]),
      judge: { route: 'file://judge.cjs', ruled: 2, unreached: 10 },
    });
    expect(reading('probe.jsonl')).toMatchObject({
      run: { date: null },
      judge: { route: 'file://judge.cjs' },
    });
  });
});
