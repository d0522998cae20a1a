import { dayAfter, momentOf } from '../core/calendar.ts';
import { readName } from '../core/name-pattern.ts';
import { baseName } from '../core/path.ts';
import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { namePatternOf, placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly from: 'generated_at' | 'date' | 'name';
  readonly says: string;
  /** The last day that could be true: the UTC day after the commit's. */
  readonly latest: string;
}

export const resultDate = defineRule({
  id: 'result/date',
  severity: 'error',
  title: 'A result is dated after the commit that adds it.',
  why: 'The newest result of a series is the one that counts. One from the future would stay the newest whatever is measured after it.',
  advice: 'Check the clock of the machine that ran it, and that dates are written as UTC.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    if (record.committed === null) return;
    const latest = dayAfter(record.committed);
    for (const reading of record.readings) {
      const late = datesOf(record, reading).find(({ day }) => day > latest);
      if (late === undefined) continue;
      const { from, says } = late;
      yield { ...placeIn(record, pointerOf(record, from)), data: { from, says, latest } };
      return;
    }
  },
  message: ({ from, says, latest }) =>
    `${from === 'name' ? 'The file name' : from} says ${says}, which is later than ${latest}, the day after the commit that holds it. A run cannot be recorded before it ran, and this one would stay the newest of its series for as long.`,
  remedy: () =>
    'Correct the date (UTC) before the file is merged; if the commit is dated wrongly, commit it again.',
});

interface Dated extends Pick<Data, 'from' | 'says'> {
  readonly day: string;
}

function datesOf(record: RecordSubject, { run }: Reading): readonly Dated[] {
  const dates: Dated[] = [];
  const instant = run.generated_at === null ? null : momentOf(run.generated_at);
  if (run.generated_at !== null && instant !== null) {
    dates.push({ from: 'generated_at', says: run.generated_at, day: dayOf(instant) });
  }
  if (run.date !== null) dates.push({ from: 'date', says: run.date, day: run.date });
  const pattern = namePatternOf(record);
  const named = pattern === null ? null : readName(pattern, baseName(record.path)).date;
  if (named !== null) dates.push({ from: 'name', says: named, day: named });
  return dates.filter(({ day }) => /^\d{4}-\d{2}-\d{2}$/.test(day));
}

/** The place of the date; a team's own JSON has it where its mapping says. */
function pointerOf({ series, native }: RecordSubject, from: Data['from']): string | null {
  if (from === 'name') return null;
  if (native !== null) return `/${from}`;
  const place = series !== null && 'mapping' in series.format ? series.format.mapping[from] : null;
  return typeof place === 'string' ? place : null;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
