import { expect, test } from 'vitest';
import { caseName, stableText } from '../../src/formats/wording.ts';

test('cases that begin alike have different names where what they are known by differs', () => {
  // The SHA-256 of these two begin with the same 8 hexadecimal digits.
  const [one, other] = [28089, 50568].map((number) => caseName('case', ['case', number]));
  expect(one).not.toBe(other);
  expect(one).toMatch(/^case #[0-9a-f]{12}$/);
});

test('a case has one name, whatever the order of its keys', () => {
  expect(caseName('a', { x: 1, y: [{ b: 2, a: null }] })).toBe(
    caseName('a', { y: [{ a: null, b: 2 }], x: 1 }),
  );
});

test('a key that every object inherits is a key like any other', () => {
  const strange = JSON.parse('{"__proto__": 1, "constructor": 2}');
  expect(stableText(strange)).toBe('{"__proto__":1,"constructor":2}');
});
