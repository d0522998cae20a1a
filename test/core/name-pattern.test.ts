import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NAME_PART,
  type NamePattern,
  nameFits,
  parseNamePattern,
  readName,
} from '../../src/core/name-pattern.ts';
import { RESULT_NAME } from '../../src/core/native.ts';
import { foldPath } from '../../src/core/path.ts';
import { nextName, slug, type Unnumbered } from '../../src/core/record/identity.ts';

const usual = pattern(RESULT_NAME);
const run: Unnumbered = {
  suite: 'eval',
  date: '2026-09-28',
  routing: 'corpus',
  variant: null,
  generated_at: null,
};

function pattern(source: string): NamePattern {
  const parsed = parseNamePattern(source);
  if ('wrong' in parsed) throw new Error(parsed.wrong);
  return parsed;
}

const folded = (...names: string[]) => new Set(names.map(foldPath));

describe('slug', () => {
  it.each([
    ['corpus', 'corpus'],
    ['http://host:1234/v1', 'http-host-1234-v1'],
    ['2026-09-28T10:11:12', '2026-09-28T10-11-12'],
    ['gpt-5.5', 'gpt-5.5'],
    ['Überprüfung', 'Uberprufung'],
    ['  a  b  ', 'a-b'],
    ['CON', '_CON'],
    ['nul.json', '_nul.json'],
    ['console', 'console'],
    ['v1.', 'v1'],
    ['../../etc', 'etc'],
    ['日本', null],
    ['', null],
  ])('K084: %j becomes %j', (text, expected) => {
    expect(slug(text)).toBe(expected);
  });

  it('K084: makes a part of a name, whatever the text, and leaves it alone the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const made = slug(text);
        if (made === null) return;
        expect(made).toMatch(NAME_PART);
        expect(made).not.toMatch(/^[-.]|\.$/);
        expect(slug(made)).toBe(made);
      }),
    );
  });
});

describe('the next free name', () => {
  it.each([
    ['nothing', [], 1],
    ['run 1', ['eval-2026-09-28-corpus-run1.json'], 2],
    [
      'runs 1 and 3: the gap is not filled',
      ['eval-2026-09-28-corpus-run1.json', 'eval-2026-09-28-corpus-run3.json'],
      4,
    ],
    ['run 1 in other letters', ['EVAL-2026-09-28-Corpus-RUN1.JSON'], 2],
    ['another day', ['eval-2026-09-27-corpus-run7.json'], 1],
    ['another variant', ['eval-2026-09-28-corpus-big-run7.json'], 1],
    [
      'a name that only looks alike',
      ['eval-2026-09-28-corpus-run01.json', 'eval-2026-09-28-corpus-run.json'],
      1,
    ],
    ['a retraction of run 1', ['eval-2026-09-28-corpus-run1.retraction-1.json'], 1],
  ])('where %s is taken', (_, taken, expected) => {
    expect(nextName(usual, run, folded(...taken))).toEqual({
      run: expected,
      name: `eval-2026-09-28-corpus-run${expected}.json`,
    });
  });

  it('is never one that differs from a taken name by case alone', () => {
    const part = fc.constantFrom('eval', 'Eval', 'EVAL', 'a-run1', 'İ', 'ı', 'i');
    fc.assert(
      fc.property(
        part,
        part,
        fc.array(fc.tuple(part, part, fc.integer({ min: 1, max: 9 }))),
        (suite, routing, others) => {
          const taken = folded(...others.map(([a, b, n]) => `${a}-2026-09-28-${b}-run${n}.json`));
          const next = nextName(usual, { ...run, suite, routing }, taken);
          expect(taken.has(foldPath(next?.name ?? ''))).toBe(false);
        },
      ),
    );
  });

  it('is none where the pattern has no number and its one name is taken', () => {
    const daily = pattern('eval-{date}.json');
    expect(nextName(daily, run, folded())).toEqual({ run: 1, name: 'eval-2026-09-28.json' });
    expect(nextName(daily, run, folded('Eval-2026-09-28.json'))).toBeNull();
  });

  it('is none where the run lacks what the pattern demands', () => {
    expect(nextName(pattern('{suite}-{variant}-run{run}.json'), run, folded())).toBeNull();
  });
});

describe('the fields of a name', () => {
  it.each([
    ['{suite}-{date}[-{routing}]-run{run}.json', 'eval-2026-09-28-corpus-run12.json', '2026-09-28', 12],
    ['{suite}-{date}[-{routing}]-run{run}.json', 'eval-2026-09-28-run7.json', '2026-09-28', 7],
    ['{suite}{run}.json', 'a123.json', null, 3],
    ['{date}-{date}.json', '2026-09-28-2026-09-29.json', '2026-09-28', null],
    ['{run}', '0', null, null],
    ['{date}', '2026-9-28', null, null],
    ['a.json', 'axjson', null, null],
  ])('are read by %j from %j', (source, name, date, run) => {
    expect(readName(pattern(source), name)).toEqual({ date, run });
  });

  it('are tried in a time that grows with the lengths alone, however many are left open (A2)', () => {
    const open = pattern(`${'{suite}{variant}'.repeat(20)}[{routing}][{routing}][{routing}]!`);
    expect(nameFits(open, 'a'.repeat(255), null)).toBe(false);
    expect(nameFits(open, `${'a'.repeat(254)}!`, null)).toBe(true);
    expect(nameFits(open, 'a'.repeat(100_000), null)).toBe(false);
    expect(nameFits(open, 'a'.repeat(255), { ...run, suite: 'x'.repeat(1e6), run: 1 })).toBe(false);
    expect(parseNamePattern('{suite}'.repeat(100))).toEqual({ wrong: 'it has more than 500 characters' });
  });
});
