import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectorText } from '../../../src/core/citation/citation.ts';
import { findCitations } from '../../../src/core/citation/page.ts';

const OPEN = '<!-- evalguard: results/a.json x -->';
const CLOSE = '<!-- /evalguard -->';
const CITED = `${OPEN}97 %${CLOSE}`;

/** Each citation as `line:column text record selector`, or what is wrong with it. */
function told(text: string, page = 'README.md'): string[] {
  return findCitations(text, page).map(({ line, column, text: bound, target }) =>
    'problem' in target
      ? `${line}:${column} ${target.problem.kind}`
      : `${line}:${column} ${bound} ${target.record} ${selectorText(target.selector)}`,
  );
}

const GOOD = '97 % results/a.json x';

describe('citations are found', () => {
  it.each([
    ['in a paragraph', `It got ${CITED} right.`, [`1:44 ${GOOD}`]],
    ['in a heading', `# Got ${CITED}\n`, [`1:43 ${GOOD}`]],
    ['in a list', `- a\n- ${CITED} b`, [`2:39 ${GOOD}`]],
    [
      'in the cell of a table',
      `| a | b |\n|---|---|\n| ${CITED} | ${CITED} |`,
      [`3:39 ${GOOD}`, `3:101 ${GOOD}`],
    ],
    ['in emphasis', `**${CITED}**`, [`1:39 ${GOOD}`]],
    ['in a quote', `> ${CITED}`, [`1:39 ${GOOD}`]],
    ['in raw HTML', `<table><tr><td>${CITED}</td></tr></table>`, [`1:52 ${GOOD}`]],
    ['at the start of a line', CITED, [`1:37 ${GOOD}`]],
    ['behind a byte order mark', `\ufeffa ${CITED}`, [`1:40 ${GOOD}`]],
    ['in a link behind a byte order mark', '\ufeff[97 %](results/a.json#evalguard:x)', [`1:3 ${GOOD}`]],
    ['behind tabs and emoji, counted in code points', `-\t😀 ${CITED}`, [`1:41 ${GOOD}`]],
    ['after CRLF', `a\r\nb ${CITED}\r\n`, [`2:39 ${GOOD}`]],
    ['in a link', 'It got [97 %](results/a.json#evalguard:x) right.', [`1:9 ${GOOD}`]],
    [
      'in a link with angle brackets and a title',
      '[97 %](<results/a.json#evalguard:x> "t")',
      [`1:2 ${GOOD}`],
    ],
    ['in a link in a table', '| a |\n|---|\n| [97 %](results/a.json#evalguard:x) |', [`3:4 ${GOOD}`]],
    ['twice in a line', `${CITED} ${CITED}`, [`1:37 ${GOOD}`, `1:97 ${GOOD}`]],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it.each([
    ['a fence', `\`\`\`md\n${CITED}\n\`\`\``],
    ['a fence in a list', `- a\n\n  ~~~\n  ${CITED}\n  ~~~\n`],
    ['an unclosed fence', `\`\`\`\n${CITED}`],
    ['inline code', `Write \`${CITED}\`.`],
    ['inline code of two backticks', `Write \`\` ${CITED} \`\`.`],
    ['indented code', `a\n\n    ${CITED}\n`],
    ['an escape', `\\${CITED.replace('<!-- /', '\\<!-- /')}`],
    ['a link in code', '`[97 %](results/a.json#evalguard:x)`'],
    ['another comment', '<!-- evalguard is a tool -->'],
  ])('not in %s', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  it('is not fooled by a fence of another kind', () => {
    expect(told(`~~~\n\`\`\`\n~~~\n${CITED}`)).toEqual([`4:37 ${GOOD}`]);
  });
});

describe('what is broken is told, never passed over (K122)', () => {
  it.each([
    ['no end', `a ${OPEN}97 %`, ['1:3 unclosed']],
    ['no end before the next', `a ${OPEN}97 % ${CITED}`, ['1:3 unclosed', `1:80 ${GOOD}`]],
    ['an end alone', `a ${CLOSE} b ${CITED}`, ['1:3 unopened', `1:61 ${GOOD}`]],
    ['no metric', `a <!-- evalguard: results/a.json -->1${CLOSE}`, ['1:37 syntax']],
    ['words', `a ${OPEN}97 % of all${CLOSE}`, ['1:39 no-number']],
    ['words in a link', '[the run](results/a.json#evalguard:x)', ['1:2 no-number']],
    ['an image', '![97 %](results/a.json#evalguard:x)', ['1:9 syntax']],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('an empty binding waits for its number', () => {
    expect(told(`a ${OPEN}${CLOSE}`)).toEqual(['1:39  results/a.json x']);
  });
});

it('every citation lies where it says, in any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom(
      CITED,
      OPEN,
      CLOSE,
      '[97 %](results/a.json#evalguard:x)',
      '\n',
      '\r\n',
      '\t',
      '`',
      '```',
      '- ',
      '|',
      '😀',
      '\ufeff',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (text) => {
        for (const { start, end, text: bound, line, column } of findCitations(text, 'a.md')) {
          expect(text.slice(start, end)).toBe(bound);
          const before = text.slice(0, start).split('\n');
          expect([line, column]).toEqual([before.length, [...before.at(-1)!].length + 1]);
        }
      },
    ),
  );
});
