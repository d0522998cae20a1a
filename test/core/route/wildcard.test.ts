import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesWildcard } from '../../../src/core/route/canonical.ts';

it.each([
  ['acme/*', 'acme/fast', true],
  ['acme/*', 'acme/', true],
  ['acme/*', 'acme', false],
  ['*/auto', 'a/b/auto', true],
  ['*', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
])('%s on %s: %s', (pattern, text, matches) => {
  expect(matchesWildcard(pattern, text)).toBe(matches);
});

it('agrees with a regular expression, and is quick where that is not', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 4 }), letters, (parts, text) => {
      const expected = new RegExp(`^${parts.join('.*')}$`).test(text);
      expect(matchesWildcard(parts.join('*'), text)).toBe(expected);
    }),
  );
  expect(matchesWildcard('a*'.repeat(200), 'a'.repeat(512).concat('b'))).toBe(true);
  expect(matchesWildcard('a*'.repeat(200).concat('c'), 'a'.repeat(512).concat('b'))).toBe(false);
});
