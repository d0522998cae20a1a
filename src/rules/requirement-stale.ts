import type { Path } from '../core/path.ts';
import { defineRule } from '../core/rule.ts';
import type { RequirementFacts } from '../policy/requirement.ts';

const SHOWN = 5;

export const requirementStale = defineRule({
  id: 'requirement/stale',
  severity: 'warning',
  title: 'A result that a requirement asks for was measured on other code than head holds.',
  why: 'Between the measured tree and head some of the guarded paths differ, so the numbers are not of the code that would land.',
  advice: 'Measure again on the code as it stands, and record a new run.',
  *check(requirements: readonly RequirementFacts[]) {
    for (const { id, offered } of requirements) {
      for (const { path, freshness } of offered) {
        if (freshness.kind !== 'stale') continue;
        const paths: readonly Path[] = freshness.paths;
        yield {
          path,
          data: { requirement: id, paths: paths.slice(0, SHOWN), more: Math.max(0, paths.length - SHOWN) },
        };
      }
    }
  },
  message: ({ requirement, paths, more }) =>
    `This result was measured on other code than head holds (require.${requirement}): ${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''} differ, so it says nothing of this change.`,
  remedy: () => 'Measure again on the code as it stands here, and add the new run beside this one.',
});
