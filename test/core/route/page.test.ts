import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalRoute } from '../../../src/core/route/canonical.ts';
import { formatRoute } from '../../../src/core/route/route.ts';
import {
  ALIASES,
  DEPLOYMENT_WORDS,
  HOSTS,
  MAKERS,
  MOVING,
  PLACEHOLDERS,
  PROGRAMS,
} from '../../../src/core/route/table.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { SPELLINGS } from '../../support/routes.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/judges.md'), 'utf8');
const codes = (items: readonly string[]) =>
  items.length === 0 ? '–' : items.map((item) => `\`${item}\``).join(' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What docs/judges.md must hold, word for word: on a failure, copy the expected text into the page. */
const BLOCKS: readonly (readonly [name: string, text: string])[] = [
  [
    'makers',
    table(
      ['maker', 'also written', 'its models begin with'],
      Object.entries(MAKERS).map(([maker, { names, models }]) => [
        `\`${maker}\``,
        codes(names),
        codes(models),
      ]),
    ),
  ],
  [
    'hosts',
    table(
      ['kind', 'names'],
      Object.entries(HOSTS).map(([kind, names]) => [kind, codes(names)]),
    ),
  ],
  ['aliases', codes(ALIASES)],
  ['placeholders', codes(PLACEHOLDERS)],
  ['programs', codes(PROGRAMS)],
  ['moving', codes(MOVING)],
  ['deployment words', codes(DEPLOYMENT_WORDS)],
  [
    'spellings',
    table(
      ['written', 'is'],
      SPELLINGS.flatMap(([model, all]) => all.map((text) => [codes([text]), codes([model])])),
    ),
  ],
];

describe('docs/judges.md', () => {
  it.each(BLOCKS)('holds the table of %s as the code has it', (name, text) => {
    const block = page.split(`<!-- ${name} -->\n`)[1]?.split(`\n<!-- end of ${name} -->`)[0];
    expect(block).toBe(text);
  });

  it('shows policies whose routes do what it says', () => {
    const routes = { 'custom:kiro/claude-sonnet-4.5': 'anthropic:claude-sonnet-4.5' };
    expect(page).toContain('"custom:kiro/claude-sonnet-4.5": "anthropic:claude-sonnet-4.5"');
    const route = canonicalRoute('custom:kiro/claude-sonnet-4.5', { ...DEFAULT_POLICY.judge, routes });
    expect(formatRoute(route)).toBe('anthropic:claude-sonnet-4.5');
  });
});
