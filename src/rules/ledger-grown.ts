import { defineRule } from '../core/rule.ts';
import { count as counted } from '../core/wording.ts';
import type { RangeSubject } from './subject.ts';

/** Files that are named; the first ones stand for the others. */
const NAMED = 8;

export const ledgerGrown = defineRule({
  id: 'ledger/grown',
  severity: 'note',
  title: 'A file grew, as the policy allows, and kept every row or line that the base holds.',
  why: 'The files of a series with `grows` may gain lines or rows, so this is no violation. What they gained is said, since a reviewer sees a changed file.',
  advice: 'Nothing has to be done.',
  *check({ changes }: RangeSubject) {
    const grown = changes.flatMap(({ change }) =>
      change.kind === 'grown' ? [{ path: change.path, by: change.by, count: change.count }] : [],
    );
    const [first] = grown;
    if (first !== undefined)
      yield { path: first.path, data: { files: grown.slice(0, NAMED), count: grown.length } };
  },
  message: ({ files, count }) => {
    const each = files.map(({ path, by, count: gained }) =>
      gained === 0
        ? `${path} holds the same ${by}, written in another way or order`
        : `${path} grew by ${counted(gained, by === 'lines' ? 'line' : 'row')}`,
    );
    return `${each.join('; ')}${count > files.length ? `; and ${counted(count - files.length, 'more file')}` : ''}. What the base holds stands as it was.`;
  },
  remedy: () => 'Nothing has to be done.',
});
