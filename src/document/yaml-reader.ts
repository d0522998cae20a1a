import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import type { JsonValue } from './document.ts';
import { type FaultList, Stop } from './fault.ts';
import { numberFault } from './number.ts';
import { formatPointer, parsePointer } from './pointer.ts';
import { keepSpelling } from './spelling.ts';
import { cut } from './syntax.ts';

type Path = readonly (string | number)[];

// What an alias repeats is counted in full, so that aliases of aliases cannot fill the memory
const MOST_REPEATED = 10_000;
const CORE_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** Turns the nodes of a YAML document into a JSON value, and finds them again by pointer. */
export class YamlReader {
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

  /** The whole value. Throws a `Stop` for what JSON has no form for, and for aliases that repeat too much. */
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
      throw new Stop({ code: 'too-deep', ...this.#place(node, path), data: { depth: this.#depth } });
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
    throw new Stop({ code: 'syntax', ...this.#place(node, path), data: { problem: 'yaml', detail } });
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
