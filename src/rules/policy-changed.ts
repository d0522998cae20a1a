import { defineRule } from '../core/rule.ts';
import type { PolicySubject } from './subject.ts';

export const policyChanged = defineRule({
  id: 'policy/changed',
  severity: 'warning',
  title: 'The change alters the policy.',
  why: 'The policy says what is guarded and which bars a result has to meet. Whoever may change it unseen can switch the guard off, so every change to it is shown.',
  advice:
    'Review it as a change to the guard itself, and let a code owner approve it. It takes effect once it is on the base branch.',
  *check({ path, changed, loosenings, unusable }: PolicySubject) {
    // policy/repaired says it then.
    if (changed && unusable === null) yield { path, data: { loosened: loosenings.length } };
  },
  message: ({ loosened }) =>
    `The policy was changed. This change was judged by the policy of the base branch; the new one counts once it has landed${
      loosened === 0 ? ', and everything that was guarded stays guarded' : ''
    }.`,
  remedy: () =>
    'Review it as a change to the guard itself, and let a code owner of the policy approve it (CODEOWNERS).',
});
