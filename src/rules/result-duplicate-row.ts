import type { Row } from '../core/reading.ts';
import { defineRule } from '../core/rule.ts';
import { placeIn } from './shared/record.ts';
import { rowName } from './shared/rows.ts';
import type { RecordSubject } from './subject.ts';

export const resultDuplicateRow = defineRule({
  id: 'result/duplicate-row',
  severity: 'error',
  title: 'Two rows of a result are of the same case, arm, sample and turn.',
  why: 'A row that stands twice counts twice, and where the two differ nobody knows which was measured.',
  advice: 'Number repetitions of a case by "sample", and name arms by "arm". Delete what was written twice.',
  *check(record: RecordSubject) {
    for (const { rows } of record.readings) {
      const first = new Map<string, string>();
      for (const row of rows ?? []) {
        const key = keyOf(row);
        const seen = first.get(key);
        if (seen === undefined) first.set(key, row.pointer);
        else {
          yield { ...placeIn(record, row.pointer), data: { ...rowName(row), first: seen } };
        }
      }
    }
  },
  message: ({ id, arm, sample, turn, first }) => {
    const of = [
      `case "${id}"`,
      ...(arm === null ? [] : [`arm "${arm}"`]),
      `sample ${sample}`,
      ...(turn === null ? [] : [`turn ${turn}`]),
    ];
    return `This row is of ${of.join(', ')}, and so is ${first}. A row that stands twice counts twice in every average.`;
  },
  remedy: () =>
    'If the case was run several times, give each row its own "sample"; if the row was written twice, delete one.',
});

function keyOf({ id, arm, sample, turn }: Row): string {
  if (arm === null && turn === null) return `${sample} ${id}`;
  return JSON.stringify([id, arm, sample, turn]);
}
