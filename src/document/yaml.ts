import {
  Composer,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  type Range,
  type YAMLError,
  type Document as YamlDocument,
} from 'yaml';
import { textOf } from './ascii.ts';
import { DEFAULT_LIMITS, type Decoded, type Limits } from './document.ts';
import { decoded, FaultList, Stop } from './fault.ts';
import { orConflict } from './json.ts';
import { markLength, placeFinder } from './place.ts';
import { refuseForeign, refuseTooLarge } from './refusal.ts';
import { byteFinder } from './units.ts';
import { YamlReader } from './yaml-reader.ts';

/** How the library reports a quote or a bracket that nothing closes. */
const UNCLOSED: ReadonlySet<string> = new Set(['MISSING_CHAR', 'BAD_INDENT']);

type Composed = YamlDocument.Parsed<ParsedNode, true>;

/**
 * Decodes a YAML 1.2 file of one document, in the core schema: dates stay strings, `<<` is a key like any other,
 * tags beyond the schema are refused. Keys are strings. Slower than JSON by far; import this file only when needed.
 */
export function decodeYaml(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): Decoded {
  const placeOf = placeFinder(bytes);
  return decoded(placeOf, () => {
    refuseTooLarge(bytes, limits);
    refuseForeign(bytes);
    const start = markLength(bytes);
    const text = textOf(bytes, start, bytes.length);
    const byteOf = byteFinder(text, start);
    // The library recurses, and a process dies when it runs out of stack within a regular expression
    const depth = Math.min(limits.depth, DEFAULT_LIMITS.depth);
    const composed = orConflict(bytes, () => compose(text, depth, byteOf));
    const faults = new FaultList();
    if (start > 0) faults.add({ code: 'byte-order-mark', pointer: '', offset: 0, data: {} });
    const reader = new YamlReader(composed.contents, { depth, byteOf, faults });
    const value = reader.read();
    return {
      ok: true,
      document: {
        value,
        faults: faults.placed(placeOf),
        locate(pointer) {
          const offset = reader.locate(pointer);
          return offset === null ? null : placeOf(offset);
        },
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
    throw new Stop({ code: 'empty', pointer: '', offset: 0, data: { bytes: byteOf(text.length) } });
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
      throw new Stop({ code: 'too-deep', pointer: '', offset, data: { depth } });
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
    throw new Stop({ code: 'truncated', pointer: '', offset, data });
  }
  throw syntax(byteOf(at), problem.message);
}

function syntax(offset: number, detail: string): Stop {
  return new Stop({ code: 'syntax', pointer: '', offset, data: { problem: 'yaml', detail } });
}
