import { expect, it } from 'vitest';
import { ledgerModified } from '../../src/rules/ledger-modified.ts';
import { AFTER, BEFORE, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

const change = { kind: 'modified', path: 'results/a b.json', before: BEFORE, after: AFTER } as const;

it('finds changed content alone, whatever else changes', () => {
  expect(found(ledgerModified, range(EVERY_CHANGE)).map((text) => text.split(':')[0])).toEqual([
    'error results/modified.json',
  ]);
});

it('tells metrics that changed, unmeasured as such, and a command that can be pasted', () => {
  const difference = {
    kind: 'values',
    metrics: [
      { name: 'completion_rate', before: 1, after: 0, absent: null },
      { name: 'support', before: 0.9, after: null, absent: null },
      { name: 'gone', before: 2, after: null, absent: 'after' },
    ],
    values: [],
    more: 3,
    at: null,
  } as const;
  const [text] = found(ledgerModified, range([facts(change, { difference })]));
  expect(text).toContain(
    'completion_rate 1 -> 0, support 0.9 -> n/a (unmeasured), gone 2 -> absent, and 3 more.',
  );
  expect(text).toContain(
    `\`git restore --staged --worktree --source=${'c'.repeat(40)} -- ':/results/a b.json'\``,
  );
});

it('points at the first value that changed', () => {
  const at = { pointer: '/aggregate/support', line: 12, column: 5 };
  const difference = { kind: 'values', metrics: [], values: [], more: 0, at } as const;
  const [finding] = ledgerModified.check(range([facts(change, { difference })]));
  expect(finding).toMatchObject({ path: 'results/a b.json', ...at });
});

it('says that only white space changed (K014)', () => {
  const [text] = found(ledgerModified, range([facts(change, { difference: { kind: 'whitespace' } })]));
  expect(text).toContain('Only white space changed');
});

it('restores from HEAD before a commit', () => {
  const [text] = found(ledgerModified, range([facts(change, { staged: true })]));
  expect(text).toContain('--source=HEAD -- ');
});

it('says that lines were only added, and what of the policy would allow it', () => {
  const allow =
    'To accept lines at its end, put `log: { files: "./log.jsonl", grows: lines }` under `series:` …';
  const difference = { kind: 'appended', lines: 3, allow } as const;
  const [text] = found(ledgerModified, range([facts(change, { difference })]));
  expect(text).toContain('Only 3 lines were added at its end.');
  expect(text).toContain(`→ ${allow} Otherwise: put it back:`);
});
