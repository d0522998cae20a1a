import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import { formats } from '../../src/formats/registry.ts';
import { FORMAT_NAMES } from '../../src/policy/policy.ts';
import { fencedBlocks } from '../support/fenced.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = readFileSync(at('docs/formats.md'), 'utf8');

/** Each section of the page by its heading. */
const sections = new Map(
  page.split(/^## /m).flatMap((part, index): readonly (readonly [string, string])[] => {
    const [heading = '', ...lines] = part.split('\n');
    return index === 0 ? [] : [[heading, lines.join('\n')]];
  }),
);

describe('the readers', () => {
  it('have unique ids, a file and a test each', () => {
    expect(new Set(FORMAT_NAMES).size).toBe(FORMAT_NAMES.length);
    for (const id of FORMAT_NAMES) {
      for (const path of [`src/formats/${id}/${id}.ts`, `test/formats/${id}.test.ts`]) {
        expect(existsSync(at(path)), path).toBe(true);
      }
    }
  });
});

describe('docs/formats.md', () => {
  it('has one heading a format and no other, in the order of the registry', () => {
    expect([...sections.keys()]).toEqual(FORMAT_NAMES);
  });

  it('lists each format with its title', () => {
    for (const { id, title } of formats) expect(page).toContain(`| [\`${id}\`](#${id}) | ${title} |`);
  });

  it('says of each what it is, what is read and what cannot be known, in whole sentences', () => {
    for (const { id, title } of formats) {
      const [what, read, unknown] = sections.get(id)!.trim().split('\n\n');
      expect([id, what]).toEqual([id, `**${title}**`]);
      expect([id, read]).toEqual([id, expect.stringMatching(/^\*\*What is read\.\*\* [A-Z*`e].+\.$/s)]);
      expect([id, unknown]).toEqual([
        id,
        expect.stringMatching(/^\*\*What cannot be known\.\*\* [A-Z*`e].+\.$/s),
      ]);
    }
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

  it('shows how a file of each is recorded', () => {
    const shown = /^```sh\nevalguard record \S+ --dry-run\n```$/m;
    for (const id of FORMAT_NAMES) expect([id, shown.test(sections.get(id) ?? '')]).toEqual([id, true]);
  });
});
