import { markdownCode, markdownProse, markdownText } from '../core/markdown.ts';
import { logLine } from '../core/text.ts';
import { cut } from '../core/wording.ts';
import type { Block, Item, Meaning, Medium, PageOf, PageVerdict } from './page.ts';

/** What a text means as a sign before it. */
const SIGNS: Readonly<Partial<Record<Meaning, string>>> = {
  pass: '✅',
  fail: '❌',
  incomplete: '⚠️',
  met: '✅',
  missed: '❌',
  unmeasured: '⚪',
};

/** In place of the sign of a pass that somebody should look at. */
const PASS_BUT = '🟠';

const MEDIUM: Medium = {
  ...cut({ text: markdownText, code: markdownCode }),
  layout: 'document',
  prose: cut({ text: markdownProse, code: markdownCode }).text,
  whole: markdownText,
  strong: (text) => `**${text}**`,
  mark: (meaning, text) => (SIGNS[meaning] === undefined ? text : `${SIGNS[meaning]} ${text}`),
};

/** A page as GitHub's Markdown: a comment, a job's summary, an issue. */
export function inMarkdown<Value>(page: PageOf<Value>, value: Value): string {
  return `${blocksLines(page(value, MEDIUM)).map(logLine).join('\n')}\n`;
}

function blocksLines(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block, at) => [...(at === 0 ? [] : ['']), ...blockLines(block)]);
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'section':
      return [`${'#'.repeat(block.level)} ${block.title}`, '', ...blocksLines(block.blocks)];
    case 'folded':
      // The blank lines make GitHub read the inside as Markdown.
      return [
        '<details>',
        `<summary>${block.title}</summary>`,
        '',
        ...blocksLines(block.blocks),
        '',
        '</details>',
      ];
    case 'paragraph':
    case 'remark':
      return [block.text];
    case 'facts':
      return block.facts.map(([word, text]) => `- ${word}: ${text}`);
    case 'list':
      return [...(block.title === null ? [] : [block.title, '']), ...block.items.flatMap(itemLines)];
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map(
        (cells) => `| ${cells.join(' | ')} |`,
      );
    case 'code':
      return [`\`\`\`${block.language}`, ...block.lines, '```'];
    case 'conclusion':
      return [`evalguard: ${block.text}`];
    case 'verdict':
      return verdictLines(block);
  }
}

function verdictLines({ name, outcome, exit_code, sentence, counts, but }: PageVerdict): readonly string[] {
  const title =
    but === null
      ? MEDIUM.mark(outcome, `${name}: ${outcome}`)
      : `${PASS_BUT} ${name}: ${outcome}, but ${but}`;
  const rest = counts === null ? '' : ` ${capital(counts)}.`;
  return [`## ${title} (exit ${exit_code})`, '', `${MEDIUM.strong(`${capital(sentence)}.`)}${rest}`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An item in one line, and below it what is nested in it. */
function itemLines({ text, lines = [], blocks = [], remedy }: Item): readonly string[] {
  const todo = remedy == null ? [] : [`**What to do:** ${remedy}`];
  const nested = [
    ...blocks.flatMap(blockLines),
    ...(blocks.length === 0 ? [] : todo.map((line) => `- ${line}`)),
  ];
  return [
    `- ${[text, ...lines, ...(blocks.length === 0 ? todo : [])].join('<br>')}`,
    ...nested.map((line) => `  ${line}`),
  ];
}
