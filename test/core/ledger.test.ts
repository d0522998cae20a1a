import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breaksWriteOnce,
  type Change,
  type Entry,
  lostContents,
  type Removal,
} from '../../src/core/ledger.ts';

const path = 'results/run.json';
const file = (oid: string): Entry => ({ oid, kind: 'file' });

/** What a path held from commit to commit, one letter for a content and `-` for nothing, as removals. */
function removals(contents: string): readonly Removal[] {
  return [...contents].slice(1).flatMap((after, at): Removal[] => {
    const before = contents[at]!;
    if (before === '-' || before === after) return [];
    const change =
      after === '-'
        ? ({ kind: 'deleted', path, before: file(before) } as const)
        : ({ kind: 'modified', path, before: file(before), after: file(after) } as const);
    return [{ commit: `commit ${at + 1}`, parent: 0, change }];
  });
}

function fates(contents: string): string {
  const last = contents.at(-1)!;
  return lostContents(removals(contents), last === '-' ? null : file(last))
    .map(({ content, now }) => `${content.oid} ${now}`)
    .join(', ');
}

describe('what became of each content', () => {
  it.each([
    ['a', ''],
    ['ab', 'a gone'],
    ['a-', 'a gone'],
    ['a-a', 'a stands'],
    ['aba', 'a stands, b meanwhile'],
    ['abc', 'a gone, b gone'],
    ['abcb', 'a gone, b stands, c meanwhile'],
    ['ab-a', 'a stands, b meanwhile'],
    ['abab', 'a gone, b stands'],
    ['a-b', 'a gone'],
    ['a-bc', 'a gone, b gone'],
  ])('%s: %s', (contents, expected) => {
    expect(fates(contents)).toBe(expected);
  });

  it('is told of every content that the path held and does not hold now, once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', '-'), { minLength: 1, maxLength: 12 }), (all) => {
        const contents = `a${all.join('')}`;
        const now = contents.at(-1);
        const lost = lostContents(removals(contents), now === '-' ? null : file(now!));
        const held = new Set([...contents].filter((one) => one !== '-' && one !== now));
        const gone = lost.filter((one) => one.now !== 'stands').map(({ content }) => content.oid);
        expect(gone.sort()).toEqual([...held].sort());
      }),
    );
  });
});

describe('what breaks write-once', () => {
  const link: Entry = { oid: 'l', kind: 'symlink' };
  const cases: readonly (readonly [Change, boolean])[] = [
    [{ kind: 'added', path, after: file('a') }, false],
    [{ kind: 'modified', path, before: file('a'), after: file('b') }, true],
    [{ kind: 'deleted', path, before: file('a') }, true],
    [{ kind: 'renamed', path: 'x', from: path, before: file('a'), after: file('a') }, true],
    [{ kind: 'type', path, before: file('a'), after: link }, true],
    [{ kind: 'type', path, before: link, after: file('a') }, false],
    [{ kind: 'mode', path, before: file('a'), after: { oid: 'a', kind: 'executable' } }, false],
  ];
  it.each(cases)('%o: %s', (change, expected) => {
    expect(breaksWriteOnce(change)).toBe(expected);
  });
});
