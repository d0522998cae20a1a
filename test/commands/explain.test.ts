import { describe, expect, it } from 'vitest';
import { explain } from '../../src/commands/explain.ts';
import { EvalguardError } from '../../src/core/error.ts';
import type { RuleText } from '../../src/core/rule.ts';
import { ledgerModified } from '../../src/rules/ledger-modified.ts';
import { thresholdMissed } from '../../src/rules/threshold-missed.ts';

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
