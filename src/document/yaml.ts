import {
  Composer,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  type Range,
  type Scalar,
  type YAMLError,
  type YAMLMap,
  type Document as YamlDocument,
} from 'yaml';
import { markLength, textOf } from './bytes.ts';
import {
  DEFAULT_LIMITS,
  type Decoded,
  formatPointer,
  type JsonValue,
  type Limits,
  parsePointer,
} from './document.ts';
import { cut, decoded, FatalFault, FaultList } from './fault.ts';
import { orConflict, refuseForeign } from './refusal.ts';
import { keepSpelling, numberFault } from './spelling.ts';

/** How the library reports a quote or a bracket that nothing closes. */
const UNCLOSED: ReadonlySet<string> = new Set(['MISSING_CHAR', 'BAD_INDENT']);

type Composed = YamlDocument.Parsed<ParsedNode, true>;

/**
 * Decodes a YAML 1.2 file of one document, in the core schema: dates stay strings, `<<` is a key like any other,
 * tags beyond the schema are refused. Keys are strings. Slower than JSON by far; import this file only when needed.
 */
export function decodeYaml(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): Decoded {
  return decoded(bytes, limits, (placeOf) => {
    const faults = new FaultList();
    refuseForeign(bytes, faults);
    const start = markLength(bytes);
    const text = textOf(bytes, start, bytes.length);
    const byteOf = byteFinder(text, start);
    // The library recurses, and a process dies when it runs out of stack within a regular expression
    const depth = Math.min(limits.depth, DEFAULT_LIMITS.depth);
    const composed = orConflict(bytes, () => compose(text, depth, byteOf));
    const reader = new YamlReader(composed.contents, { depth, byteOf, faults });
    const value = reader.read();
    return {
      value,
      faults: faults.placed(placeOf),
      locate(pointer) {
        const offset = reader.locate(pointer);
        return offset === null ? null : placeOf(offset);
      },
    };
  });
}

function compose(text: string, depth: number, byteOf: (index: number) => number): Composed {
  const options = { version: '1.2', schema: 'core', merge: false, resolveKnownTags: false } as const;
  // Keys are compared by the reader, which knows both places and takes linear time
  const composer = new Composer({ ...options, stringKeys: true, uniqueKeys: false, prettyErrors: false });
  const documents: Composed[] = [...composer.compose(tokensOf(text, depth, byteOf))];
  const first = documents[0];
  if (first === undefined) {
    const problem = composer.streamInfo().errors[0];
    if (problem !== undefined) refuse(problem, text, byteOf);
    throw new FatalFault({ code: 'empty', pointer: '', offset: 0, data: { bytes: byteOf(text.length) } });
  }
  const problem = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])[0];
  if (problem !== undefined) refuse(problem, text, byteOf, openedAt(first.contents, text));
  const second = documents[1];
  if (second !== undefined) {
    const offset = byteOf(second.range[0]);
    throw syntax(offset, 'the file holds more than one document, and only one can be read');
  }
  return first;
}

/** The tokens of the text; stops as soon as collections lie too deep, before anything recurses into them. */
function* tokensOf(text: string, depth: number, byteOf: (index: number) => number) {
  const parser = new Parser();
  // A lone CR ends a line in YAML 1.2, which the library does not know; an LF has the same length
  for (const lexeme of new Lexer().lex(text.replace(/\r(?!\n)/g, '\n'))) {
    yield* parser.next(lexeme);
    if (parser.stack.length > depth && parser.stack.filter(isCollection).length > depth) {
      const offset = byteOf(Math.min(parser.offset - 1, text.length));
      throw new FatalFault({ code: 'too-deep', pointer: '', offset, data: { depth } });
    }
  }
  yield* parser.end();
}

function isCollection(token: { readonly type: string }): boolean {
  return token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection';
}

/** Where the last quote or bracket opens that nothing closes before the text breaks off. */
function openedAt(node: unknown, text: string): number | null {
  if (isScalar(node)) return isOpen(node, text) ? node.range![0] : null;
  if (isPair(node)) return openedAt(node.value, text) ?? openedAt(node.key, text);
  if (!isMap(node) && !isSeq(node)) return null;
  return openedAt(node.items.at(-1), text) ?? (isOpen(node, text) ? node.range![0] : null);
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '{': '}' };

function isOpen({ range }: { readonly range?: Range | null | undefined }, text: string): boolean {
  const [from, to] = range ?? [0, 0];
  const closing = CLOSING[text[from] ?? ''];
  return closing !== undefined && to > from && (to - from < 2 || text[to - 1] !== closing);
}

function refuse(
  problem: YAMLError,
  text: string,
  byteOf: (index: number) => number,
  opened: number | null = null,
): never {
  const at = problem.pos[0];
  // A quote or bracket that is still open where the text ends
  if (UNCLOSED.has(problem.code) && at >= text.trimEnd().length) {
    const bytes = byteOf(text.length);
    // What was forgotten is seen where it opens, not where the text ends
    const [offset, which] = opened === null ? [bytes, ''] : [byteOf(opened), ' for the one that opens here'];
    const data = { bytes, expected: `a closing quote or bracket${which}` };
    throw new FatalFault({ code: 'truncated', pointer: '', offset, data });
  }
  throw syntax(byteOf(at), problem.message);
}

function syntax(offset: number, detail: string): FatalFault {
  return new FatalFault({ code: 'syntax', pointer: '', offset, data: { problem: 'yaml', detail } });
}

type Path = readonly (string | number)[];

// What an alias repeats is counted in full, so that aliases of aliases cannot fill the memory
const MOST_REPEATED = 10_000;
const CORE_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** Turns the nodes of a YAML document into a JSON value, and finds them again by pointer. */
class YamlReader {
  readonly #root: ParsedNode | null;
  readonly #depth: number;
  readonly #byteOf: (index: number) => number;
  readonly #faults: FaultList;
  readonly #anchors = new Map<string, ParsedNode>();
  readonly #targets = new Map<ParsedNode, ParsedNode>();
  #repeated = 0;
  #inAlias = 0;

  constructor(
    root: ParsedNode | null,
    { depth, byteOf, faults }: { depth: number; byteOf: (index: number) => number; faults: FaultList },
  ) {
    this.#root = root;
    this.#depth = depth;
    this.#byteOf = byteOf;
    this.#faults = faults;
  }

  /** The whole value. Throws a `FatalFault` for what JSON has no form for, and for aliases that repeat too much. */
  read(): JsonValue {
    return this.#root === null ? null : this.#value(this.#root, []);
  }

  /** The offset of the byte where the value at a pointer begins; null if there is none. */
  locate(pointer: string): number | null {
    const tokens = parsePointer(pointer);
    if (tokens === null) return null;
    let here = this.#root;
    let at = here === null ? 0 : here.range[0];
    for (const token of tokens) {
      const target = here === null ? null : (this.#targets.get(here) ?? here);
      const next = childOf(target, token);
      if (next === null) return null;
      here = next.node;
      at = next.at;
    }
    return this.#byteOf(at);
  }

  #value(node: ParsedNode, path: Path): JsonValue {
    if (this.#inAlias > 0 && ++this.#repeated > MOST_REPEATED) {
      this.#refuse(node, path, `aliases repeat more than ${MOST_REPEATED} values`);
    }
    if (isAlias(node)) return this.#alias(node, path);
    if (node.tag !== undefined && !CORE_TAGS.has(node.tag)) {
      this.#refuse(node, path, `the tag ${cut(node.tag)} is not one of the YAML core schema`);
    }
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#scalar(node, path);
    if (path.length >= this.#depth) {
      throw new FatalFault({ code: 'too-deep', ...this.#place(node, path), data: { depth: this.#depth } });
    }
    if (isMap(node)) return this.#map(node, path);
    const list: JsonValue[] = [];
    for (const [index, item] of node.items.entries()) {
      list.push(this.#value(item, [...path, index]));
      this.#spell(list, index, item);
    }
    return list;
  }

  #alias(node: ParsedNode & { source: string }, path: Path): JsonValue {
    const target = this.#anchors.get(node.source);
    if (target === undefined)
      return this.#refuse(node, path, `no anchor &${cut(node.source)} stands before the alias`);
    this.#targets.set(node, target);
    this.#inAlias++;
    const value = this.#value(target, path);
    this.#inAlias--;
    return value;
  }

  #map(node: YAMLMap.Parsed, path: Path): JsonValue {
    const firsts = new Map<string, number>();
    const value: Record<string, JsonValue> = {};
    for (const pair of node.items) {
      const key = keyOf(pair.key);
      if (key === null) return this.#refuse(pair.key, path, 'keys must be plain text');
      const here = [...path, key];
      const { pointer, offset } = this.#place(pair.key, here);
      const first = firsts.get(key);
      if (key === '__proto__') this.#faults.add({ code: 'reserved-key', pointer, offset, data: { key } });
      else if (first === undefined) firsts.set(key, offset);
      else this.#faults.add({ code: 'duplicate-key', pointer, offset, data: { key, first } });
      const member = pair.value === null ? null : this.#value(pair.value, here);
      if (key === '__proto__') continue;
      value[key] = member;
      this.#spell(value, key, pair.value);
    }
    return value;
  }

  /** Keeps how a number is written; an alias is written as its anchor is. */
  #spell(
    holder: JsonValue[] | Record<string, JsonValue>,
    key: string | number,
    node: ParsedNode | null,
  ): void {
    const target = node === null ? null : (this.#targets.get(node) ?? node);
    if (isScalar(target) && typeof target.value === 'number') keepSpelling(holder, key, target.source.trim());
  }

  #scalar(node: Scalar.Parsed, path: Path): JsonValue {
    const { value } = node;
    if (typeof value === 'number') return this.#number(node, value, path);
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    return this.#refuse(node, path, 'the value has no form in JSON');
  }

  #number(node: Scalar.Parsed, value: number, path: Path): JsonValue {
    const token = node.source.trim();
    const decimal = /^[-+]?\d+$/.test(token) ? BigInt(token.replace(/^\+/, '')).toString() : token;
    const hidden = !Number.isSafeInteger(value) && /^0[xo]/.test(token);
    const fault = Number.isFinite(value)
      ? numberFault(hidden ? BigInt(token).toString() : decimal)
      : 'not-finite';
    // A float's own spelling (`.5`, `1.`) is no business of ours once it is finite
    if (fault === null || (fault === 'not-finite' && Number.isFinite(value))) return value;
    this.#faults.add({ code: fault, ...this.#place(node, path), data: { token: cut(token) } });
    return fault === 'not-finite' ? null : value;
  }

  #place(node: ParsedNode, path: Path): { pointer: string; offset: number } {
    return { pointer: formatPointer(path), offset: this.#byteOf(node.range[0]) };
  }

  #refuse(node: ParsedNode, path: Path, detail: string): never {
    throw new FatalFault({ code: 'syntax', ...this.#place(node, path), data: { problem: 'yaml', detail } });
  }
}

function keyOf(key: ParsedNode): string | null {
  return isScalar(key) && typeof key.value === 'string' ? key.value : null;
}

/** The member of a node by key or index; `node` is null where the file leaves the value out. */
function childOf(parent: ParsedNode | null, token: string): { node: ParsedNode | null; at: number } | null {
  if (isSeq(parent)) {
    const node = /^(0|[1-9]\d*)$/.test(token) ? parent.items[Number(token)] : undefined;
    return node === undefined ? null : { node, at: node.range[0] };
  }
  if (!isMap(parent) || token === '__proto__') return null;
  const pair = parent.items.findLast(({ key }) => keyOf(key) === token);
  if (pair === undefined) return null;
  return { node: pair.value, at: pair.value?.range[0] ?? pair.key.range[1] };
}

const STRIDE = 1024;

/**
 * From an index into a text, which JavaScript counts in UTF-16 units, to the offset of the byte in its UTF-8 form.
 * `start` is the offset of the text's first byte.
 */
function byteFinder(text: string, start: number): (index: number) => number {
  let table: number[] | null = null;
  return (index) => {
    table ??= makeTable(text, start);
    const target = Math.min(Math.max(index, 0), text.length);
    const entry = Math.floor(target / STRIDE);
    return table[entry]! + widthOf(text, entry * STRIDE, target);
  };
}

function makeTable(text: string, start: number): number[] {
  const table = [start];
  for (let to = STRIDE; to <= text.length; to += STRIDE)
    table.push(table.at(-1)! + widthOf(text, to - STRIDE, to));
  return table;
}

/** Surrogates come in pairs of four bytes, so each unit of a pair counts two. */
function widthOf(text: string, from: number, to: number): number {
  let width = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) width += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) width += 2;
    else width += 3;
  }
  return width;
}
