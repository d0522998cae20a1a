import { describe, expect, it } from 'vitest';
import { citationsOf, findCitations, pageOf } from '../../../src/core/citation/page.ts';
import { regExpWork } from '../../support/regexp-work.ts';

const c = (number: string, options = '') =>
  `<!-- evalguard: results/a.json x${options} -->${number}<!-- /evalguard -->`;
const l = (number: string, options = '') => `[${number}](results/a.json#evalguard:x${options})`;
const P = ' as percent';

const problems = (text: string) =>
  findCitations(text, 'README.md').map(({ target }) => ('problem' in target ? target.problem.kind : 'bound'));

describe('a page that shows another number than the one that is bound (A13)', () => {
  it.each([
    `0.${c('1')}`,
    `0.${l('1')}`,
    `${c('1')}0 of 10`,
    `${l('1')}0 of 10`,
    `${c('1')}&#46;5`,
    `${c('1')}&period;5`,
    `a ${c('1')}\\.5`,
    `${c('1')}.5`,
    `${c('1')},000`,
    `${c('1')}&comma;000`,
    `0.**${c('1')}**`,
    `**0.**${c('1')}`,
    `*9*${c('1')}`,
    `\`9\`${c('1')}`,
    `~~9~~${c('1')}`,
    `<b>9</b>${c('1')}`,
    `${c('1')}<!-- nothing -->0`,
    `${c('1')}<sup>2</sup>`,
    `${c('1')}\u200b5`,
    `9\u2060${c('1')}`,
    `9&ZeroWidthSpace;${c('1')}`,
    `9${'\u200b'.repeat(40)}${c('1')}`,
    `9&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;&#8203;${c('1')}`,
    `9&thinsp;${c('100')}`,
    `9\u00a0${c('100')}`,
    `9'${c('100')}`,
    `.${c('97')}`,
    `0,${c('97')}`,
    `0·${c('97')}`,
    `-${c('1')}`,
    ` −${c('1')}`,
    `&minus;${c('1')}`,
    `–${c('1')}`,
    `is —${c('1')}`,
    `−&nbsp;${c('1')}`,
    `+${c('1')}`,
    `±${c('1')}`,
    `score-${c('1')}`,
    `${c('1')}+`,
    `${c('1')}%`,
    `${c('1')} %`,
    `${c('1')}&percnt;`,
    `${c('1')}&nbsp;%`,
    `${l('1')} %`,
    `${c('1', ' as decimal')}％`,
    `${c('1')}‰`,
    `${c('1')} percent`,
    `%${c('1')}`,
    `${c('97 %')} %`,
    `${c('1')}e5`,
    `${c('1')}E-5`,
    `1e${c('5')}`,
    `${c('1')}²`,
    `${c('1')}½`,
    `９${c('1')}`,
    `${c('1')}．５`,
    `${c('1')}٫5`,
    `<table><tr><td>0.${c('1')}</td></tr></table>`,
    `<div>\n${c('1')}<i>0</i>\n</div>`,
    `<p>${c('1')}&#x2e;5</p>`,
    `<p>${c('1')}&#46;5</p>`,
    `| a |\n|---|\n| 0.${c('1')} |`,
    `# 0.${c('1')}`,
    `> 0.${c('1')}`,
  ])('%s', (text) => {
    expect(problems(text)).toEqual(['adjoined']);
  });

  it('two bound numbers that become one', () => {
    expect(problems(`${c('1')}${c('0')}`)).toEqual(['adjoined', 'adjoined']);
    expect(problems(`a ${c('1')}.${l('5')}`)).toEqual(['adjoined', 'adjoined']);
  });

  it('says what is shown', () => {
    const [found] = findCitations(`It is 0.${c('1')} here.`, 'README.md');
    expect(found?.target).toEqual({ problem: { kind: 'adjoined', text: '1', shown: '0.1', percent: false } });
  });

  it.each([
    `It is ${c('1')}.`,
    `It is ${c('1')}, and so on.`,
    `(${c('1')})`,
    `**${c('97 %')}**`,
    `${c('97 %')}, then 5`,
    `${c('97 %', P)}.`,
    `${c('97', P)} %`,
    `5–${c('10')}`,
    `${c('5')}–${c('10')}`,
    `${c('5 %')}–${c('10 %')}`,
    `${c('5')}-10`,
    `${c('5')}-fold`,
    `it reached—${c('97 %')}—the best`,
    `${c('5')} - ${c('6')}`,
    `1, ${c('2')}, 3`,
    `from 5 to ${c('6')}.\n5 more`,
    `5\n${c('6')}\n7`,
    `5...${c('6')}`,
    `${c('9')}/${c('10')}`,
    `${c('9 of 10')} cases`,
    `${c('0.9')} ± 0.1`,
    `${c('97 %')}[^1]\n\n[^1]: 5 of them`,
    `${l('97 %')}[^1]\n\n[^1]: 5`,
    `${c('5')} ![7](x.png)`,
    `![7](x.png)${c('5')}`,
    `x${c('5')}`,
    `~${c('5')}`,
    `$${c('5')}`,
    `5<br>${c('6')}`,
    `<table><tr><td>5</td><td>${c('6')}</td><td>7</td></tr></table>`,
    `| a | b | c |\n|---|---|---|\n|5|${c('6')}|7|`,
    `- 5\n- ${c('6')}\n- 7`,
    `1. ${c('6')}`,
    `- ${c('6')}`,
    `+ ${c('6')}`,
    `## 5\n${c('6')}\n## 7`,
    `5 of ${c('6')} 7`,
    `${c('n/a')} % of 5`,
    `5${c('')}5`,
    `"${c('5')}"`,
    `'${c('5')}'`,
    `<td>p < 0.05 and ${c('5')} > 4</td>`,
    `[see](x#y) ${c('5')} [6](b)`,
    `${c('5')} [r][s]\n\n[s]: 6.html`,
    `metrics: ${c('5')}; 6`,
    `${c('5')} tokens`,
    `${c('-5')} points`,
    `&nbsp;${c('5')}&nbsp;cases`,
  ])('an honest %s stands', (text) => {
    expect(new Set(problems(text))).toEqual(new Set(['bound']));
  });
});

describe('what was meant as a binding and is none is never passed over (A13)', () => {
  it.each([
    `<!-- Evalguard: results/a.json x -->1<!-- /Evalguard -->`,
    `<!-- EVALGUARD: results/a.json x -->1<!-- /evalguard -->`,
    `<!-- evalguard : results/a.json x -->1`,
    `<!-- evalguard： results/a.json x -->1`,
    `<!-- ｅvalguard: results/a.json x -->1`,
    `<!-- eval\u200bguard: results/a.json x -->1`,
    `<!-- \u00adevalguard: results/a.json x -->1`,
    `<!--- evalguard: results/a.json x -->1`,
    `<!-- &#101;valguard: results/a.json x -->1`,
    `<!-- %65valguard: results/a.json x -->1`,
    `<!-- evalguard&colon; results/a.json x -->1`,
    `<div>\n<!-- Evalguard: results/a.json x -->1\n</div>`,
    `[1](results/a.json#Evalguard:x)`,
    `[1](results/a.json#%65valguard:x)`,
    `[1](results/a.json#&#101;valguard:x)`,
    `[1](results/a.json#evalguard%3Ax)`,
    `[1](results/a.json%23evalguard:x)`,
    `[1](<results/a.json# evalguard:x>)`,
    `[1][r]\n\n[r]: results/a.json#evalguard:x`,
    `[r]\n\n[r]: <results/a.json#Evalguard:x>`,
    `<a href="results/a.json#evalguard:x">1</a>`,
    `x <a HREF='results/a.json#&#101;valguard:x'>1</a>`,
    `<div>\n<a\nhref=results/a.json#evalguard:x>1</a>\n</div>`,
    `![1](results/a.json#evalguard:x)`,
    `<https://example.com/a.json#evalguard:x>`,
    `see https://example.com/a.json#evalguard:x here`,
  ])('%s', (text) => {
    const found = problems(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain('bound');
    expect(citationsOf(pageOf('A.md', new TextEncoder().encode(text)))).toHaveLength(found.length);
  });

  it.each([
    'evalguard: pass (exit 0)',
    '# evalguard: how to\n\n`<!-- Evalguard: a b -->`',
    '    <!-- Evalguard: a b -->',
    '```\n[1](a#Evalguard:x)\n```',
    '[docs](docs/evalguard.md#evalguard-check)',
    '[docs](https://example.com/evalguard:1)',
    '<!-- evalguard is a tool -->',
    '<!-- see evalguard: the guard -->',
    '<a href="docs/evalguard.md#usage">evalguard: usage</a>',
    '\\<!-- Evalguard: a b -->',
    '&lt;!-- Evalguard: a b --&gt;',
  ])('an honest %s is none', (text) => {
    expect(problems(text)).toEqual([]);
  });

  it.each([
    '<!-- ',
    '<a ',
    '<',
    '<div>',
    '&#',
    '%65',
    '[a](',
    '9&#8203;',
    '<!-- Evalguard: x',
    `${c('1')}\u200b`,
  ])('looks at twice as much where twice as much only looks like the beginning of many: %s', (piece) => {
    const lookedAt = (times: number) =>
      regExpWork(() => findCitations(`${piece.repeat(times)} evalguard:`, 'README.md')).signs;
    // A step that looks back over everything before it would make four times as many of it.
    expect(lookedAt(1000) / lookedAt(500)).toBeLessThan(2.2);
    // What a pattern does inside one search is not counted: a page of this size ends in a blink, or hardly ever.
    expect(findCitations(`${piece.repeat(60_000 / piece.length)} evalguard:`, 'README.md')).toBeDefined();
  });
});
