import { expect, it } from 'vitest';
import type { RowOutcome } from '../../src/formats/promptfoo/grading.ts';
import { judgedScore } from '../../src/formats/promptfoo/rows.ts';

const ruling = (value: boolean | null) => ({
  score: 'judge_passed',
  item: null,
  value,
  judged_by: null,
  order: null,
});
const outcome = {
  error: null,
  components: [{ graded: true, why: 'judge_unparseable' }],
} as unknown as RowOutcome;

it.each([
  [[true, true], 1, null],
  [[true, false], 0.5, null],
  [[false, false], 0, null],
  [[true, null], null, 'judge_unparseable'],
  [[null, null], null, 'judge_unparseable'],
  [[], null, 'not_applicable'],
] as const)('rulings %j come to %j: what was not reached leaves no mean', (values, value, why) => {
  expect(judgedScore(values.map(ruling), outcome)).toMatchObject({ value, why });
});
