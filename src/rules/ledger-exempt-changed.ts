import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

/** Files that are named; the first ones stand for the others. */
const NAMED = 8;

export const ledgerExemptChanged = defineRule({
  id: 'ledger/exempt-changed',
  severity: 'note',
  title: 'A file changed that the policy exempts from write-once.',
  why: 'An exempt file may change by design, and nothing stops it. A result that was exempted once could be rewritten unseen for ever, so each change of an exempt file is shown.',
  advice:
    'Nothing has to be done where the file changes by design, as a pointer to the latest run does. If it is a result, take its exemption out of the policy.',
  *check({ exempted }: RangeSubject) {
    const [path] = exempted;
    if (path !== undefined) yield { path, data: { paths: exempted.slice(0, NAMED), count: exempted.length } };
  },
  message: ({ paths, count }) =>
    `${count === 1 ? 'One file' : `${count} files`} of the ledger changed or went, and the policy exempts ${count === 1 ? 'it' : 'them'} from write-once: ${paths.join(', ')}${count > paths.length ? ` and ${count - paths.length} more` : ''}.`,
  remedy: () =>
    'Nothing has to be done where this is meant to change. If it is a result, record the new run under a name of its own and take the exemption out of the policy.',
});
