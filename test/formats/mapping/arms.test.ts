import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../../src/policy/policy.ts';
import { comparedIn, readingsOf } from '../../support/mapped.ts';

/** By arm, the claims. */
const arms = (content: unknown, mapping: Mapping) =>
  Object.fromEntries<Record<string, number | null>>(
    readingsOf(content, mapping).map(({ arm, claims }) => [
      String(arm),
      Object.fromEntries(claims.map(({ name, value }) => [name, value])),
    ]),
  );

const model = (f1: number) => ({ precision: f1, f1, n_documents: 3 });

describe('arms', () => {
  it('are the keys that stand for the star', () => {
    const content = { 'a:1': model(0.8303), 'b/2': model(0.8414), c: model(0.8303) };
    const read = arms(content, { metrics: '', arms: '/*' });
    expect(Object.entries(read).map(([arm, claims]) => [arm, claims['f1']])).toEqual([
      ['a:1', 0.8303],
      ['b/2', 0.8414],
      ['c', 0.8303],
    ]);
  });

  it('each have metrics, rows and definitions of their own; all else is looked for in the arm, then in the file', () => {
    const arm = (passed: number, more: object = {}) => ({
      passed,
      s: { x: 1 },
      cases: [{ id: 'a', passed: true }],
      ...more,
    });
    const content = {
      at: '2026-07-22T06:08:04Z',
      judge: 'openai:gpt-5',
      perModel: { one: arm(1), two: arm(0, { judge: 'anthropic:x', filter: 'a*' }) },
    };
    const readings = readingsOf(content, {
      ...{ metrics: '', rows: '/cases', arms: '/perModel/*', part: '/filter' },
      ...{ judge: '/judge', generated_at: '/at', definitions: { x: { at: '/s/x' } } },
    });
    expect(readings.map(({ arm: name, judge, run, part }) => [name, judge?.route, run.date, part])).toEqual([
      ['one', 'openai:gpt-5', '2026-07-22', undefined],
      ['two', 'anthropic:x', '2026-07-22', 'filter a*'],
    ]);
    expect(readings.map((reading) => comparedIn(reading))).toEqual([
      { passed: [1, 1, 'equal'], x: [1, 'alone'] },
      { passed: [0, 1, 'differs'], x: [1, 'alone'] },
    ]);
  });

  it('that hold neither metrics nor rows are none', () => {
    const mapping = { metrics: '/m', arms: '/*' };
    expect(arms({ note: 'x', config: { a: 1 }, one: { m: { a: 1 } } }, mapping)).toEqual({ one: { a: 1 } });
    expect(() => arms({ note: 'x' }, mapping)).toThrow('no arm stands at /*');
    expect(() => arms({ one: {} }, mapping)).toThrow('nothing stands at /m');
  });

  it('say once what the file lacks, not once for each arm', () => {
    const readings = readingsOf({ a: model(1), b: model(1) }, { metrics: '', arms: '/*', limits: '/limits' });
    expect(readings.map(({ losses }) => losses)).toEqual([['limits: nothing stands at /limits'], []]);
  });
});

describe('what is left unread', () => {
  const losses = (content: unknown, mapping: Mapping) =>
    readingsOf(content, mapping).flatMap((each) => each.losses);

  it('has one line where it has the shape of what is read', () => {
    const content = Object.fromEntries(['a', 'b', 'c'].map((name) => [`model-${name}`, model(0.5)]));
    expect(losses(content, { metrics: '/model-a' })).toEqual([
      '/model-b, /model-c have the shape of /model-a and are not read',
    ]);
  });

  it('has one line for 25 of one shape, and one for all else', () => {
    const models = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`m${at}`, model(0.5)]));
    const content = { ...models, note: 'x', when: 'y', meta: { a: 'b' }, nothing: null, empty: [] };
    expect(losses(content, { metrics: '/m0' })).toEqual([
      '/m1, /m2, /m3, /m4, /m5 and 20 more have the shape of /m0 and are not read',
      '/meta, /note, /when are not read',
    ]);
  });

  it('of arms is said once, by the pattern', () => {
    const arm = { m: { a: 1 }, trace: [1], seed: 3 };
    expect(losses({ per: { x: arm, y: arm }, kind: 'z' }, { metrics: '/m', arms: '/per/*' })).toEqual([
      '/per/*/trace, /per/*/seed, /kind are not read',
    ]);
  });

  it('names an arm of which the key alone is left', () => {
    const content = { per: { x: model(0.5), y: null, z: {} } };
    expect(losses(content, { metrics: '', arms: '/per/*' })).toEqual([
      '/per/y, /per/z are empty, and read as no arm',
    ]);
  });

  it('is nothing where all is read', () => {
    expect(losses({ m: { a: 1, b: { c: 2 } } }, { metrics: '/m' })).toEqual([]);
  });
});
