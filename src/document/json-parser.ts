import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  textOf,
} from './bytes.ts';
import { formatPointer, type JsonValue } from './document.ts';
import { cut, FatalFault, type FaultList, type SyntaxProblem } from './fault.ts';
import {
  beginsValue,
  isComment,
  nameOf,
  problemOfKey,
  readString,
  readWord,
  type Token,
} from './json-token.ts';
import { keepSpelling } from './spelling.ts';

interface ArrayFrame {
  readonly kind: 'array';
  readonly value: JsonValue[];
}

interface ObjectFrame {
  readonly kind: 'object';
  readonly value: Record<string, JsonValue>;
  /** Where each key stood first. */
  readonly firsts: Map<string, number>;
  /** The key whose value is being read; null while there is none. */
  key: string | null;
}

interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Set where the span is one line of many: the index of its value, and whether no value follows. */
  readonly line: { readonly index: number; readonly last: boolean } | null;
}

/**
 * Parses JSON that may have faults, byte by byte, so that each has its place. Keeps its own stack: nesting cannot
 * overflow. What a document survives goes to `faults`; anything else is thrown as a `FatalFault`.
 */
export class JsonParser {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #span: Span;
  readonly #depth: number;
  readonly #faults: FaultList;
  readonly #stack: (ArrayFrame | ObjectFrame)[] = [];
  #at: number;
  /** The number that was read last, as it is written; `null` where something else was. */
  #number: string | null = null;

  constructor(span: Span, depth: number, faults: FaultList) {
    this.#bytes = span.bytes;
    this.#end = span.end;
    this.#span = span;
    this.#depth = depth;
    this.#faults = faults;
    this.#at = span.start;
  }

  parse(): JsonValue {
    this.#skip();
    for (;;) {
      let value = this.#open();
      while (value !== undefined) {
        const frame = this.#stack.at(-1);
        this.#skip();
        if (frame === undefined) {
          if (this.#at < this.#end) {
            const problem = isComment(this.#bytes, this.#at) ? 'comment' : 'trailing-text';
            this.#fail(problem, 'the end of the text');
          }
          return value;
        }
        this.#attach(frame, value);
        value = this.#next(frame);
      }
    }
  }

  #attach(frame: ArrayFrame | ObjectFrame, value: JsonValue): void {
    const number = this.#number;
    this.#number = null;
    if (frame.kind === 'array') frame.value.push(value);
    // Assigning to __proto__ would change the object's prototype instead of giving it a member
    else if (frame.key !== null && frame.key !== '__proto__') frame.value[frame.key] = value;
    const key = frame.kind === 'array' ? frame.value.length - 1 : frame.key;
    if (number !== null && key !== null) keepSpelling(frame.value, key, number);
  }

  /** Reads a scalar or an empty collection; undefined where a collection opens that has values to come. */
  #open(): JsonValue | undefined {
    const byte = this.#bytes[this.#at];
    if (this.#at >= this.#end) this.#fail('unexpected', 'a value');
    if (byte === QUOTE) return this.#take(readString(this.#bytes, this.#at, this.#end));
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) {
      return this.#take(readWord(this.#bytes, this.#at, this.#end));
    }
    if (this.#stack.length === this.#depth) {
      this.#stop('too-deep', this.#at, { depth: this.#depth });
    }
    this.#at++;
    this.#skip();
    if (byte === OPEN_BRACKET) {
      const frame: ArrayFrame = { kind: 'array', value: [] };
      if (this.#bytes[this.#at] === CLOSE_BRACKET && this.#at < this.#end) return this.#close(frame.value);
      this.#stack.push(frame);
      return undefined;
    }
    const frame: ObjectFrame = { kind: 'object', value: {}, firsts: new Map(), key: null };
    if (this.#bytes[this.#at] === CLOSE_BRACE && this.#at < this.#end) return this.#close(frame.value);
    this.#stack.push(frame);
    this.#key(frame);
    return undefined;
  }

  /** After a value: undefined where another follows, the collection itself where it closes. */
  #next(frame: ArrayFrame | ObjectFrame): JsonValue | undefined {
    const close = frame.kind === 'array' ? CLOSE_BRACKET : CLOSE_BRACE;
    const closing = frame.kind === 'array' ? '"]"' : '"}"';
    const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
    if (byte === close) {
      this.#stack.pop();
      return this.#close(frame.value);
    }
    if (byte !== COMMA) this.#fail(this.#problemBetween(), `a comma or ${closing}`);
    const comma = this.#at++;
    this.#skip();
    const after = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
    if (after === CLOSE_BRACE || after === CLOSE_BRACKET) {
      const found = nameOf(this.#bytes, this.#at, this.#end);
      this.#at = comma;
      const expected = frame.kind === 'array' ? 'another value' : 'another key in double quotes';
      this.#fail('trailing-comma', expected, found);
    }
    if (frame.kind === 'object') this.#key(frame);
    return undefined;
  }

  #close<T>(value: T): T {
    this.#at++;
    return value;
  }

  #key(frame: ObjectFrame): void {
    const at = this.#at;
    if (at >= this.#end || this.#bytes[at] !== QUOTE) {
      this.#fail(problemOfKey(this.#bytes, at), 'a key in double quotes');
    }
    frame.key = null;
    const key = this.#take(readString(this.#bytes, at, this.#end));
    frame.key = key;
    const first = frame.firsts.get(key);
    if (key === '__proto__') this.#note('reserved-key', at, { key });
    else if (first === undefined) frame.firsts.set(key, at);
    else this.#note('duplicate-key', at, { key, first });
    this.#skip();
    if (this.#at >= this.#end || this.#bytes[this.#at] !== COLON) {
      this.#fail('missing-colon', 'a colon after the key');
    }
    this.#at++;
    this.#skip();
  }

  #take<T>(token: Token<T>): T {
    const at = this.#at;
    if (!token.ok) {
      this.#at = token.at;
      this.#fail(token.problem, token.expected, token.found ?? undefined);
    }
    this.#at = token.end;
    if (typeof token.value === 'number') this.#number = textOf(this.#bytes, at, token.end);
    if (token.fault !== null) this.#note(token.fault, at, { token: cut(textOf(this.#bytes, at, token.end)) });
    return token.value;
  }

  #skip(): void {
    this.#at = skipSpace(this.#bytes, this.#at, this.#end);
  }

  #problemBetween(): SyntaxProblem {
    const byte = this.#bytes[this.#at];
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return 'wrong-bracket';
    if (isComment(this.#bytes, this.#at)) return 'comment';
    return beginsValue(this.#bytes, this.#at) ? 'missing-comma' : 'unexpected';
  }

  #pointer(): string {
    const path = this.#span.line === null ? [] : [this.#span.line.index];
    const tokens = this.#stack.map((frame) => (frame.kind === 'array' ? frame.value.length : frame.key));
    return formatPointer([...path, ...tokens.filter((token) => token !== null)]);
  }

  #note(
    code: 'duplicate-key' | 'reserved-key' | 'not-finite' | 'unsafe-integer',
    offset: number,
    data: Record<string, string | number>,
  ): void {
    this.#faults.add({ code, pointer: this.#pointer(), offset, data });
  }

  #fail(problem: SyntaxProblem, expected: string, found = nameOf(this.#bytes, this.#at, this.#end)): never {
    if (this.#at >= this.#end) {
      if (this.#span.line?.last === false) {
        const data = { problem: 'unfinished-line', expected, found: 'the end of the line' };
        this.#stop('syntax', this.#end, data);
      }
      this.#stop('truncated', this.#end, { bytes: this.#end, expected });
    }
    this.#stop('syntax', this.#at, { problem, expected, found });
  }

  #stop(
    code: 'syntax' | 'truncated' | 'too-deep',
    offset: number,
    data: Record<string, string | number>,
  ): never {
    throw new FatalFault({ code, pointer: this.#pointer(), offset, data });
  }
}
