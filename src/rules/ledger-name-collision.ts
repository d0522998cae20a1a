import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerNameCollision = defineRule({
  id: 'ledger/name-collision',
  severity: 'error',
  title: 'Two paths of the tree are one file on some systems.',
  why: 'Where case, Unicode form, invisible characters, trailing dots and spaces, `\\` and `/`, `:stream` or a short name such as `EVAL-2~1.JSO` make no difference, one of the two overwrites or hides the other at checkout, and the wrong content is committed back under a record’s name.',
  advice:
    'Give what is new a name that differs in more than case, accents’ spelling, or a trailing dot or space.',
  *check(subject: RangeSubject) {
    for (const { path, of, alike } of subject.names) {
      if (alike.length > 0) yield { path, data: { of, others: [...alike] } };
    }
  },
  message: ({ of, others }, { path }) =>
    `On some systems ${of === path ? 'this path' : `${of}, on the way to this path,`} and ${others.join(', ')} are one file: a checkout there keeps only one of them.`,
  remedy: ({ of }, { path }) => (of === path ? 'Rename the file that this change adds.' : `Rename ${of}.`),
});
