import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { validate } from '../../src/adapters/schemas.ts';
import { type Json, type JsonObject, NAMES, ROOT, schemaText, VALID } from '../support/schema-documents.ts';
import { validateNow } from '../support/validate.ts';

describe('the published schemas', () => {
  const nodes = NAMES.flatMap((name) =>
    subschemas(JSON.parse(schemaText(name))).map((node) => ({ name, node })),
  );

  it('declare 2020-12 and fit its meta-schema (K157)', () => {
    for (const name of NAMES) {
      const schema = JSON.parse(schemaText(name));
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(schema.$id).toBe(`https://evalguard.dev/schemas/${name}.v1.schema.json`);
      expect(new Ajv2020().validateSchema(schema)).toBe(true);
    }
  });

  it('refer to nothing outside themselves (K161, K162)', () => {
    for (const { node } of nodes) if ('$ref' in node) expect(node['$ref']).toMatch(/^#\/\$defs\/\w+$/);
  });

  it('never ask for multiples (K171), and know no format but date and date-time (K159)', () => {
    for (const { node } of nodes) {
      expect(Object.keys(node)).not.toContain('multipleOf');
      if ('format' in node) expect(['date', 'date-time']).toContain(node['format']);
    }
  });

  it('put every pattern and format into words, in a definition of its own', () => {
    for (const name of NAMES) {
      const schema = JSON.parse(schemaText(name));
      const worded = Object.values<JsonObject>(schema.$defs).filter(
        (node) => 'pattern' in node || 'format' in node,
      );
      const all = subschemas(schema).filter((node) => 'pattern' in node || 'format' in node);
      expect(all).toEqual(worded);
      for (const node of worded) expect(node['title']).toMatch(/^an? /);
    }
  });

  it('tell of every property what it is', () => {
    for (const { name, node } of nodes) {
      for (const [key, property] of Object.entries((node['properties'] ?? {}) as JsonObject)) {
        if (!('type' in (property as JsonObject)) && 'const' in (property as JsonObject)) continue; // a condition
        if ('enum' in (property as JsonObject) && !('type' in (property as JsonObject))) continue;
        expect([name, key, property]).toEqual([
          name,
          key,
          expect.objectContaining({ title: expect.any(String), description: expect.any(String) }),
        ]);
      }
    }
  });

  it('list the same reasons for errors and for unmeasured values', () => {
    const { $defs } = JSON.parse(schemaText('result'));
    const reasons: readonly string[] = $defs.row.properties.error.properties.kind.enum;
    expect($defs.reason.pattern).toBe(`^(?:${reasons.join('|')})(?::[\\s\\S]*)?$`);
    for (const reason of reasons) expect($defs.reason.title).toContain(reason);
  });
});

// Names of properties are no keywords, and what const and enum hold is no schema.
function subschemas(schema: Json): readonly JsonObject[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(subschemas);
  const below = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'const' || keyword === 'enum' || keyword === 'default') return [];
    return keyword === 'properties' || keyword === '$defs'
      ? Object.values(value as JsonObject).flatMap(subschemas)
      : subschemas(value);
  });
  return [schema, ...below];
}

describe('the generated modules', () => {
  const SMALLEST_TO_LARGEST = ['retraction', 'outlines', 'policy', 'result', 'report'] as const;
  const textOf = (name: string) => readFileSync(`${ROOT}src/generated/${name}`, 'utf8');

  it.each(SMALLEST_TO_LARGEST)('%s stands alone: it loads and evaluates nothing', (name) => {
    expect(textOf(`${name}.js`)).not.toMatch(/\brequire\s*\(|\bimport\b|\beval\b|\bFunction\s*\(|ajv/);
  });

  it('those that a check meets stay small enough to load in 2 ms', () => {
    const sizes = ['result', 'policy', 'outlines'].map((name) => textOf(`${name}.js`).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(120_000);
  });

  it('are what the schemas compile to, byte for byte, and nothing else is there', async () => {
    const builder = `${ROOT}scripts/schemas.mjs`;
    const { compileSchemas } = (await import(builder)) as {
      compileSchemas: () => Promise<ReadonlyMap<string, string>>;
    };
    const compiled = await compileSchemas();
    expect(readdirSync(`${ROOT}src/generated`).sort()).toEqual([...compiled.keys()].sort());
    for (const [name, text] of compiled) expect(textOf(name)).toBe(text);
  });

  it.each(['result', 'retraction', 'policy', 'report'] as const)(
    'the validator of a %s is found by the name of its schema',
    async (name) => {
      for (const [of, document] of VALID) {
        const faults = await validate(name, document);
        expect(faults).toEqual(validateNow(name, document));
        if (of === name) expect(faults).toEqual([]);
      }
    },
  );
});
