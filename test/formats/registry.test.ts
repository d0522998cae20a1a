import { describe, expect, it } from 'vitest';
import { native } from '../../src/formats/native/native.ts';
import { detectFormat, formatById, formats } from '../../src/formats/registry.ts';
import { FORMAT_NAMES } from '../../src/policy/policy.ts';
import { CSV_FIXTURES, FIXTURES, fixture, JSON_FIXTURES } from '../support/fixture.ts';
import { aFile, aResult } from '../support/record.ts';

describe('the registry of formats', () => {
  it('finds a reader by its id, and none by a name that objects inherit', () => {
    for (const format of formats) expect(formatById(format.id)).toBe(format);
    expect(formatById('constructor')).toBeNull();
  });

  it('holds the formats that a policy may name', () => {
    expect(formats.map(({ id }) => id)).toEqual(FORMAT_NAMES);
  });

  it('has an id and a title of its own for each', () => {
    expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
    expect(new Set(formats.map(({ title }) => title)).size).toBe(formats.length);
  });

  it('has fixtures of each, in a folder of its name, which its reader alone detects', () => {
    const without = FORMAT_NAMES.filter((id) => !FIXTURES.some((name) => name.startsWith(`${id}/`)));
    expect(without).toEqual([]);
    for (const name of FIXTURES) {
      const [id] = name.split('/');
      expect([name, detectFormat(fixture(name))?.id]).toEqual([name, id]);
    }
  });

  it('has for each a fixture that the property tests change: JSON, JSON Lines or CSV', () => {
    const changed = [...JSON_FIXTURES, ...CSV_FIXTURES];
    expect(FORMAT_NAMES.filter((id) => !changed.some((name) => name.startsWith(`${id}/`)))).toEqual([]);
  });

  it('detects a native result and nothing in a file of another shape', () => {
    expect(detectFormat(aFile(aResult()))).toBe(native);
    expect(detectFormat(aFile({ hello: 'world' }))).toBeNull();
  });

  it('refuses to choose between two readers', () => {
    const twin = { ...native, id: 'twin' };
    expect(() => detectFormat(aFile(aResult()), [native, twin])).toThrow(
      /more than one reader: native, twin/,
    );
  });
});
