import { expect, it } from 'vitest';
import { count, counted } from '../../src/core/wording.ts';

it.each([
  [0, '0 cases'],
  [1, '1 case'],
  [2, '2 cases'],
  [1000, '1000 cases'],
])('counts %i in plain words (C9)', (number, words) => {
  expect(count(number, 'case')).toBe(words);
});

it('words that follow the number agree with it (C9)', () => {
  expect(counted(1, 'ruling does', 'rulings do')).toBe('1 ruling does');
  expect(counted(0, 'ruling does', 'rulings do')).toBe('0 rulings do');
});
