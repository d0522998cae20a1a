import { defineRule } from '../core/rule.ts';
import { judgeRequirement, type RequirementFacts } from '../policy/requirement.ts';
import { regressedMetric, regressedText } from './shared/changes.ts';

export const requirementRegressed = defineRule({
  id: 'requirement/regressed',
  severity: 'warning',
  title: 'A change to guarded code makes a measured result worse.',
  why: 'The paired comparison with the newest comparable result of the base branch finds a regression, more than chance explains. It blocks where the policy enforces the requirement.',
  advice:
    'Mend the change and measure again, or lower what is required in the policy, in a change of its own.',
  *check(requirements: readonly RequirementFacts[]) {
    for (const facts of requirements) {
      const verdict = judgeRequirement(facts);
      if (verdict.kind !== 'missed') continue;
      const compared = facts.offered.find(({ path }) => path === verdict.path)?.comparison?.metrics ?? [];
      const metrics = compared.filter(({ name }) => verdict.regressed.includes(name)).map(regressedMetric);
      const data = { requirement: facts.id, enforce: facts.enforce, metrics };
      yield { path: verdict.path, severity: facts.enforce ? ('error' as const) : ('warning' as const), data };
    }
  },
  message: ({ requirement, metrics, enforce }) =>
    `This result regressed compared with the last run (require.${requirement}): ${metrics.map(regressedText).join('; ')}.${enforce ? ' The policy enforces this requirement.' : ''}`,
  remedy: () => 'Mend the change, measure again, and add the new run beside this one.',
});
