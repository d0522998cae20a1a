import { defineRule } from '../core/rule.ts';
import type { ResultsSubject } from './subject.ts';

const SAME = {
  bytes: 'is byte for byte the same as',
  content: 'holds the same evidence as',
  source: 'was made from the very file that was recorded as',
} as const;

export const resultDuplicateEvidence = defineRule({
  id: 'result/duplicate-evidence',
  severity: 'warning',
  title: 'A result repeats the evidence of an older one under another name.',
  why: 'One run that is recorded twice looks like two measurements: a second date, a second run number, and a trend that nothing was measured for. Of a scripted run it is a note, since scripted runs are honestly equal.',
  advice:
    'Take the second record out before it is merged; one that has landed is retracted. A result that was retracted may be recorded again. Results that measured nothing are not looked at, nor equal results of another commit.',
  *check({ duplicates }: ResultsSubject) {
    for (const { path, ...data } of duplicates) {
      yield { path, severity: data.scripted ? 'note' : 'warning', data };
    }
  },
  message: ({ other, by, count, scripted }) => {
    const others = count === 2 ? 'one other result' : `${count - 1} other results`;
    const more = count === 1 ? '' : ` The same is true of ${others}.`;
    return scripted
      ? `This scripted run ${SAME[by]} ${other}.${more}`
      : `This result ${SAME[by]} ${other}.${more} One run must not pass for two measurements.`;
  },
  remedy: ({ other, scripted }) =>
    scripted
      ? 'Nothing has to be done.'
      : `If it is the run of ${other}, take this record out, or retract it once it has landed (\`evalguard retract\`). If it is a run of its own, let the harness write what sets it apart, such as outputs or times of its cases.`,
});
