import { isFile, type Kind } from '../core/ledger.ts';
import type { Path } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { restoreCommand } from '../core/shell.ts';
import type { RangeSubject } from './subject.ts';

interface Data {
  readonly kind: Kind;
  readonly was: Kind | null;
  /** The ledger directory that the link stands in the way of, or `null` for an entry inside one. */
  readonly directory: Path | null;
  readonly source: string | null;
}

export const ledgerNotAFile = defineRule({
  id: 'ledger/not-a-file',
  severity: 'error',
  title: 'Something in the ledger, or the ledger itself, is a link or a submodule.',
  why: 'Behind a link or a submodule the content can change while the entry in this repository stays the same, so nothing there is written once.',
  advice: 'Keep records as plain files in this repository. Copy what the link or submodule points at.',
  *check(subject: RangeSubject): Iterable<RuleMatch<Data>> {
    for (const { directory, link } of subject.directories) {
      if (link !== null)
        yield { path: link.path, data: { kind: link.kind, was: null, directory, source: null } };
    }
    for (const { change, source, staged } of subject.changes) {
      if (!('after' in change) || isFile(change.after.kind) || change.kind === 'modified') continue;
      const was = 'before' in change ? change.before.kind : null;
      const from = was === null ? null : staged ? 'HEAD' : source;
      yield { path: change.path, data: { kind: change.after.kind, was, directory: null, source: from } };
    }
  },
  message: ({ kind, was, directory }) => {
    if (directory !== null) {
      return `A ${kind} stands here, on the way to the ledger directory ${directory}. What lies behind it has no history in this repository, so it cannot be checked.`;
    }
    const before = was === null ? '' : `, and a ${was} stood here before`;
    return `This is a ${kind}, not a file${before}. What it points at can change without a trace.`;
  },
  remedy: ({ source }, { path }) =>
    source === null
      ? 'Put the records themselves there, as plain files.'
      : `Put the file back: \`${restoreCommand(path ?? '', source)}\`.`,
});
