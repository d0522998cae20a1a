import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../../src/adapters/schemas/outline.ts';
import { canonicalText, firstUnwritable } from '../../../src/core/record/canonical.ts';
import type { JsonValue } from '../../../src/document/document.ts';

const result = outlineOf('result');
const text = (value: JsonValue) => canonicalText(value, result);

describe('the canonical text', () => {
  it('has known keys in the order of docs/result.md, at every depth, and free keys as they come', () => {
    const value = {
      results: [{ scores: { b: 1, a: null }, id: 'q1', judgments: [{ value: true, score: 'b' }] }],
      extra: { z: 1, a: 2 },
      method: { zeal: 1, limits: { y: null, x: 1 } },
      metrics_version: 1,
      date: '2026-09-28',
      suite: 'eval',
      schema: 'evalguard.result/v1',
    };
    expect(text(value)).toBe(`{
  "schema": "evalguard.result/v1",
  "suite": "eval",
  "date": "2026-09-28",
  "metrics_version": 1,
  "method": {
    "limits": {
      "y": null,
      "x": 1
    },
    "zeal": 1
  },
  "results": [
    {
      "id": "q1",
      "scores": {
        "b": 1,
        "a": null
      },
      "judgments": [
        {
          "score": "b",
          "value": true
        }
      ]
    }
  ],
  "extra": {
    "z": 1,
    "a": 2
  }
}
`);
  });

  it('keeps every value, and stays the same when it is written again', () => {
    const keys = fc.constantFrom(
      'schema',
      'results',
      'id',
      'scores',
      'suite',
      'x',
      'constructor',
      'judge',
      'method',
    );
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 0, 1.5, 'text'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
      ),
    })).value as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(values, (value) => {
        const once = text(value);
        expect(JSON.parse(once)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text(JSON.parse(once) as JsonValue)).toBe(once);
      }),
    );
  });

  it('does not depend on the order in which known keys came', () => {
    expect(text({ run: 1, schema: 'x', date: 'y' })).toBe(text({ date: 'y', run: 1, schema: 'x' }));
  });
});

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
    ['one object at two places', { a: shared, b: shared }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ])('%s is not', (_, value) => {
    expect(firstUnwritable(value)).toBeNull();
  });
});

describe('a result that JSON would change (D8)', () => {
  const found = (value: unknown) => firstUnwritable(value, outlineOf('result'));
  const row = (parts: object) => ({ results: [{ id: 'a', ...parts }] });
  const list = [1, 2];
  delete list[0];
  it.each([
    ['an undefined score', row({ scores: { passed: undefined } }), '/results/0/scores/passed'],
    ['the scores of a row', row({ scores: undefined }), '/results/0/scores'],
    [
      'the value of a ruling',
      row({ judgments: [{ score: 'a', value: undefined }] }),
      '/results/0/judgments/0/value',
    ],
    ['an undefined metric', { aggregate: { x: undefined } }, '/aggregate/x'],
    ['a bound', { thresholds: { x: { min: undefined, max: 1 } } }, '/thresholds/x/min'],
    ['an arm', row({ arm: undefined }), '/results/0/arm'],
    ['an undefined reason', row({ unmeasured: { x: undefined } }), '/results/0/unmeasured/x'],
    ['evidence', row({ retrieved: undefined }), '/results/0/retrieved'],
    ['a member of one’s own', row({ data: { a: { b: undefined } } }), '/results/0/data/a/b'],
    ['a limit', { method: { limits: { seconds: undefined } } }, '/method/limits/seconds'],
    ['a hole in a list', { results: list }, '/results/0'],
    ['an undefined row', { results: [undefined] }, '/results/0'],
    ['a named member of a list', { results: Object.assign([1], { total: 2 }) }, '/results/total'],
    ['a symbol', row({ scores: { x: Symbol('a') } }), '/results/0/scores/x'],
    ['a key that is a symbol', row({ scores: { [Symbol('a')]: 1 } }), '/results/0/scores'],
    ['a set', row({ retrieved: new Set(['a']) }), '/results/0/retrieved'],
    ['toJSON of its own', row({ scores: { x: 0, toJSON: () => ({ x: 1 }) } }), '/results/0/scores'],
    ['a list with toJSON', { results: Object.assign([], { toJSON: () => [1] }) }, '/results'],
    ['a hidden member', row({ scores: Object.defineProperty({}, 'x', { value: 1 }) }), '/results/0/scores/x'],
    [
      'a getter',
      row({ scores: Object.defineProperty({}, 'x', { get: () => 1, enumerable: true }) }),
      '/results/0/scores/x',
    ],
    ['a boxed number', row({ scores: { x: Object(1) } }), '/results/0/scores/x'],
    ['-Infinity', row({ scores: { x: Number.NEGATIVE_INFINITY } }), '/results/0/scores/x'],
  ])('%s is refused at its place', (_, value, pointer) => {
    expect(found(value)).toEqual({ pointer, problem: expect.any(String) });
  });

  it('an option that the format names may be undefined, which is the same as left out', () => {
    expect(
      found({ ...row({ category: undefined, error: undefined, scores: { x: null } }), variant: undefined }),
    ).toBeNull();
  });
});
