import { defineRule } from '../core/rule.ts';
import { shellWord } from '../core/shell.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerEmpty = defineRule({
  id: 'ledger/empty',
  severity: 'error',
  title: 'A ledger directory holds nothing, in base and in head alike.',
  why: 'A misspelt directory would guard nothing and pass for ever.',
  advice:
    'Name the directory that holds your results under `ledger` in the policy. A README.md in it is enough to keep a new one.',
  *check(subject: RangeSubject) {
    for (const { directory, files, link } of subject.directories) {
      if (files === 'none' && link === null)
        yield { path: directory, data: { directory, pending: subject.pendingPolicy ?? null } };
    }
  },
  message: ({ directory, pending }) =>
    `The ledger directory ${directory} holds nothing, neither in base nor in head, so there is nothing that could be guarded.${pending === null ? '' : ` ${pending} on disk is not committed yet, so it does not count here.`}`,
  remedy: ({ pending }) =>
    pending !== null
      ? `Commit ${pending}. To try it before, run \`evalguard check --all --policy-file ${shellWord(pending)}\`.`
      : 'Correct `ledger` in evalguard.yaml, or add the first record (or a README.md) to the directory.',
});
