import { describe, expect, it } from 'vitest';
import {
  asBoolean,
  asList,
  asNumber,
  asObject,
  asText,
  member,
  textMembers,
} from '../../src/formats/field.ts';

const values = [undefined, null, true, 0, 0.5, Number.NaN, '0.75', '', [], [1], {}, { a: 1 }];

describe('fields of a file that somebody else wrote', () => {
  it.each([
    ['object', asObject, [{}, { a: 1 }]],
    ['list', asList, [[], [1]]],
    ['text', asText, ['0.75', '']],
    ['number', asNumber, [0, 0.5]],
    ['boolean', asBoolean, [true]],
  ])('K076 K170: are a %s or null, never made into one', (_, read, expected) => {
    expect(values.map((value) => read(value)).filter((value) => value !== null)).toEqual(expected);
  });

  it('K166: are own members only', () => {
    expect(member({}, 'toString')).toBeUndefined();
    expect(member({ toString: 1 }, 'toString')).toBe(1);
    expect(member(null, 'a')).toBeUndefined();
    expect(member(Object.create({ score: 1 }), 'score')).toBeUndefined();
  });

  it('keep their order, and lose what is no text', () => {
    expect([...textMembers({ b: 'x', a: 'y', c: 1, d: null })]).toEqual([
      ['b', 'x'],
      ['a', 'y'],
    ]);
    expect(textMembers(null).size).toBe(0);
  });
});
