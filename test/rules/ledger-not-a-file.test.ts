import { expect, it } from 'vitest';
import { ledgerNotAFile } from '../../src/rules/ledger-not-a-file.ts';
import { AFTER, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

it('finds a record that became a link (K020)', () => {
  expect(found(ledgerNotAFile, range(EVERY_CHANGE))).toEqual([
    expect.stringMatching(/^error results\/type\.json: This is a symlink, not a file, and a file stood here/),
  ]);
});

it('finds links and submodules that are added', () => {
  const added = (['symlink', 'submodule'] as const).map((kind) =>
    facts({ kind: 'added', path: `results/${kind}`, after: { ...AFTER, kind } }),
  );
  expect(found(ledgerNotAFile, range(added)).length).toBe(2);
});

it('finds a ledger that lies behind a submodule, whose history is elsewhere (K032)', () => {
  const directory = {
    directory: 'a/results',
    files: 'none',
    link: { path: 'a', kind: 'submodule' },
  } as const;
  expect(found(ledgerNotAFile, range([], [directory]))).toEqual([
    expect.stringMatching(/^error a: A submodule stands here, on the way to the ledger directory a\/results/),
  ]);
});
