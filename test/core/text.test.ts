import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, logLine, nearest, shorten, visible } from '../../src/core/text.ts';
import { isRunnerCommand } from '../support/github.ts';
import { hostileText } from '../support/report.ts';

describe('visible', () => {
  it.each([
    ['K026 results/modèle.json', 'K026 results/modèle.json'],
    ['日本 🎯', '日本 🎯'],
    ['a\tb\nc\rd', 'a\\tb\\nc\\rd'],
    ['\x1b[31mred\x7f\x9b', '\\x1b[31mred\\x7f\\x9b'],
    ['\u202etxt\u2066\u200e\u061c', '\\u202etxt\\u2066\\u200e\\u061c'],
    ['a\u200bb\u00adc\ufeff\u2060', 'a\\u200bb\\xadc\\ufeff\\u2060'],
    ['a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\x85d'],
    ['\udc80\udcff', '\\x80\\xff'],
    ['\ud800x\udbff', '\\ud800x\\udbff'],
    ['a\u{e0041}', 'a\\u{e0041}'],
    ['a\ufe0f', 'a\\ufe0f'],
    ['C:\\new', 'C:\\new'],
  ])('%j is shown as %s', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('K026 shows two names that a decoder would print alike apart', () => {
    expect(visible('results/\udce9.json')).not.toBe(visible('results/\udce8.json'));
  });

  it('leaves no control, format character, separator or lone surrogate of all Unicode as it is', () => {
    const left: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (
        /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Variation_Selector}]/u.test(character) &&
        visible(character) === character
      ) {
        left.push(code.toString(16));
      }
    }
    expect(left).toEqual([]);
  });

  it('K141 makes one line of anything, without controls, and leaves it so', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});

describe('shorten', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['🎯🎯🎯', 3, '🎯🎯🎯'],
    ['🎯🎯🎯🎯', 3, '🎯🎯…'],
    ['', 0, ''],
  ])('%s within %d is %s', (text, limit, short) => {
    expect(shorten(text, limit)).toBe(short);
  });
});

describe('logLine', () => {
  it.each([
    ['::error file=a::b', '\\x3a:error file=a::b'],
    ['  \u00a0::add-mask::x', '  \u00a0\\x3a:add-mask::x'],
    ['\x1b[31m::debug::x', '\x1b[31m\\x3a:debug::x'],
    ['a ##[error]b', 'a #\\x23[error]b'],
    ['###[group]', '##\\x23[group]'],
    ['##vso[x]', '#\\x23vso[x]'],
    ['a :: b ## c', 'a :: b ## c'],
    ['## heading', '## heading'],
  ])('K151 %j becomes %j', (line, harmless) => {
    expect(logLine(line)).toBe(harmless);
  });

  it('K151 leaves no line that a runner obeys', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (before, after) => {
        expect(isRunnerCommand(logLine(visible(before) + after.replace(/[\r\n]/g, '')))).toBe(false);
      }),
    );
  });
});

const KEYS = ['thresholds', 'files', 'format', 'metrics_version', 'min', 'max', 'enforce', 'ledger'];

describe('nearest', () => {
  it.each([
    ['threshhold', 'thresholds'],
    ['tresholds', 'thresholds'],
    ['threhsolds', 'thresholds'],
    ['metricsVersion', 'metrics_version'],
    ['METRICS-VERSION', 'metrics_version'],
    ['file', 'files'],
    ['mn', 'min'],
    ['enforced', 'enforce'],
    ['leger', 'ledger'],
  ])('takes %s for %s (K167)', (word, meant) => {
    expect(nearest(word, KEYS)).toBe(meant);
  });

  it.each(['', 'zzz', 'p', 'colour', 'threshold_for_the_nightly_run', '__proto__', 'x'.repeat(100_000)])(
    'guesses nothing for a word that is near none: %.20s',
    (word) => {
      expect(nearest(word, KEYS)).toBeNull();
    },
  );

  it('takes the nearest of several, and the first in order of equally near ones', () => {
    expect(nearest('result', ['results', 'resets'])).toBe('results');
    expect(nearest('abcx', ['abcz', 'abcy'])).toBe('abcy');
    expect(nearest('abcx', ['abcy', 'abcz'])).toBe('abcy');
  });

  it('finds a known word itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), (key) => {
        expect(nearest(key, KEYS)).toBe(key);
      }),
    );
  });

  it('knows nothing where nothing is known', () => {
    expect(nearest('min', [])).toBeNull();
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3], // 2 if a swapped pair could be edited again
    ['threhsolds', 'thresholds', 1],
  ])('from %j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric, 0 only for equal texts, and no longer than the longer text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (from, to) => {
        const distance = editDistance(from, to);
        expect(distance).toBe(editDistance(to, from));
        expect(distance === 0).toBe(from === to);
        expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
      }),
    );
  });
});
