import { describe, expect, it } from 'vitest';
import { fileUnparsable } from '../../src/rules/file-unparsable.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const whole = JSON.stringify(aResult(), null, 2);
const series = aSeries();
const found = (content: unknown, parts = {}) => findingsOf(fileUnparsable, aRecord(content, parts));

describe('file/unparsable', () => {
  it.each([
    ['a syntax error', '{\n  "a": 1,\n}', 2, 9, /comma/],
    ['K079: a file cut in the middle', whole.slice(0, 120), null, null, /Truncated at byte 120/],
    ['K079: a file of 0 bytes', '', 1, 1, /empty \(0 bytes\)/],
    ['K081: a merge that was not resolved', '{\n"a": 1,\n=======\n"a": 2\n}', 3, 1, /unresolved merge/],
    ['nesting without end', '['.repeat(201), 1, 201, /200 levels/],
    [
      'K166: a key that changes every other',
      '{"a": 1, "__proto__": {"score": 1}}',
      1,
      10,
      /"__proto__" is refused/,
    ],
  ])('finds %s, with its place', (_, text, line, column, words) => {
    const findings = found(text, { series });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(words) });
    if (line !== null) expect(findings[0]).toMatchObject({ line, column });
    expect(findings[0]?.remedy).toMatch(/before it is merged/);
  });

  it.each([
    ['an error where a series claims the file', '{', { series }, ['error']],
    ['an error where the file calls itself native', whole.slice(0, 120), {}, ['error']],
    ['a note where nobody reads the JSON', '{', {}, ['note']],
    ['an error where it is empty, whoever reads it: a write broke off', '', {}, ['error']],
    ['nothing where it is no JSON by name', '{', { path: 'results/run.log' }, []],
  ])('is %s', (_, text, parts, severities) => {
    expect(found(text, parts).map(({ severity }) => severity)).toEqual(severities);
  });

  it.each([
    ['a result that can be read', whole],
    ['faults that have a rule of their own', '{"a": NaN, "a": 1}'],
  ])('passes %s', (_, text) => {
    expect(found(text, { series })).toEqual([]);
  });
});
