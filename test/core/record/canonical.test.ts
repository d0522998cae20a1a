import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../../src/adapters/schemas/outline.ts';
import { canonicalText } from '../../../src/core/record/canonical.ts';
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
