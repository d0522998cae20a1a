import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { judgedScores } from '../measures/evidence/observed.ts';
import { placeIn } from './shared/record.ts';
import { listNames } from './shared/rows.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly count: 'ruled' | 'unreached' | 'undisclosed' | 'served';
  readonly arm: string | null;
  readonly stated: number | readonly string[];
  readonly counted: number | readonly string[];
}

const COUNTS = ['ruled', 'unreached', 'undisclosed'] as const;

const MEANS: Readonly<Record<(typeof COUNTS)[number], string>> = {
  ruled: 'judgments with a value',
  unreached: 'judgments without one',
  undisclosed: 'rulings of which no model is named',
};

export const judgeTally = defineRule({
  id: 'judge/tally',
  severity: 'error',
  title: 'The judge’s counts are not those of the judgments in the rows.',
  why: 'How many claims were ruled on, and by which model, is what the judged numbers rest on. Counts that differ from the rows mean that judgments were lost, or added.',
  advice: 'Count the judgments of all rows: with a value, without one, and without a named model.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      const { judge, arm } = reading;
      const tallied = tallyOf(reading);
      if (judge === null || tallied === null) continue;
      const place = placeIn(record, record.native === null ? null : `/judge/${arm ?? 'baseline'}`);
      for (const count of COUNTS) {
        const stated = judge[count];
        if (stated === null || fits(tallied, count, stated)) continue;
        yield { ...place, data: { count, arm, stated, counted: tallied[count] } };
      }
      const strangers = tallied.served.filter((model) => !judge.served.includes(model));
      const missing = tallied.whole ? judge.served.filter((model) => !tallied.served.includes(model)) : [];
      if (judge.served.length > 0 && strangers.length + missing.length > 0)
        yield { ...place, data: { count: 'served', arm, stated: judge.served, counted: tallied.served } };
    }
  },
  message: ({ count, arm, stated, counted }) => {
    const of = arm === null ? '' : ` of the ${arm}`;
    if (count === 'served')
      return `The judge${of} is said to be served by ${spell(stated)}; the judgments name ${spell(counted)}.`;
    return `The judge${of} states ${count} ${spell(stated)}; the rows hold ${spell(counted)} ${MEANS[count]}.`;
  },
  remedy: () => 'Count the judgments that stand in the rows, and state those counts.',
});

/** Where only some judged rows hold their judgments there may be more, never fewer. */
function fits(tallied: Tallied, count: (typeof COUNTS)[number], stated: number): boolean {
  return tallied.whole ? stated === tallied[count] : stated >= tallied[count];
}

function spell(value: number | readonly string[]): string {
  if (typeof value === 'number') return String(value);
  return value.length === 0 ? 'none' : listNames(value);
}

/** The judgments of all rows, counted. */
export interface Tallied {
  readonly ruled: number;
  readonly unreached: number;
  readonly undisclosed: number;
  /** The models that the judgments name, sorted. */
  readonly served: readonly string[];
  /** Whether every row with a judged score holds its judgments: else these are the least that there were. */
  readonly whole: boolean;
}

/** Counts the judgments that rows hold; `null` where none holds any: the judge's own counts are claims then. */
export function tallyOf(reading: Reading): Tallied | null {
  const rows = reading.rows ?? [];
  const judgments = rows.flatMap((row) => row.judgments);
  if (judgments.length === 0) return null;
  const ruled = judgments.filter(({ value }) => value !== null);
  const judged = judgedScores(reading);
  const silent = rows.some((row) =>
    [...row.scores].some(
      ([name, value]) =>
        value !== null && judged.has(name) && !row.judgments.some(({ score }) => score === name),
    ),
  );
  const served = ruled.flatMap(({ judged_by }) => judged_by ?? []);
  return {
    ruled: ruled.length,
    unreached: judgments.length - ruled.length,
    undisclosed: ruled.filter(({ judged_by }) => judged_by === null).length,
    served: [...new Set(served)].sort(),
    whole: !silent,
  };
}
