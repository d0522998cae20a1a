import { defineRule } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import type { ThresholdSubject } from './subject.ts';

export const thresholdUnmeasured = defineRule({
  id: 'threshold/unmeasured',
  severity: 'note',
  title: 'A threshold stands on a value that was not measured.',
  why: 'Unmeasured is neither zero nor a miss: an exhausted quota says nothing about quality. Where the threshold is enforced the check cannot say that it is met, so it is incomplete (exit 3), not passed.',
  advice: 'Measure the metric and record a new run.',
  *check({ thresholds }: ThresholdSubject) {
    for (const { path, arm, metric, verdict, reason, enforced, remedy, ...at } of thresholds) {
      if (verdict !== 'unmeasured') continue;
      const severity = enforced ? ('warning' as const) : ('note' as const);
      const data = { arm, metric, reason, enforced, remedy };
      yield { path, pointer: at.pointer, line: at.line, column: at.column, severity, data };
    }
  },
  message: ({ arm, metric, reason, enforced }) => {
    const of = arm === null ? '' : ` (${arm})`;
    const because = reason === null ? '' : `: ${reason}`;
    const weight = enforced ? ' The policy enforces this threshold, so the check is incomplete.' : '';
    return `${metric}${of} is ${UNMEASURED}${because}.${weight}`;
  },
  remedy: ({ enforced, remedy }) =>
    enforced ? remedy : 'Nothing has to be done for this to land; a later run can measure it.',
});
