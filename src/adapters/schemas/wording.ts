import type { Outline } from '../../generated/validator.d.ts';

// A message stays one readable line, whatever the file holds.
const LONGEST_TEXT = 44;

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** What the schema wants at a place, in words: "a number or null", "one of `met`, `missed`". */
export function expectation(node: Outline): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return `one of ${node.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (node.title !== undefined) return node.title;
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
  const words = types.map((type) => `${TYPES[type] ?? type}${condition(node, type)}`);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? 'a value');
}

function condition(node: Outline, type: string): string {
  if (type === 'number' || type === 'integer') {
    if (node.minimum === undefined) return '';
    return node.maximum === undefined ? ` from ${node.minimum}` : ` from ${node.minimum} to ${node.maximum}`;
  }
  if (type === 'array' && node.maxItems !== undefined) return ` of ${node.maxItems}`;
  const least = { string: node.minLength, array: node.minItems, object: node.minProperties }[type];
  return least === undefined ? '' : ' that is not empty';
}

/** A short rendering of what stands in a file, at most 60 characters, safe to print. */
export function rendering(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return `the text "${visible(value, '"')}"`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value !== 'object') return `a ${typeof value}, which JSON cannot hold`;
  const keys = Object.keys(value).length;
  return keys === 0 ? 'an empty object' : `an object with ${keys} ${keys === 1 ? 'key' : 'keys'}`;
}

/** A key in backticks, shortened and safe to print. */
export function quoted(key: string): string {
  return `\`${visible(key, '`')}\``;
}

/** A pointer as it is shown: whole where it fits, for people find their place by it. */
export function place(pointer: string): string {
  return pointer === '' ? 'the whole file' : visible(pointer, '', 200);
}

/**
 * The text with everything escaped that a terminal would obey or a reader could not see: control and format
 * characters, line separators, lone surrogates, unassigned code points, and the quote around it.
 */
function visible(text: string, quote: string, longest = LONGEST_TEXT): string {
  let shown = '';
  // No more than this is looked at: a value may be megabytes long.
  for (const character of text.slice(0, longest + 2)) {
    const piece = escaped(character, quote);
    if (shown.length + piece.length > longest) return `${shown}…`;
    shown += piece;
  }
  return text.length > longest + 2 ? `${shown}…` : shown;
}

function escaped(character: string, quote: string): string {
  if (character === quote && quote !== '`') return `\\${character}`;
  if (character === '\\' && quote === '"') return '\\\\';
  if (character !== quote && !/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
