import { logLine, visible } from '../core/text.ts';
import { cut } from '../core/wording.ts';
import type { Block, Item, Meaning, Medium, PageOf } from './page.ts';

const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const CYAN = 36;
const BOLD = 1;
const DIM = 2;

/** What a text means as a terminal's SGR colour. The words alone always say the same. */
const COLOURS: Readonly<Record<Meaning, number>> = {
  error: RED,
  warning: YELLOW,
  note: CYAN,
  pass: GREEN,
  fail: RED,
  incomplete: YELLOW,
  met: GREEN,
  missed: RED,
  unmeasured: YELLOW,
  heading: BOLD,
  aside: DIM,
};
const COLOUR = /\x1b\[\d*m/g;

const plain = cut({ text: (text) => text, code: (text) => text });

function mediumWith(color: boolean): Medium {
  return {
    ...plain,
    layout: 'log',
    prose: plain.text,
    whole: visible,
    strong: (text) => text,
    mark: (meaning, text) => (color ? `\x1b[${COLOURS[meaning]}m${text}\x1b[0m` : text),
  };
}

/** A page for a terminal and a log. Only its verdict begins a line with `evalguard:`; text from files is always indented. */
export function inTerminal<Value>(
  page: PageOf<Value>,
  value: Value,
  { color }: { readonly color: boolean },
): string {
  const medium = mediumWith(color);
  const lines = page(value, medium).flatMap((block, at) => [
    ...(at === 0 ? [] : ['']),
    ...blockLines(block, medium, '  '),
  ]);
  return `${lines.map(logLine).join('\n')}\n`;
}

function blockLines(block: Block, medium: Medium, indent: string): readonly string[] {
  switch (block.kind) {
    case 'section':
    case 'folded':
      return [block.title, ...block.blocks.flatMap((inner) => blockLines(inner, medium, indent))];
    case 'paragraph':
      return [indent + block.text];
    case 'facts':
      return columns(block.facts).map((line) => (indent + line).trimEnd());
    case 'list': {
      if (block.title === null) return block.items.flatMap((item) => itemLines(item, medium, indent));
      return [indent + block.title, ...block.items.flatMap((item) => itemLines(item, medium, `${indent}  `))];
    }
    case 'table':
      return tableRows(block).map((line) => (indent + line).trimEnd());
    case 'code':
      // What is to be pasted stands as it has to stand in its file.
      return block.lines.map((line) => (block.language === 'yaml' ? line : indent + line));
    case 'remark':
      return [block.faint ? medium.mark('aside', `  ${block.text}`) : `  ${block.text}`];
    case 'conclusion':
      return [`evalguard: ${block.text}`];
    case 'verdict': {
      const { outcome, exit_code, sentence, counts } = block;
      const word = medium.mark(outcome, outcome.toUpperCase());
      const rest = counts === null ? '' : ` ${counts}.`;
      return [`evalguard: ${word} (exit ${exit_code}): ${sentence}.${rest}`];
    }
  }
}

function itemLines(
  { text, lines = [], blocks = [], remedy }: Item,
  medium: Medium,
  indent: string,
): readonly string[] {
  const below = `${indent}  `;
  return [
    indent + text,
    ...lines.map((line) => below + line),
    ...blocks.flatMap((block) => blockLines(block, medium, below)),
    // At one place on every page, so that the eye finds it.
    ...(remedy == null ? [] : [`      → ${remedy}`]),
  ];
}

/** The table below its head, without the columns in which nothing stands. Without a head every column keeps its place. */
function tableRows({ head, rows }: Extract<Block, { kind: 'table' }>): readonly string[] {
  if (head.length === 0) return columns(rows);
  const used = head.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ''));
  return columns([head, ...rows].map((row) => used.map((at) => row[at] ?? '')));
}

/** Columns as wide as their widest cell; the last is left as it is. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (cell: string) => cell.replace(COLOUR, '').length;
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, width(cell));
    });
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell + ' '.repeat(widths[at]! - width(cell))))
      .join('  '),
  );
}
