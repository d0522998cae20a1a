import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CitedValue, readSpelling, says, spell } from '../../../src/core/citation/spelling.ts';

const number = (value: number): CitedValue => ({ quantity: { value } });
const counts = (numerator: number, denominator: number): CitedValue => ({
  quantity: { value: numerator / denominator, ratio: { numerator, denominator } },
});
const asText = (text: string) => ({ format: null, places: null, spelling: readSpelling(text) });

describe('a number in a text', () => {
  it.each([
    // what stands there, the value, what is to stand there
    ['97 %', number(0.97), '97 %'],
    ['97%', number(0.9512), '95%'],
    ['97.0 %', number(0.9512), '95.1 %'],
    ['97\u00a0%', number(0.96), '96\u00a0%'],
    ['97&nbsp;%', number(0.96), '96&nbsp;%'],
    ['0.9', number(0.9049), '0.9'],
    ['0.90', number(0.9049), '0.90'],
    ['0.905', number(0.9049), '0.905'],
    ['0.97', number(1), '1.00'],
    ['1.0', number(0.9), '0.9'],
    ['**0.97**', number(0.5), '**0.50**'],
    ['`0.97`', number(0.5), '`0.50`'],
    ['−3.5', number(-2.25), '−2.3'],
    ['+3.5', number(2.2), '2.2'],
    ['1,320', number(1160), '1,160'],
    ['1,320', number(12345678), '12,345,678'],
    ['0.3', number(0.1 + 0.2), '0.3'],
    ['0.30000000000000004', number(0.1 + 0.2), '0.30000000000000004'],
    ['29 %', number(0.285), '29 %'],
    ['10/10', counts(9, 10), '9/10'],
    ['10 of 10', counts(0, 12), '0 of 12'],
    ['97 %', counts(2, 3), '67 %'],
    ['97 %', { unmeasured: 'target_quota' }, 'n/a (unmeasured)'],
    ['n/a', { unmeasured: 'target_quota' }, 'n/a (unmeasured)'],
    ['**10/10**', { unmeasured: 'target_quota' }, '**n/a (unmeasured)**'],
    ['n/a (unmeasured)', number(0.97123), '0.9712'],
    ['', number(12), '12'],
  ] as const)('%j of %j is written %j', (text, value, expected) => {
    expect(spell(value, asText(text))).toBe(expected);
  });

  it.each([
    ['100 %', counts(265, 266), '99.6 %'],
    ['1.0', counts(265, 266), '0.996'],
    ['1', number(0.99999), '0.99999'],
    ['0 %', number(0.003), '0.3 %'],
    ['0.0', number(0.0004), '0.0004'],
    ['0', number(-0.0004), '-0.0004'],
    ['100 %', counts(266, 266), '100 %'],
    ['5 %', number(0), '0 %'],
  ] as const)('K070 %j of %j never makes a part look like all or nothing: %j', (text, value, expected) => {
    expect(spell(value, asText(text))).toBe(expected);
  });

  it.each([
    ['0.97', 'percent', null, number(0.97), '97 %'],
    ['97.5 %', 'decimal', null, number(0.97512), '0.975'],
    ['0.97', 'fraction', null, counts(97, 100), '97/100'],
    ['0.97', 'fraction', null, number(0.97), null],
    ['', 'percent', null, number(0.97), '97 %'],
    ['', 'percent', null, number(0.9731), '97.3 %'],
    ['', 'percent', 2, number(0.9731), '97.31 %'],
    ['0.9', null, 2, number(0.9049), '0.90'],
    ['n/a (unmeasured)', 'fraction', null, counts(1, 2), '1/2'],
  ] as const)('%j as %s to %s decimals', (text, format, places, value, expected) => {
    expect(spell(value, { format, places, spelling: readSpelling(text) })).toBe(expected);
  });

  it.each([
    ['0.12', 0.125],
    ['0.13', 0.125],
    ['28 %', 0.285],
    ['29 %', 0.285],
    ['2', 2.5],
    ['-0.12', -0.125],
  ])('%s says %s, whichever way what lies halfway is rounded', (text, value) => {
    expect(says(text, number(value), asText(text))).toBe(true);
  });

  it.each([
    ['0.11', 0.125],
    ['0.14', 0.125],
    ['97 %', 0.9649],
    ['0.9', 0.96],
    ['100 %', 265 / 266],
    ['0 %', 0.004],
    ['n/a (unmeasured)', 0],
    ['0', Number.MIN_VALUE],
  ])('%s does not say %s', (text, value) => {
    expect(says(text, number(value), asText(text))).toBe(false);
  });

  it('zero does not say that nothing was measured', () => {
    for (const text of ['0', '0 %', '0/10', 'n/a']) {
      expect(says(text, { unmeasured: 'no_cases' }, asText(text))).toBe(false);
    }
    const text = 'n/a (unmeasured)';
    expect(says(text, { unmeasured: 'no_cases' }, asText(text))).toBe(true);
  });

  it.each(['97 % (n=100)', 'TBD', '97 98', '0,97', '1.2.3', '1,32', '97 %%', '10/10 %', '1e5'])(
    '%j is not one number',
    (text) => {
      expect(readSpelling(text)).toBeNull();
    },
  );
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
const value = fc.oneof(
  finite.map(number),
  fc.double({ min: 0, max: 1, noNaN: true }).map(number),
  fc
    .tuple(fc.nat(500), fc.nat(500))
    .filter(([a, b]) => a + b > 0)
    .map(([a, b]) => counts(a, a + b)),
  fc.constant<CitedValue>({ unmeasured: 'no_cases' }),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    '97 %',
    '0.97',
    '97/100',
    '3 of 4',
    'n/a (unmeasured)',
    '**1,320.5**',
    '-3',
    '0',
    '100%',
  ),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => number.toFixed(3)),
);
const format = fc.option(fc.constantFrom('percent' as const, 'decimal' as const));
const places = fc.option(fc.nat(20));

describe('laws', () => {
  it('what was written says its value, and is not written anew', () => {
    fc.assert(
      fc.property(value, text, format, places, (value, text, format, places) => {
        const once = spell(value, { format, places, spelling: readSpelling(text) });
        if (once === null) return;
        const style = { format, places, spelling: readSpelling(once) };
        expect(style.spelling).not.toBeNull();
        expect(says(once, value, style)).toBe(true);
        // Without a format, the words for what is unmeasured do not tell how a number would be written.
        expect(spell(value, style)).toBe(once);
      }),
    );
  });

  it('K070 a part never reads as all or nothing, in whatever form', () => {
    const part = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(part, text, format, places, (part, text, format, places) => {
        const written = spell(number(part), { format, places, spelling: readSpelling(text) });
        if (written === null) return;
        expect(written).not.toMatch(/^\W*(?:0(?:\.0+)?|1(?:\.0+)?|100(?:\.0+)?\s?%|n\/a.*)\W*$/);
      }),
    );
  });

  it('a whole is never written as a part', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), text, format, (whole, text, format) => {
        const written = spell(number(whole), { format, places: null, spelling: readSpelling(text) });
        if (written === null) return;
        const percent = written.includes('%');
        expect(Number(written.replace(/[^\d.]/g, ''))).toBe(percent ? whole * 100 : whole);
      }),
    );
  });
});
