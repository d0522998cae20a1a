import { defineRule } from '../core/rule.ts';
import { judgeRequirement, type RequirementFacts } from '../policy/requirement.ts';

export const requirementUnmeasured = defineRule({
  id: 'requirement/unmeasured',
  severity: 'warning',
  title: 'A change to guarded code adds no measured result that tells what it did.',
  why: 'What the policy names under `require` must not change without a measured result on either side of it. Where the policy enforces it the check is incomplete (exit 3), not passed.',
  advice:
    'Run the evaluation on the changed code and add its result to this change, comparable to the newest one that the base branch holds.',
  *check(requirements: readonly RequirementFacts[]) {
    for (const facts of requirements) {
      const verdict = judgeRequirement(facts);
      if (verdict.kind !== 'unmeasured') continue;
      const { id, series, enforce, touched } = facts;
      yield {
        path: touched[0] ?? null,
        data: { requirement: id, series, enforce, touched: [...touched], why: verdict.why },
      };
    }
  },
  message: ({ requirement, touched, why, enforce }) =>
    `The policy requires a measured result for changes to this path (require.${requirement}; ${touched.length} ${touched.length === 1 ? 'path is' : 'paths are'} touched), and there is none that tells: ${why}.${enforce ? ' The policy enforces this, so the check is incomplete.' : ''}`,
  remedy: ({ series }) =>
    `Run the evaluation on the code as it stands here and add the result (series ${series}) to this change.`,
});
