import { expect, it } from 'vitest';
import { macrosIn, pathLines } from '../../src/core/attributes.ts';
import { ledgerAttributes } from '../../src/rules/ledger-attributes.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

const TEXT = '* filter=x\n* merge=union\n* eol=crlf\n* text\n';
const lines = (from: 'range' | 'all', text = TEXT) => ({
  ...range(EVERY_CHANGE),
  lines: {
    from,
    found: [
      ...pathLines('.gitattributes', text, macrosIn(text)),
      ...pathLines('.gitignore', text === '' ? '' : 'results/\n', new Map()),
    ],
  },
});

it('refuses what rewrites or merges records, and warns of line ends and of what is ignored (A7)', () => {
  expect(found(ledgerAttributes, lines('range'))).toEqual([
    expect.stringMatching(/^error \.gitattributes: .*filter=x.*other bytes into a work tree/),
    expect.stringMatching(/^error \.gitattributes: .*merge=union.*without asking/),
    expect.stringMatching(/^warning \.gitattributes: .*eol=crlf.*carriage returns into every record/),
    expect.stringMatching(/^warning \.gitattributes: .*line ends/),
    expect.stringMatching(/^warning \.gitignore: .*leaves them out/),
  ]);
});

it('says once what has landed', () => {
  expect(found(ledgerAttributes, lines('all'))).toEqual([
    expect.stringMatching(/^note \.gitattributes: .*5 lines like this have landed/),
  ]);
});

it('finds nothing where no line reaches records', () => {
  expect(found(ledgerAttributes, lines('range', ''))).toEqual([]);
  expect(found(ledgerAttributes, lines('all', ''))).toEqual([]);
  expect(found(ledgerAttributes, range(EVERY_CHANGE))).toEqual([]);
});
