import { describe, expect, it } from 'vitest';
import { rulesPage } from '../../src/commands/explain.ts';
import { ledgerModified } from '../../src/rules/ledger-modified.ts';
import { thresholdMissed } from '../../src/rules/threshold-missed.ts';
import { renderMarkdown, tableRows, textOf } from '../support/github.ts';

const RULES = [thresholdMissed, ledgerModified];

describe('rulesPage', () => {
  const page = rulesPage(RULES);
  const html = renderMarkdown(page);

  it('has one heading a rule, its id, in order', () => {
    expect(Array.from(html.matchAll(/<h2>(.*?)<\/h2>/g), ([, id]) => id)).toEqual([
      'ledger/modified',
      'threshold/missed',
    ]);
  });

  it('says severity, what, why and what to do of each, as the rule says it', () => {
    const text = textOf(html);
    for (const { title, why, advice } of RULES) {
      for (const words of [title, why, advice]) expect(text).toContain(words.replaceAll('`', ''));
    }
    expect(text).toContain('Severity error: the check fails (exit 1).');
  });

  it('begins with a table that links to each rule', () => {
    expect(tableRows(html)).toEqual([
      ['Rule', 'Severity', 'What it holds'],
      ['ledger/modified', 'error', ledgerModified.title],
      ['threshold/missed', 'note', thresholdMissed.title],
    ]);
    expect(html).toContain('<a href="#ledgermodified"><code>ledger/modified</code></a>');
  });

  it('is the same page whatever the order of the rules', () => {
    expect(rulesPage([...RULES].reverse())).toBe(page);
  });

  it('shows words that Markdown would obey as they are', () => {
    const rule = {
      id: 'x/y',
      severity: 'note',
      title: 'a *b* | <c>',
      why: 'w_x_y',
      advice: 'use `a|b` now',
    } as const;
    const rendered = renderMarkdown(rulesPage([rule]));
    expect(tableRows(rendered)[1]![2]).toBe('a *b* | <c>');
    expect(textOf(rendered)).toContain('w_x_y');
  });
});
