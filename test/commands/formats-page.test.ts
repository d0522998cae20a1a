import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import { formatsPage } from '../../src/commands/formats-page.ts';
import { texts } from '../../src/formats/about/registry.ts';
import { formats } from '../../src/formats/registry.ts';
import { fencedBlocks } from '../support/fenced.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ids = formats.map(({ id }) => id).sort();

describe('the readers', () => {
  it('have unique ids, a file, a text and a test each', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect([...texts.keys()].sort()).toEqual(ids);
    const about = readdirSync(at('src/formats/about')).map((file) => file.replace(/\.ts$/, ''));
    expect(about.filter((name) => name !== 'registry' && name !== 'text').sort()).toEqual(ids);
    for (const id of ids) {
      for (const path of [`src/formats/${id}.ts`, `test/formats/${id}.test.ts`]) {
        expect([path, existsSync(at(path))]).toEqual([path, true]);
      }
    }
  });

  it('have texts in whole sentences', () => {
    for (const [id, { reads, cannotKnow }] of texts) {
      for (const text of [reads, cannotKnow])
        expect([id, text]).toEqual([id, expect.stringMatching(/^[A-Z*`e].+\.$/s)]);
    }
  });
});

describe('formatsPage', () => {
  const page = formatsPage(formats, texts);

  it('has one heading a format, in the order of the registry', () => {
    expect(Array.from(page.matchAll(/^## (.*)$/gm), ([, id]) => id)).toEqual(formats.map(({ id }) => id));
  });

  it('is what stands in docs/formats.md', () => {
    expect(readFileSync(at('docs/formats.md'), 'utf8')).toBe(page);
  });

  it('shows policies that are valid, each naming the format or a native name', async () => {
    const blocks = fencedBlocks('formats.md', 'yaml');
    expect(blocks).toHaveLength(formats.length);
    for (const [index, { id }] of formats.entries()) {
      const policy = await readPolicy(new TextEncoder().encode(blocks[index]!), 'evalguard.yaml');
      expect(policy.series.length).toBeGreaterThan(0);
      for (const { format } of policy.series)
        expect(format).toEqual({ reader: id === 'native' ? 'auto' : id });
    }
  });

  it('refuses a reader without a text', () => {
    expect(() => formatsPage([{ id: 'new', title: 'New' }], texts)).toThrow(/no text for the format new/);
  });
});
