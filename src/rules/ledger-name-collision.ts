import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerNameCollision = defineRule({
  id: 'ledger/name-collision',
  severity: 'error',
  title: 'Two paths of the tree are one file on some systems.',
  why: 'Where case, Unicode form, trailing dots and spaces or `:stream` make no difference, one of the two overwrites the other at checkout, and the wrong content is committed back under a record’s name.',
  advice:
    'Give the new record a name that differs in more than case, accents’ spelling, or a trailing dot or space.',
  *check(subject: RangeSubject) {
    for (const { change, collisions } of subject.changes) {
      if (collisions.length > 0)
        yield { path: change.path, data: { others: [...collisions], repeated: false } };
    }
    for (const path of subject.repeated) yield { path, data: { others: [path], repeated: true } };
  },
  message: ({ others, repeated }) =>
    repeated
      ? 'The tree lists this name more than once, so it is not known which content a checkout gives.'
      : `On some systems this path and ${others.join(', ')} are one file: a checkout there keeps only one of them.`,
  remedy: ({ repeated }) =>
    repeated
      ? 'Write the tree anew with git itself (`git fsck` names the fault).'
      : 'Rename the file that this change adds.',
});
