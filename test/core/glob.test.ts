import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import {
  escapeGlob,
  isRooted,
  matchesGlob,
  provablyDisjoint as proven,
  wrongGlob,
} from '../../src/core/glob.ts';
import { trials } from '../support/trial.ts';

const provablyDisjoint = (a: string, b: string, budget = { steps: 1_000_000 }) => proven(a, b, budget);

const plain = fc.constantFrom('a', 'b', '.', '-', '1', 'é', 'json', '\\[', '\\*', '\\{');
const wild = fc.constantFrom('*', '*', '*', '?', '[ab]', '[!a]', '[^b]', '[a-z]', '[0-9]', '[.a]', '[a-]');
const inBraces = fc.letrec((tie) => ({
  braces: fc
    .array(
      fc
        .array(fc.oneof({ depthSize: 'small' }, plain, wild, tie('braces')), { minLength: 1, maxLength: 3 })
        .map((pieces) => pieces.join('')),
      { minLength: 2, maxLength: 3 },
    )
    .map((options) => `{${options.join(',')}}`),
})).braces as fc.Arbitrary<string>;
const part = fc
  .array(
    fc.oneof(
      { arbitrary: plain, weight: 4 },
      { arbitrary: wild, weight: 4 },
      { arbitrary: inBraces, weight: 1 },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(''))
  // Two stars in a row are refused unless they are a whole part, and two dots are a range to picomatch.
  .filter((text) => !/\*\*|\.\./.test(text) && text !== '.');
const globs = fc
  .array(fc.oneof({ arbitrary: part, weight: 3 }, { arbitrary: fc.constant('**'), weight: 1 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join('/'));

const fileName = fc
  .array(fc.constantFrom('a', 'b', '.', '-', '1', 'é', 'c', 'json'), { minLength: 1, maxLength: 5 })
  .map((letters) => letters.join(''))
  .filter((name) => name !== '.' && name !== '..');
const paths = fc.array(fileName, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

/** What picomatch says. It takes the "!" in [!a] for a letter, and asks for something behind the dot of a lone *.*. */
function oracle(glob: string): (path: string) => boolean {
  const equal = glob.replaceAll('[!', '[^').replace(/(^|\/)\*\.\*$/, '$1*.{,?*}');
  return picomatch(equal, { dot: true, nonegate: true });
}

describe('matchesGlob', () => {
  it('says what picomatch says, in at most as many steps as the product of the lengths (A2)', () => {
    fc.assert(
      fc.property(globs, fc.array(paths, { minLength: 4, maxLength: 4 }), (glob, tried) => {
        // To picomatch an option that is a star is also nothing, and then `a/**/{b,*}` is `a`.
        fc.pre(wrongGlob(glob) === null && !/\*\*\/\{[^/]*\*/.test(glob));
        const expected = oracle(glob);
        for (const path of tried) {
          const tally = { steps: 0 };
          expect([glob, path, matchesGlob(glob, path, tally)]).toEqual([glob, path, expected(path)]);
          expect(tally.steps).toBeLessThanOrEqual((glob.length + 2) * (path.length + 2));
        }
      }),
      { numRuns: trials(4_000), seed: 20_261_203 },
    );
  });

  it.each([
    ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(200)],
    [`${'**/'.repeat(100)}x`, 'a/'.repeat(300).concat('a')],
    [`${'*?'.repeat(100)}b`, 'a'.repeat(400)],
    [`${'{a,aa,aaa}'.repeat(40)}b`, 'a'.repeat(250)],
    [`${'{a,{a,{a,{a,{a,a}}}}}'.repeat(20)}b`, 'a'.repeat(250)],
    [`${'{,a}'.repeat(100)}b`, 'a'.repeat(100)],
    [`${'[a-z]*'.repeat(80)}1`, 'q'.repeat(400)],
  ])('does not go back over what it has read: %j (A2)', (glob, path) => {
    const tally = { steps: 0 };
    expect(wrongGlob(glob)).toBeNull();
    expect(matchesGlob(glob, path, tally)).toBe(false);
    expect(tally.steps).toBeLessThanOrEqual((glob.length + 2) * (path.length + 2));
  });

  it.each([
    ['docs/**', 'docs/a/b.md', true],
    ['{docs/**,README.md}', 'docs/a.md', true],
    ['{docs/**,README.md}', 'README.md', true],
    ['{docs/**,README.md}', 'lib/README.md', false],
    ['{src,lib}/**/*.{ts,tsx}', 'lib/a/b.tsx', true],
    ['a/{**,b}/c', 'a/c', true],
    ['a/{**/,}c', 'a/x/y/c', true],
    ['**/*.json', 'x.json', true],
    ['./a.json', 'a.json', true],
    ['./a.json', 'x/a.json', false],
    ['[+-9].json', '/.json', false],
    ['a?c', 'a/c', false],
    ['a[!b]c', 'a/c', false],
    ['?', '😀', true],
    ['?', '\udc80', true],
    ['[a-z]', 'A', false],
    ['eval+x@y!z,~$^#= .json', 'eval+x@y!z,~$^#= .json', true],
    ['a\\\\b', 'a\\b', true],
    ['[]', 'x', null],
  ])('%j of %j: %j', (glob, path, matches) => {
    if (matches === null) expect(() => matchesGlob(glob, path)).toThrow('no character');
    else expect(matchesGlob(glob, path)).toBe(matches);
  });

  it('takes what escapeGlob gives for the text alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fileName, (text, other) => {
        fc.pre(!/^\.{1,2}$|\//.test(text) && text.trim() !== '');
        expect(wrongGlob(escapeGlob(text))).toBeNull();
        expect(matchesGlob(escapeGlob(text), text)).toBe(true);
        expect(matchesGlob(escapeGlob(text), other)).toBe(other === text);
      }),
    );
  });
});

describe('provablyDisjoint', () => {
  it('never says so of globs that a file matches both', () => {
    fc.assert(
      fc.property(globs, globs, paths, (a, b, path) => {
        // What is matched at any depth is longer by the stars before it.
        fc.pre(a.length < 450 && b.length < 450);
        fc.pre([a, b].every((glob) => wrongGlob(glob) === null && seriesMatches(glob, path)));
        expect(provablyDisjoint(a, b)).toBe(false);
      }),
      { numRuns: trials(500) },
    );
  });

  it('is exact: where it does not say so, some short path matches both', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '{a,bb}', '/', '/**/'), {
      minLength: 1,
      maxLength: 4,
    });
    const short = allPaths(['a', 'b', '/'], 6);
    const small = pieces.map((list) => list.join(''));
    const asked = (glob: string) =>
      glob
        .replaceAll('{a,bb}', 'bb')
        .replaceAll('[ab]', 'a')
        .replace(/\*+\/?/g, '').length;
    fc.assert(
      fc.property(small, small, (a, b) => {
        fc.pre(wrongGlob(a) === null && wrongGlob(b) === null);
        const shared = short.some((path) => seriesMatches(a, path) && seriesMatches(b, path));
        if (shared) expect([a, b, provablyDisjoint(a, b)]).toEqual([a, b, false]);
        // No shortest common path is longer than what both ask for together.
        else if (!`${a}${b}`.includes('[!a]') && asked(a) + asked(b) <= 6)
          expect([a, b, provablyDisjoint(a, b)]).toEqual([a, b, true]);
      }),
      { numRuns: trials(300), seed: 7 },
    );
  });

  it.each([
    ['eval-*.json', 'latency-*.json', true],
    ['*.json', '*.csv', true],
    ['eval-*.json', 'eval-a-*.json', false],
    ['*.json', 'a.json', false],
    ['a/*.json', 'b/*.json', true],
    ['a/**/*.json', 'a/x/*.csv', true],
    ['a/**/*.json', 'a/x/*.json', false],
    ['nightly/*.json', 'eval-*.json', false],
    ['nightly/*.json', '*.csv', true],
    ['{zzz,{eval,x}-*.json}', 'eval-*.json', false],
    ['zzz{,-*.json}', 'eval-*.json', true],
    ['[d-f]val-*.json', 'eval-*.json', false],
    ['[!e]val-*.json', 'eval-*.json', true],
    ['?val-*.json', 'eval-*.json', false],
    ['eval-????.json', 'eval-?????.json', true],
    ['**/eval-*.json', 'eval-*.json', false],
    ['*a*', '*b*', false],
    ['./eval-*.json', 'eval-*.json', false],
    ['eval-\\*.json', 'eval-[!*]*.json', true],
  ])('says of %j and %j: %j (A2)', (a, b, disjoint) => {
    expect(provablyDisjoint(a, b)).toBe(disjoint);
    expect(provablyDisjoint(b, a)).toBe(disjoint);
  });

  it('proves nothing once the budget is used up, and takes no more steps than it has', () => {
    const budget = { steps: 1000 };
    expect(provablyDisjoint(`${'*a'.repeat(200)}b`, `${'*a'.repeat(200)}c`, budget)).toBe(false);
    expect(budget.steps).toBeGreaterThan(-20);
    expect(provablyDisjoint('a', 'b', budget)).toBe(false);
  });
});

/** A series' glob without a slash is matched with names at any depth. */
function seriesMatches(glob: string, path: string): boolean {
  const anchored = glob.startsWith('./') || glob.includes('/');
  return matchesGlob(anchored ? glob : `**/${glob}`, path);
}

function allPaths(letters: readonly string[], longest: number): readonly string[] {
  let level = [''];
  const all: string[] = [];
  for (let length = 1; length <= longest; length += 1) {
    level = level.flatMap((text) => letters.map((letter) => text + letter));
    all.push(...level.filter((text) => !/^\/|\/\/|\/$/.test(text)));
  }
  return all;
}

describe('isRooted', () => {
  it('is false only where the directory that a path is seen from does not matter', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', '*', '**', '?', '[!a]', '{a,b/a}'), {
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
      { numRuns: trials(2000) },
    );
  });

  it.each([
    ['*.json', false],
    ['**', false],
    ['**/*.json', false],
    ['**/{a,b}*', false],
    ['./a.json', true],
    ['a/*', true],
    ['{a,b/c}', true],
    ['**/a/b', true],
  ])('says of %j: %j', (glob, rooted) => {
    expect(isRooted(glob)).toBe(rooted);
  });
});

describe('wrongGlob', () => {
  it.each([
    '*.json',
    '**/*',
    'a b',
    '[ab].json',
    '{a,b}/**',
    './a',
    '..a/*',
    '\\[a\\].json',
    'a+b@c',
    'x!y.json',
    'a,b',
    '[!a-z0-9_-]*',
    '[^\\]]',
    '{a,{b,c}d}.json',
  ])('takes %j', (glob) => {
    expect(wrongGlob(glob)).toBeNull();
  });

  it.each([
    ['', 'it is empty'],
    [' ', 'it is empty'],
    ['!(latest).json', 'at character 1, "!(…)" is a pattern'],
    ['+(eval|x)-*.json', 'at character 1, "+(…)"'],
    ['a@(b)', 'at character 2, "@(…)"'],
    ['a*(b)', 'at character 2, "*(…)"'],
    ['a?(b)', 'at character 2, "?(…)"'],
    ['(a+)+b', 'at character 1, "(" is not read here'],
    ['ab)', 'at character 3, ")"'],
    ['zzz|{eval,x}-*.json', 'at character 4, "|" is not read here; write {a,b} for a choice'],
    ['!docs/**', 'it is negated'],
    ['/a', 'begins with "/"'],
    ['a/', 'write a/** for all below it'],
    ['../a', 'leads upwards'],
    ['a/..', 'leads upwards'],
    ['a/../b', 'leads upwards'],
    ['a//b', 'no path of a repository can match it'],
    ['a/./b', 'no path of a repository can match it'],
    ['{/a,/b}', 'no path of a repository can match it'],
    ['{.,..}/a', 'no path of a repository can match it'],
    ['[[:alpha:]]', 'at character 2, "[" stands inside'],
    ['[a', 'at character 1, "[" is not closed'],
    ['a]', 'at character 2, "]" closes nothing'],
    ['[]', 'at character 1, "[" and "]" hold no character'],
    ['[!]', 'hold no character'],
    ['[a/b]', 'at character 1, "/" stands in […]'],
    ['[z-a]', 'runs backwards'],
    ['{a,b', 'at character 1, "{" is not closed'],
    ['a}', 'at character 2, "}" closes nothing'],
    ['{a}', 'at character 1, between "{" and "}" stand two or more'],
    ['{1..9}', 'a range is written [1-9]'],
    ['{}', 'two or more'],
    ['{{{{{{a,b},c},d},e},f},g}', 'at character 6, more than 5 "{"'],
    ['**.json', 'at character 1, "**" is not a whole part'],
    ['a/b**', 'at character 4, "**" is not a whole part'],
    ['{a,b**}/c', 'at character 5, "**" is not a whole part'],
    ['x{**,a}', 'at character 3, "**" is not a whole part'],
    ['a/***', 'at character 3, there are 3 stars'],
    ['a\\', 'at character 2, "\\" stands before no sign'],
    ['a\\b', 'at character 2, "\\"'],
    ['a\\/b', 'at character 2, "\\"'],
    ['a'.repeat(501), 'it has 501 characters'],
  ])('refuses %j: %s (A2)', (glob, why) => {
    expect(wrongGlob(glob)).toContain(why);
  });
});
