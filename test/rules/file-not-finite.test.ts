import { describe, expect, it } from 'vitest';
import { fileNotFinite } from '../../src/rules/file-not-finite.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const series = aSeries();
const mapped = aSeries({ format: { mapping: { metrics: '/metrics' } } });
const found = (text: string, parts = {}) => findingsOf(fileNotFinite, aRecord(text, parts));

describe('file/not-finite', () => {
  it.each([
    ['K056: NaN', '{"metrics":{"acc":NaN}}', '/metrics/acc', 19, /NaN is not JSON; write null and a reason/],
    ['Infinity', '{"metrics":{"acc":-Infinity}}', '/metrics/acc', 19, /-Infinity is not JSON/],
    ['K058: a literal that overflows', '{"latency":1e400}', '/latency', 12, /becomes Infinity/],
  ])('finds %s, with its place', (_, text, pointer, column, words) => {
    expect(found(text, { series })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer,
        line: 1,
        column,
        message: expect.stringMatching(words),
        remedy: expect.stringMatching(/never a number/),
      }),
    ]);
  });

  it('warns of an integer whose digits a double loses, in words of its own', () => {
    expect(found('{"id":9007199254740993}', { series })).toEqual([
      expect.objectContaining({
        severity: 'warning',
        pointer: '/id',
        message: expect.stringMatching(/9007199254740993 has more digits/),
        remedy: expect.stringMatching(/double quotes/),
      }),
    ]);
  });

  it.each([
    ['an error in mapped JSON', '{"metrics":{"a":NaN}}', { series: mapped }, ['error']],
    ['an error in a native file', '{"schema":"evalguard.result/v1","aggregate":{"a":NaN}}', {}, ['error']],
    ['notes in JSON that nobody reads', '{"a":NaN,"b":9007199254740993}', {}, ['note', 'note']],
    ['nothing where a tool’s own reader read it', '{"a":NaN}', { series, format: 'inspect' }, []],
    ['nothing where numbers are numbers', '{"a":1e308,"b":-0.5,"c":9007199254740992}', { series }, []],
  ])('is %s', (_, text, parts, severities) => {
    expect(found(text, parts).map(({ severity }) => severity)).toEqual(severities);
  });
});
