import { describe, expect, it } from 'vitest';
import { firstUnwritable } from '../../../src/core/record/plain.ts';

class Score {
  value = 1;
}
const loop: { self?: unknown } = {};
loop.self = loop;
const shared = { a: 1 };

describe('a value that JSON would change', () => {
  it.each([
    ['NaN', { aggregate: { x: Number.NaN } }, '/aggregate/x'],
    ['Infinity', { results: [{ scores: { x: Number.POSITIVE_INFINITY } }] }, '/results/0/scores/x'],
    ['a hole in a list', { results: [1, undefined] }, '/results/1'],
    ['a date', { at: new Date(0) }, '/at'],
    ['a map', { m: new Map([['a', 1]]) }, '/m'],
    ['an instance', new Score(), ''],
    ['a function', { f: () => 1 }, '/f'],
    ['a big integer', { n: 1n }, '/n'],
    ['a loop', loop, '/self'],
  ])('%s is refused at its place', (_, value, pointer) => {
    expect(firstUnwritable(value)).toEqual({ pointer, problem: expect.any(String) });
  });

  it.each([
    ['plain JSON', { a: [1, 'x', null, true, { b: -0.5 }] }],
    ['an undefined member', { a: undefined, b: 1 }],
    ['one object at two places', { a: shared, b: shared }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ])('%s is not', (_, value) => {
    expect(firstUnwritable(value)).toBeNull();
  });
});
