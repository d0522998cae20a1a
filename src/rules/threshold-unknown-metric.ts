import { defineRule } from '../core/rule.ts';
import type { ThresholdSubject } from './subject.ts';

export const thresholdUnknownMetric = defineRule({
  id: 'threshold/unknown-metric',
  severity: 'warning',
  title: 'A threshold names a metric that the result does not have.',
  why: 'A bar on a misspelt metric is never reached and never missed: it holds nothing.',
  advice: 'Correct the name in the policy, or let the harness emit the metric.',
  *check({ thresholds }: ThresholdSubject) {
    for (const { path, metric, unknown } of thresholds) {
      if (unknown !== null) yield { path, data: { metric, nearest: unknown.nearest } };
    }
  },
  message: ({ metric, nearest }) =>
    `The policy has a threshold on ${metric}, which this result does not state${nearest === null ? '' : `; it states ${nearest}`}. The threshold is unmeasured here.`,
  remedy: () =>
    'Correct the metric’s name in evalguard.yaml, or let the harness emit it (null with a reason where it could not be measured).',
});
