import { defineRule } from '../core/rule.ts';
import { restoreCommand } from '../core/shell.ts';
import { describeUngrown } from './shared/changes.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerRowChanged = defineRule({
  id: 'ledger/row-changed',
  severity: 'error',
  title: 'A file that may only grow changed or lost a row or line that the base holds.',
  why: 'The policy lets the files of the series grow, since each row of them is a result of its own. A row that changes or goes is a result that is rewritten or hidden, however many others come with it.',
  advice:
    'Put the rows of the base back as they were and leave the new ones in. A corrected result is a row of its own, under a key of its own. What changes by design, as a rank does, is named under `ignore` in a change of the policy alone.',
  *check({ changes }: RangeSubject) {
    for (const { change, difference, source, staged } of changes) {
      if (change.kind !== 'modified' || difference?.kind !== 'ungrown') continue;
      const { at, kind: _, ...data } = difference;
      yield { path: change.path, ...at, data: { ...data, source, staged } };
    }
  },
  message: ({ source: _source, staged: _staged, ...ungrown }) => {
    const what = ungrown.by === 'lines' ? 'lines at its end' : 'rows';
    return `This file may grow by ${what}, and what landed in it stays as it is. ${describeUngrown({ kind: 'ungrown', at: null, ...ungrown })}`;
  },
  remedy: ({ by, reason, source, staged }, { path }) => {
    const restore = restoreCommand(path ?? '', staged ? 'HEAD' : source);
    if (reason !== null) {
      return `Correct the file, or \`key\`, \`ignore\` and \`rows\` of its series in the policy, so that each row is known by its key. \`${restore}\` puts the old content back.`;
    }
    return by === 'lines'
      ? `Put the lines of the base first, byte for byte, and yours behind them: \`${restore}\`, then add yours again.`
      : `Put those rows back as they were and keep the new ones: \`${restore}\`, then add yours again. A corrected result is a row under a key of its own.`;
  },
});
