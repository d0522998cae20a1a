import type { Path } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { type RegressedMetric, regressedMetric, regressedText } from './shared/changes.ts';
import type { RegressionFacts } from './subject.ts';

interface Data {
  /** The base of the comparison: the last comparable run, or the file itself where that holds both arms. */
  readonly base: Path;
  readonly arms: { readonly base: string | null; readonly head: string | null } | null;
  readonly metrics: readonly RegressedMetric[];
}

export const comparisonRegressed = defineRule({
  id: 'comparison/regressed',
  severity: 'note',
  title: 'An added result is worse than the last run of its series, more than chance explains.',
  why: 'A result can meet every threshold and still be much worse than the run before it. The paired comparison finds that; nobody should have to unfold a table to see it.',
  advice:
    'Look at the cases that fail now. Fix the change and measure again, or say why the loss is accepted. `regressed: warning` or `regressed: error` in the series makes more of it than a note; then every check compares, not only the action and `check --compare`.',
  *check(compared: readonly RegressionFacts[]): Iterable<RuleMatch<Data>> {
    for (const { comparison, severity, reported } of compared) {
      const { base, head, metrics } = comparison;
      const worse = metrics.filter(
        ({ name, verdict, decides }) => verdict === 'regressed' && decides && !reported.has(name),
      );
      if (worse.length === 0) continue;
      const arms = base.path === head.path ? { base: base.arm, head: head.arm } : null;
      yield {
        path: head.path,
        severity,
        data: { base: base.path, arms, metrics: worse.map(regressedMetric) },
      };
    }
  },
  message: ({ base, arms, metrics }) => {
    const than =
      arms === null
        ? `This result is worse than ${base}, the last run that it can be compared with`
        : `In this result ${arms.head ?? 'the candidate'} is worse than ${arms.base ?? 'the baseline'}`;
    return `${than}: ${metrics.map(regressedText).join('; ')}.`;
  },
  remedy: () =>
    'Look at the cases that fail now, fix the change, and add a new run beside this one; or say in the pull request why the loss is accepted.',
});
