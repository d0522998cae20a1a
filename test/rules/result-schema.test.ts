import { describe, expect, it } from 'vitest';
import { resultSchema } from '../../src/rules/result-schema.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (content: unknown, parts = {}) => findingsOf(resultSchema, aRecord(content, parts));

describe('result/schema', () => {
  it('K167: names the place of a misspelt key and the nearest known one', () => {
    const findings = found(aResult({ results: undefined, agregate: { a: 1 } }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'error', pointer: '/agregate', line: 10, column: 15 });
    expect(findings[0]?.message).toContain('agregate');
    expect(`${findings[0]?.message}${findings[0]?.remedy}`).toContain('aggregate');
  });

  it.each([
    ['K076: a score in quotes', { aggregate: { a: '0.75' } }, '/aggregate/a'],
    ['K076: a padded score in quotes', { aggregate: { a: '00.75' } }, '/aggregate/a'],
    ['K156: one finding for one wrong field', { mode: 'fake' }, '/mode'],
    ['no version of its metrics', { metrics_version: undefined }, ''],
    [
      'an error kind that is none',
      { results: [{ id: 'a', error: { kind: 'oops' } }] },
      '/results/0/error/kind',
    ],
  ])('finds %s', (_, parts, pointer) => {
    expect(found(aResult(parts))).toEqual([
      expect.objectContaining({ severity: 'error', pointer, line: expect.any(Number) }),
    ]);
  });

  it('K170: takes null for unmeasured where a number may stand, and never for 0', () => {
    expect(found(aResult({ aggregate: { a: null }, unmeasured: { a: 'cancelled' } }))).toEqual([]);
  });

  it('points at what surrounds a key that is missing', () => {
    const [finding] = found('{\n  "schema": "evalguard.result/v1",\n  "metrics_version": 1\n}');
    expect(finding).toMatchObject({ line: 1, column: 1 });
  });

  it('names the schemas that it knows where the file calls itself another', () => {
    const [finding, ...others] = found('{\n  "schema": "evalguard.result/v9"\n}');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', pointer: '/schema', line: 2, column: 13 });
    expect(finding?.message).toContain('evalguard.result/v1, evalguard.retraction/v1');
  });

  it.each([
    ['a real run', {}, 1],
    ['an empty list of models', { models: {} }, 1],
    ['a record of a native result', { source: { format: 'native' } }, 1],
    ['a record of a file that names none', { source: { format: 'quack', losses: ['the models'] } }, 0],
    ['a scripted run', { mode: 'scripted' }, 0],
    ['a run that measured nothing', { status: 'unmeasured', reason: 'cancelled' }, 0],
  ])('asks %s for its models: %j gives %i', (_, parts, count) => {
    const findings = found(aResult({ models: undefined, ...parts }));
    expect(findings).toHaveLength(count);
    if (count > 0) expect(findings[0]?.message).toMatch(/names no models/);
  });

  it('is an error where a series’ mapping finds no metrics', () => {
    const series = aSeries({ format: { mapping: { metrics: '/aggregate' } } });
    expect(found([], { series })).toEqual([
      expect.objectContaining({
        severity: 'error',
        message: expect.stringContaining('"eval" claims this file, but it could not be read: nothing stands'),
      }),
    ]);
  });

  it('K209: says why a file that no series claims is refused', () => {
    const [finding, ...others] = found(
      {},
      { series: null, unread: 'its version is 4, and known are 2 and 3' },
    );
    expect(others).toEqual([]);
    expect(finding?.message).toBe(
      'The file could not be read: its version is 4, and known are 2 and 3. Nothing in it can be checked.',
    );
  });

  it('leaves a text that cannot be parsed to the rules of its kind', () => {
    expect(found('{', { series: aSeries(), unread: 'no document' })).toEqual([]);
  });

  it('passes a valid result, and JSON that is not its own', () => {
    expect(found(aResult())).toEqual([]);
    expect(found({ schema: 'https://json-schema.org/draft/2020-12/schema' })).toEqual([]);
  });
});
