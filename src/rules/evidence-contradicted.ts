import { getOrMake } from '../core/maps.ts';
import { formatNumber } from '../core/quantity.ts';
import type { Doubt, Reading, Row } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { placeIn } from './shared/record.ts';
import { listNames, NAMED, type RowName, rowName, spellRow } from './shared/rows.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly score: string;
  readonly arm: string | null;
  readonly by: Doubt['by'];
  /** The value that the first row states, and what contradicts it. */
  readonly value: number | boolean | string | null;
  readonly because: string;
  readonly rows: readonly RowName[];
  readonly count: number;
}

export const evidenceContradicted = defineRule({
  id: 'evidence/contradicted',
  severity: 'warning',
  title: 'A score is contradicted by another field of its row.',
  why: 'A grader that failed is often written as a full score, with the error as its reason. Where two fields of one row disagree, nobody can tell which of them was measured.',
  advice:
    'Where the grader failed, the score is null with a reason. Where two fields say the same thing, write one, or compute one from the other.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured') continue;
      for (const { doubt, rows } of groupsOf(reading)) {
        const [first] = rows;
        if (first === undefined) continue;
        const { score, by, because } = doubt;
        const names = rows.slice(0, NAMED).map(rowName);
        const value = first.scores.get(score) ?? null;
        yield {
          ...placeIn(record, first.pointer),
          data: { score, arm: reading.arm, by, value, because, rows: names, count: rows.length },
        };
      }
    }
  },
  message: ({ score, arm, value, because, rows, count }) => {
    const [first, ...others] = rows;
    const of = arm === null ? score : `${score} (${arm})`;
    const row = first === undefined ? 'a row' : spellRow(first);
    const stated = typeof value === 'number' ? formatNumber(value) : String(value);
    const more =
      count > 1
        ? ` The same is true of ${count - 1} more: ${listNames(
            others.map((each) => spellRow(each)),
            count - 1,
          )}.`
        : '';
    return `The score ${of} of ${row} is ${stated}, and ${because}.${more} The value stands in the report; an enforced threshold counts such a row as unmeasured.`;
  },
  remedy: ({ by }) =>
    by === 'error'
      ? 'If the grader failed, write null and the reason in place of the score, and run these cases again; if it did not, say in its reason why the score was given.'
      : 'Find out which of the two fields is right, and correct what writes the other; then record a new run.',
});

/** The doubted rows by score and kind, each row once. */
function groupsOf({ rows }: Reading) {
  const groups = new Map<string, { readonly doubt: Doubt; readonly rows: Row[] }>();
  for (const row of rows ?? []) {
    for (const doubt of row.doubts ?? []) {
      const key = JSON.stringify([doubt.score, doubt.by]);
      const group = getOrMake(groups, key, () => ({ doubt, rows: [] }));
      if (group.rows.at(-1) !== row) group.rows.push(row);
    }
  }
  return [...groups.values()];
}
