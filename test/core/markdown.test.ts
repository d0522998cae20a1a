import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownCode, markdownProse, markdownText } from '../../src/core/markdown.ts';
import { visible } from '../../src/core/text.ts';
import { elementsOf, expansionsIn, renderMarkdown, tableRows, textOf } from '../support/github.ts';
import { HOSTILE, hostileText } from '../support/report.ts';
import { trials } from '../support/trial.ts';

const inTable = (cell: string) => renderMarkdown(`| a | b |\n| --- | --- |\n| ${cell} | end |`);
const OWN = new Set(['p', 'code', 'span']);

function expectHarmless(html: string): void {
  expect([...elementsOf(html)].filter((element) => !OWN.has(element))).toEqual([]);
  expect(html).not.toContain('<!--');
  expect(expansionsIn(html)).toEqual([]);
}

describe('markdownText', () => {
  it.each(HOSTILE)('renders %j as that very text, with nothing made of it', (text) => {
    const html = renderMarkdown(markdownText(text));
    expect(textOf(html).trim()).toBe(visible(text).trim());
    expectHarmless(html);
  });

  it('K142 pings nobody, refers to nothing, links nowhere', () => {
    const text =
      '@octo-org/all see http://x.invalid www.x.invalid #123 GH-4 o/r#5 o/r@0123456789abcdef a@b.example';
    const html = renderMarkdown(markdownText(text));
    expect(expansionsIn(html)).toEqual([]);
    expect(html).not.toContain('<a');
    expect(textOf(html)).toBe(`<p>${text}</p>`.replace(/<.?p>/g, ''));
  });

  it('holds for any text, in a paragraph, a list and a table', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const markdown = markdownText(text);
        const shown = visible(text).trim();
        expectHarmless(renderMarkdown(markdown));
        expect(textOf(renderMarkdown(markdown)).trim()).toBe(shown);
        expect(textOf(renderMarkdown(`- ${markdown}`)).trim()).toBe(shown);
        expect(tableRows(inTable(markdown)).map((cells) => cells.map((cell) => cell.trim()))).toEqual([
          ['a', 'b'],
          [shown, 'end'],
        ]);
      }),
      { numRuns: trials(400) },
    );
  });
});

describe('markdownCode', () => {
  it.each([
    ['results/a_b.json', '`results/a_b.json`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' a ', '`  a  `'],
    ['A | B', 'A &#124; B'],
    ['##[error]x', '\\#\\#\\[error\\]x'],
  ])('%j is %s', (text, markdown) => {
    expect(markdownCode(text)).toBe(markdown);
  });

  it('K139 K141 reads as the text anywhere, and keeps the number of columns', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = visible(text).trim();
        const html = renderMarkdown(`x ${markdownCode(text)}`);
        expect(textOf(html).slice(1).trim()).toBe(shown);
        expectHarmless(html);
        expect(tableRows(inTable(markdownCode(text)))[1]!.map((cell) => cell.trim())).toEqual([shown, 'end']);
      }),
      { numRuns: trials(400) },
    );
  });
});

describe('markdownProse', () => {
  it('shows a command so that it can be copied: in code, its commit id whole', () => {
    const command = 'git restore --source=0123456789abcdef -- a_b.json';
    expect(markdownProse(`Put it back: \`${command}\`. Then go on.`)).toBe(
      `Put it back:&#32;\`${command}\`. Then go on.`,
    );
  });

  it('is as harmless as plain text, whatever stands in it', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, two) => {
        const html = renderMarkdown(`x ${markdownProse(`${one} \`${two}\`.`)}`);
        expectHarmless(html);
        expect(textOf(html).replaceAll('`', '').replaceAll(' ', '')).toBe(
          visible(`x${one}${two}.`).replaceAll('`', '').replaceAll(' ', ''),
        );
      }),
      { numRuns: trials(400) },
    );
  });
});

it.each([
  ['0.95', '0.95'],
  ['0.95 of them', '0.95 of them'],
  ['10.', '1&#48;.'],
  ['1. first', '&#49;. first'],
  ['1) first', '&#49;) first'],
  ['1)x', '1)x'],
  ['1234567890. x', '1234567890. x'],
])('a number that begins no list is left as it is: %j (C9)', (text, expected) => {
  expect(markdownText(text).replaceAll('&#8203;', '')).toBe(expected);
  expect(textOf(renderMarkdown(markdownText(text))).trim()).toBe(text);
});
