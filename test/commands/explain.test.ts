import { describe, expect, it } from 'vitest';
import { explain, rulesPage } from '../../src/commands/explain.ts';
import { EvalguardError } from '../../src/core/error.ts';
import type { RuleText } from '../../src/core/rule.ts';
import { ledgerModified } from '../../src/rules/ledger-modified.ts';
import { thresholdMissed } from '../../src/rules/threshold-missed.ts';
import { renderMarkdown, tableRows, textOf } from '../support/github.ts';

const RULES: readonly RuleText[] = [thresholdMissed, ledgerModified];

function refusal(id: string): EvalguardError {
  try {
    explain(id, RULES);
  } catch (error) {
    if (error instanceof EvalguardError) return error;
  }
  throw new Error(`${id} was explained`);
}

describe('explain', () => {
  it('says what a rule holds, why, and what to do, in the words of the rule', () => {
    expect(explain('ledger/modified', RULES)).toBe(
      `ledger/modified (error)\n${ledgerModified.title}\n\nWhy: ${ledgerModified.why}\n\nWhat to do: ${ledgerModified.advice}\n`,
    );
  });

  it('lists all rules in order when none is named', () => {
    expect(explain(null, RULES)).toBe(
      [
        `ledger/modified   error    ${ledgerModified.title}`,
        `threshold/missed  note     ${thresholdMissed.title}`,
        '',
        'evalguard explain RULE says why a rule exists and what to do.',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['ledger/modifed', 'Did you mean ledger/modified?'],
    ['Ledger/Modified', 'Did you mean ledger/modified?'],
    ['modified', 'Did you mean ledger/modified?'],
    ['missed', 'Did you mean threshold/missed?'],
  ])('answers %s with the nearest rule', (id, words) => {
    expect(refusal(id)).toMatchObject({ code: 'usage', remedy: expect.stringContaining(words) });
  });

  it.each(['', 'constructor', '__proto__', 'nothing/like/it'])(
    'names no rule that is not near to "%s"',
    (id) => {
      expect(refusal(id).remedy).toBe('`evalguard explain` lists all rules.');
    },
  );

  it('K151 shows an unknown id without its control characters', () => {
    expect(refusal('\x1b[2J\n::error::x').message).toBe(
      'There is no rule "\\x1b[2J\\n::error::x", so there is nothing to explain.',
    );
  });
});

const PAGE_RULES = [thresholdMissed, ledgerModified];

describe('rulesPage', () => {
  const page = rulesPage(PAGE_RULES);
  const html = renderMarkdown(page);

  it('has one heading a rule, its id, in order', () => {
    expect(Array.from(html.matchAll(/<h2>(.*?)<\/h2>/g), ([, id]) => id)).toEqual([
      'ledger/modified',
      'threshold/missed',
    ]);
  });

  it('says severity, what, why and what to do of each, as the rule says it', () => {
    const text = textOf(html);
    for (const { title, why, advice } of PAGE_RULES) {
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
    expect(rulesPage([...PAGE_RULES].reverse())).toBe(page);
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
