import { defineRule } from '../core/rule.ts';
import type { PolicySubject } from './subject.ts';

export const policyRepaired = defineRule({
  id: 'policy/repaired',
  severity: 'warning',
  title: 'The change repairs a policy that could not be used.',
  why: 'Without a policy that can be read, nothing can be judged by it. So a change of the policy alone may repair it; what it gives up compared with the old one cannot be worked out.',
  advice:
    'Compare the old and the new policy line by line: thresholds, series, exemptions and requirements. Let a code owner approve it.',
  *check({ path, unusable }: PolicySubject) {
    if (unusable !== null) yield { path, data: { why: unusable.replace(/\s*\n\s*/g, ' ') } };
  },
  message: ({ why }) =>
    `${why} This change repairs it and touches nothing else. It was judged by the new policy and the default ledger; what the new policy gives up could not be compared.`,
  remedy: () =>
    'Compare both versions line by line, and let a code owner of the policy approve the change (CODEOWNERS).',
});
