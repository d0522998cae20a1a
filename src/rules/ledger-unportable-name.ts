import { defineRule } from '../core/rule.ts';
import type { RangeSubject } from './subject.ts';

export const ledgerUnportableName = defineRule({
  id: 'ledger/unportable-name',
  severity: 'warning',
  title: 'A name in the ledger does not fit every system.',
  why: 'A repository with such a name cannot be checked out whole on Windows: the record is missing there, and a commit that is made there can delete it.',
  advice:
    'Name files and folders with letters, digits, dot, underscore and hyphen. `portable: true` in the policy makes this an error.',
  *check({ names, portable }: RangeSubject) {
    for (const { path, of, misfit } of names) {
      if (misfit === null) continue;
      const severity = portable || misfit === 'length' ? 'error' : 'warning';
      yield { path, severity, data: { of, misfit } };
    }
  },
  message: ({ of, misfit }, { path }) => {
    const name = of === path ? 'This name' : `The folder ${of}`;
    switch (misfit) {
      case 'device':
        return `${name} stands for a device on Windows, so the repository cannot be checked out whole there.`;
      case 'character':
        return `${name} has a character that Windows does not allow in names (one of < > : " | ? * \\ or a control character), so the repository cannot be checked out whole there.`;
      case 'ending':
        return `${name} ends in a dot or a space, which Windows drops, so that it has another name there.`;
      case 'bytes':
        return `${name} is not UTF-8, so macOS and Windows cannot store it.`;
      case 'length':
        return `${name} is longer than any system can store (255 bytes a part, 4095 a path), so the record cannot be checked out.`;
    }
  },
  remedy: () => 'Choose another name before this is merged: later a new name counts as a lost record.',
});
