import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ExpectedCall,
  matchValue,
  type ToolCall,
  toolCallMatch,
  UnknownMatcher,
} from '../../src/measures/tool-calls.ts';
import { trials } from '../support/trial.ts';

const is = ($match: string, rest: object = {}) => ({ $match, ...rest });

describe('matchers', () => {
  test.each<[string, unknown, unknown, number]>([
    ['any value: a number', is('any_value'), 7, 1],
    ['any value: absent', is('any_value'), undefined, 1],
    ['empty or absent: absent', is('empty_object_or_absent'), undefined, 1],
    ['empty or absent: null', is('empty_object_or_absent'), null, 1],
    ['empty or absent: {}', is('empty_object_or_absent'), {}, 1],
    ['empty or absent: not a filled object', is('empty_object_or_absent'), { a: 1 }, 0],
    ['empty or absent: an empty list is no object', is('empty_object_or_absent'), [], 0],
    ['absent: absent', is('absent'), undefined, 1],
    ['absent: null is there', is('absent'), null, 0],
    ['null: null', is('null'), null, 1],
    ['null: absent is not null', is('null'), undefined, 0],
    ['boolean: either', is('boolean'), false, 1],
    ['boolean: that one', is('boolean', { value: true }), false, 0],
    ['boolean: 1 is none', is('boolean'), 1, 0],
    ['number: 0', is('number'), 0, 1],
    ['number: a boolean is none', is('number'), true, 0],
    ['number: a string of digits is none', is('number'), '7', 0],
    ['string: the empty one', is('string'), '', 1],
    ['string: a number is none', is('string'), 7, 0],
    ['case-insensitive', is('case_insensitive_string', { value: 'Select' }), 'SELECT', 1],
    ['case-insensitive: another word', is('case_insensitive_string', { value: 'Select' }), 'selects', 0],
    ['any of: the best of them', is('any_of', { of: [{ a: 1 }, { a: 1, b: 2 }] }), { a: 1, b: 2 }, 1],
    ['any of: with extra keys', is('any_of', { of: [1, { a: 1 }] }), { a: 1, b: 2 }, 0.75],
    ['any of none', is('any_of', { of: [] }), 1, 0],
    ['not', is('not', { of: is('string') }), 7, 1],
    ['not: it is', is('not', { of: is('string') }), 'x', 0],
    ['not: extra keys are no exact match', is('not', { of: { a: 1 } }), { a: 1, b: 2 }, 1],
    [
      'literal: a $match that is meant as data',
      is('literal', { value: { $match: 'number' } }),
      { $match: 'number' },
      1,
    ],
    ['literal: nothing in it is a matcher', is('literal', { value: { a: is('any_value') } }), { a: 7 }, 0],
    ['a pipeline stage called $match is data', [{ $match: { year: 2020 } }], [{ $match: { year: 2020 } }], 1],
    ['matchers within objects and lists', { a: [is('number'), { b: is('absent') }] }, { a: [7, {}] }, 1],
    ['null is absent', { a: null, b: 1 }, { b: 1 }, 1],
    ['absent where a value is expected', { a: 1 }, {}, 0],
    ['true is not 1', { a: 1 }, { a: true }, 0],
    ['false is not null', { a: null }, { a: false }, 0],
    ['"1" is not 1', '1', 1, 0],
    ['a key too many', { a: 1 }, { a: 1, b: 2 }, 0.75],
    ['a key too many, deeper', { a: { x: 1 } }, { a: { x: 1, y: 2 } }, 0.75],
    ['as many keys, but one of them not expected', { a: null, b: 1 }, { b: 1, c: 2 }, 0.75],
    ['extra keys and a wrong value', { a: 1 }, { a: 2, b: 2 }, 0],
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, 1],
    ['the order of elements', [1, 2], [2, 1], 0],
    ['an element too many', [1], [1, 2], 0],
    ['a last element that may be null', [1, null], [1], 1],
    ['a list is no object', {}, [], 0],
    ['an object is no list', [], {}, 0],
    [
      'K166: an own __proto__ key is a key too many',
      { a: 1 },
      JSON.parse('{"a":1,"__proto__":{"x":1}}'),
      0.75,
    ],
    ['K166: an inherited property is not there', { constructor: is('absent') }, {}, 1],
  ])('%s', (_, expected, actual, score) => expect(matchValue(expected, actual)).toBe(score));

  test.each([[is('regex')], [is('any_of')], [is('not')], [is('case_insensitive_string')], [is('toString')]])(
    '%j cannot be checked',
    (matcher) => {
      expect(() => matchValue(matcher, 1)).toThrow(UnknownMatcher);
      expect(toolCallMatch([{ name: 'a', arguments: matcher }], [{ name: 'a', arguments: 1 }])).toMatchObject(
        {
          value: null,
          reason: 'evidence_missing',
        },
      );
    },
  );
});

const call = (name: string, args?: unknown): ToolCall =>
  args === undefined ? { name } : { name, arguments: args };
const maybe = (name: string, args?: unknown): ExpectedCall => ({ ...call(name, args), optional: true });

describe('tool-call match', () => {
  test.each<[string, readonly ExpectedCall[], readonly ToolCall[], number]>([
    ['the call, exactly', [call('get', { id: 1 })], [call('get', { id: 1 })], 1],
    ['with an extra argument', [call('get', { id: 1 })], [call('get', { id: 1, v: true })], 0.75],
    ['with a wrong argument', [call('get', { id: 1 })], [call('get', { id: 2 })], 0],
    ['another tool', [call('get')], [call('put')], 0],
    ['no call', [call('get')], [], 0],
    ['one call too many', [call('get')], [call('get'), call('put')], 0.75],
    ['nothing expected, nothing called', [], [], 1],
    ['nothing expected, something called', [], [call('get')], 0.75],
    ['an optional call left out', [call('get'), maybe('put')], [call('get')], 1],
    [
      'an unexpected call where an optional one was left out (E7)',
      [call('get'), maybe('put')],
      [call('get'), call('drop')],
      0.75,
    ],
    [
      'the same call again in the place of an optional one (E7)',
      [call('get', { x: 1 }), maybe('get', { x: 2 })],
      [call('get', { x: 1 }), call('get', { x: 1 })],
      0.75,
    ],
    ['only an unexpected call where all are optional (E7)', [maybe('put')], [call('drop')], 0.75],
    ['no call where all are optional (E7)', [maybe('put')], [], 1],
    ['an optional call instead of another optional one (E7)', [maybe('put'), maybe('get')], [call('get')], 1],
    ['an optional call made', [call('get'), maybe('put', { x: 1 })], [call('get'), call('put', { x: 1 })], 1],
    [
      'an optional call made with an extra argument',
      [maybe('put', { x: 1 })],
      [call('put', { x: 1, y: 2 })],
      0.75,
    ],
    ['the same call expected twice and made once', [call('get'), call('get')], [call('get')], 0],
    ['any order', [call('a'), call('b')], [call('b'), call('a')], 1],
    [
      'a call that was not executed was made all the same',
      [call('get')],
      [call('get'), { name: 'refund', skipped: true }],
      0.75,
    ],
    ['arguments that are not stated are not checked', [call('get')], [call('get', { id: 7 })], 1],
    ['no arguments expected, none written', [call('list', {})], [call('list')], 1],
    ['absent arguments asked for by name', [call('list', is('absent'))], [call('list')], 1],
    [
      'a greedy choice would give the first entry the only call that fits the second',
      [call('get', { id: is('any_value') }), call('get', { id: 1 })],
      [call('get', { id: 1 }), call('get', { id: 2 })],
      1,
    ],
    [
      'three entries that fit in one way only',
      [call('f', is('number')), call('f', is('any_of', { of: [1, 2] })), call('f', 1)],
      [call('f', 1), call('f', 2), call('f', 3)],
      1,
    ],
    [
      'an inexact pairing is not taken where an exact one exists',
      [call('f', { a: 1 }), call('f', { a: 1, b: 2 })],
      [call('f', { a: 1, b: 2 }), call('f', { a: 1 })],
      1,
    ],
    [
      'an optional call with an extra argument costs, whichever entry the exact call could also be',
      [maybe('f', { a: 1 }), maybe('f', { a: 1, b: is('absent') })],
      [call('f', { a: 1 }), call('f', { a: 1, b: 2 })],
      0.75,
    ],
    [
      'the same in the other order',
      [maybe('f', { a: 1, b: is('absent') }), maybe('f', { a: 1 })],
      [call('f', { a: 1 }), call('f', { a: 1, b: 2 })],
      0.75,
    ],
    [
      'a required call has the first claim; the optional one goes without',
      [maybe('f', { a: 1 }), call('f', { a: 1 })],
      [call('f', { a: 1 })],
      1,
    ],
  ])('%s', (_, expected, calls, score) => expect(toolCallMatch(expected, calls).value).toBe(score));

  test('no trace is not "no call was made"', () => {
    expect(toolCallMatch([call('get')], null)).toMatchObject({ value: null, reason: 'evidence_missing' });
    expect(toolCallMatch([call('get')], [])).toEqual({ value: 0 });
  });

  test('more calls than anybody could look at are inconclusive, and take no time', () => {
    const calls = Array.from({ length: 1_000 }, () => call('f', {}));
    expect(toolCallMatch(calls, calls)).toMatchObject({ value: null, reason: 'inconclusive' });
    expect(toolCallMatch(calls.slice(0, 100), calls.slice(0, 100)).value).toBe(1);
  });

  const args = fc.constantFrom<unknown>({ a: 1 }, { a: 1, b: 2 }, { a: 2 }, { a: is('any_value') }, {});
  const expectedCalls = fc.array(
    fc.record({ name: fc.constantFrom('f', 'g'), arguments: args, optional: fc.boolean() }),
    { maxLength: 4 },
  );
  const madeCalls = fc.array(
    fc.record({
      name: fc.constantFrom('f', 'g'),
      arguments: fc.constantFrom<unknown>({ a: 1 }, { a: 1, b: 2 }, { a: 2 }, {}),
    }),
    { maxLength: 4 },
  );
  const shuffled = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length });

  test('neither the order of the calls nor that of the expectations changes the score', () => {
    const both = fc.tuple(expectedCalls, madeCalls);
    fc.assert(
      fc.property(
        both.chain(([want, made]) =>
          fc.tuple(fc.constant([want, made] as const), shuffled(want), shuffled(made)),
        ),
        ([[want, made], otherWant, otherMade]) => {
          expect(toolCallMatch(otherWant, otherMade)).toEqual(toolCallMatch(want, made));
        },
      ),
      { numRuns: trials(500) },
    );
  });

  test('with required calls only, no order of pairing scores higher', () => {
    fc.assert(
      fc.property(expectedCalls, madeCalls, (want, made) => {
        const required = want.map(({ name, arguments: expected }) => ({ name, arguments: expected }));
        const pairings = made.length < required.length ? [] : arrangements(made, required.length);
        const scores = pairings.map((pairing) =>
          Math.min(
            made.length > required.length ? 0.75 : 1,
            ...required.map((call, i) =>
              call.name === pairing[i]!.name ? matchValue(call.arguments, pairing[i]!.arguments) : 0,
            ),
          ),
        );
        expect(toolCallMatch(required, made).value).toBe(Math.max(0, ...scores));
      }),
      { numRuns: trials(500) },
    );
  });
});

/** All ordered choices of n of the items. */
function arrangements<T>(items: readonly T[], n: number): readonly (readonly T[])[] {
  if (n === 0) return [[]];
  return items.flatMap((item, i) =>
    arrangements([...items.slice(0, i), ...items.slice(i + 1)], n - 1).map((rest) => [item, ...rest]),
  );
}
