import type { PathLine } from '../core/attributes.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

interface Data {
  readonly says: string;
  readonly does: PathLine['does'];
  readonly pattern: string;
  /** Lines of the ledger as it stands, reported together; 0 for a line of a range. */
  readonly standing: number;
}

export const ledgerAttributes = defineRule({
  id: 'ledger/attributes',
  severity: 'error',
  title: 'A line of .gitattributes or .gitignore reaches records.',
  why: 'Attributes can make git write other bytes at checkout than the repository holds, or merge two contents into one. Then everybody who clones reads another record than the one that was judged. An ignored record is left out by `git add` without a word.',
  advice:
    'Leave records out of such lines: write the pattern so that it does not reach the ledger, or put `results/** -text -filter -ident !working-tree-encoding -merge` (with the name of your ledger) behind it. `-text` keeps every byte.',
  *check({ lines }: RangeSubject): Iterable<RuleMatch<Data>> {
    if (lines === undefined) return;
    const { from, found } = lines;
    if (from === 'range') {
      for (const { file, line, says, does, pattern } of found) {
        const severity = does === 'rewrites' || does === 'merges' ? {} : { severity: 'warning' as const };
        yield { path: file, line, ...severity, data: { says, does, pattern, standing: 0 } };
      }
      return;
    }
    const [first] = found;
    if (first === undefined) return;
    const { file, line, says, does, pattern } = first;
    yield {
      ...{ path: file, line, severity: 'note' },
      data: { says, does, pattern, standing: found.length },
    };
  },
  message: ({ says, does, pattern, standing }) =>
    `\`${pattern}\` with \`${says}\` reaches records: ${EFFECTS[does]}.${standing > 1 ? ` ${standing} lines like this have landed; this is the first.` : ''}`,
  remedy: ({ does }) =>
    does === 'hides'
      ? 'Take the line away, narrow it, or let records through with the lines `!results/` and `!results/**` behind it (with the name of your ledger).'
      : 'Take the line away or narrow it; or switch the attribute off for the ledger in a line behind it, such as `results/** -text -filter -ident !working-tree-encoding -merge` (with the name of your ledger).',
});

const EFFECTS: Readonly<Record<PathLine['does'], string>> = {
  rewrites:
    'git writes other bytes into a work tree than the repository holds, or none at all, so a clone reads another record',
  merges: 'git merges two contents of a record without asking, into one that nobody measured',
  'line-ends': 'git changes the line ends of records that hold carriage returns, and with them their bytes',
  'adds-cr': 'git writes carriage returns into every record at checkout, so its digest in a clone is another',
  hides: '`git add` leaves them out without a word',
  clears: 'it switches the attribute off',
};
