import { expect, it } from 'vitest';
import { ledgerRewrittenInRange } from '../../src/rules/ledger-rewritten-in-range.ts';
import type { RewrittenRecord } from '../../src/rules/subject.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

const restored: RewrittenRecord = {
  path: 'results/run.json',
  stands: true,
  added: null,
  commits: [
    { oid: 'a'.repeat(40), kind: 'changed' },
    { oid: 'b'.repeat(40), kind: 'deleted' },
    { oid: 'c'.repeat(40), kind: 'added' },
  ],
  base: 'd'.repeat(40),
};

it('finds nothing where only the range as a whole was looked at', () => {
  expect(found(ledgerRewrittenInRange, range(EVERY_CHANGE))).toEqual([]);
});

it('names the commits that changed a record of the base branch, and where to rebase from', () => {
  const [text] = found(ledgerRewrittenInRange, range([], [], [restored]));
  expect(text).toContain('error results/run.json: This record of the base branch was changed on the way');
  expect(text).toContain('aaaaaaaaaaaa changed it, bbbbbbbbbbbb deleted it, cccccccccccc added it again');
  expect(text).toContain('`git rebase -i dddddddddddd`');
});

it('names the commit that added a record which others did not leave alone, and counts what is too much to name', () => {
  const commits = Array.from({ length: 6 }, () => ({ oid: 'e'.repeat(40), kind: 'changed' as const }));
  const added: RewrittenRecord = { ...restored, stands: false, added: 'f'.repeat(40), commits, base: null };
  const [text] = found(ledgerRewrittenInRange, range([], [], [added]));
  expect(text).toContain('added on the way by ffffffffffff');
  expect(text).toContain('eeeeeeeeeeee changed it, and 2 more.');
  expect(text).toContain('`git rebase -i BASE`');
});
