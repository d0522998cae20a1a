import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { pointersOf } from './shared/judges.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly arm: string | null;
  /** The judge's route, or the model that a ruling names; `null` where the block names none. */
  readonly judge: string | null;
  readonly where: 'judge' | 'judged_by';
}

export const judgeOnScriptedRun = defineRule({
  id: 'judge/on-scripted-run',
  severity: 'error',
  title: 'A scripted run names a judge.',
  why: 'In a scripted run no model was called, so none graded it. A judge beside its numbers makes made-up scores look measured.',
  advice: 'Leave the judge out of a scripted run; or, if models were called, say "mode": "real".',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      const found = reading.mode === 'scripted' ? judgeOf(record, reading) : null;
      if (found === null) continue;
      yield { ...placeIn(record, found.pointer), data: found.data };
      // The judge's block is one for all arms.
      if (found.data.where === 'judge') return;
    }
  },
  message: ({ arm, judge, where }) => {
    const who = judge === null ? 'a judge' : `the judge ${judge}`;
    const by = `rulings by ${judge}${arm === null ? '' : ` (${arm})`}`;
    return `The run is scripted and has ${where === 'judge' ? who : by}. In a scripted run no model was called, so a judge makes made-up scores look measured.`;
  },
  remedy: ({ where }) =>
    where === 'judge'
      ? 'Take the "judge" block out; or say "mode": "real" if models were called.'
      : 'Write "judged_by": null where no model ruled; or say "mode": "real" if models were called.',
});

function judgeOf(record: RecordSubject, { arm, judge, rows }: Reading) {
  const at = pointersOf(record);
  if (judge !== null) {
    const data: Data = { arm, judge: judge.route, where: 'judge' };
    return { pointer: at.judge(), data };
  }
  for (const row of rows ?? []) {
    const index = row.judgments.findIndex(({ judged_by }) => judged_by !== null);
    if (index < 0) continue;
    const data: Data = { arm, judge: row.judgments[index]!.judged_by, where: 'judged_by' };
    return { pointer: at.row(row, 'judgments', index, 'judged_by'), data };
  }
  return null;
}
