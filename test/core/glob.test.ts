import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRooted, provablyDisjoint, wrongGlob } from '../../src/core/glob.ts';
import { matchesGlob } from '../../src/core/series.ts';

const globs = fc
  .array(
    fc.constantFrom('a', 'b', '.', '-', '*', '?', '[ab]', '{a,b}', '{a,}', '@(a|b)', '!(a)', '+(b)', '\\a'),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.join(''));
const names = fc
  .array(fc.constantFrom('a', 'b', '.', '-'), { minLength: 1, maxLength: 5 })
  .map((letters) => letters.join(''));

describe('provablyDisjoint', () => {
  it('never says so of globs that a file name matches both', () => {
    fc.assert(
      fc.property(globs, globs, names, (a, b, name) => {
        fc.pre(matchesGlob(a, name) && matchesGlob(b, name));
        expect(provablyDisjoint(a, b)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['eval-*.json', 'latency-*.json', true],
    ['*.json', '*.csv', true],
    ['eval-*.json', 'eval-a-*.json', false],
    ['*.json', 'a.json', false],
    ['a/*.json', 'b/*.json', false],
  ])('says of %j and %j: %j', (a, b, disjoint) => {
    expect(provablyDisjoint(a, b)).toBe(disjoint);
    expect(provablyDisjoint(b, a)).toBe(disjoint);
  });
});

describe('isRooted', () => {
  it('is false only where the directory that a path is seen from does not matter', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', '*', '**', '?', '!(a)', '{a,b/a}'), {
      minLength: 1,
      maxLength: 3,
    });
    const path = fc
      .array(fc.constantFrom('a', 'b', '.c'), { minLength: 1, maxLength: 3 })
      .map((list) => list.join('/'));
    fc.assert(
      fc.property(parts, path, fc.constantFrom('a', 'x/y', '.z'), (list, seen, directory) => {
        const glob = list.join('/');
        fc.pre(!isRooted(glob) && glob.includes('/'));
        expect(matchesGlob(glob, `${directory}/${seen}`)).toBe(matchesGlob(glob, seen));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('wrongGlob', () => {
  it.each([
    '*.json',
    '**/*',
    '!(latest).json',
    'a b',
    '[ab].json',
    '{a,b}/**',
    './a',
    '..a/*',
    '\\[a\\].json',
  ])('takes %j', (glob) => {
    expect(wrongGlob(glob)).toBeNull();
  });
});
