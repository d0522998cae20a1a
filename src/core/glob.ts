import {
  type CodeSet,
  codeSet,
  common,
  complement,
  readText,
  type State,
  StateMaker,
  type StepCount,
} from './automaton.ts';
import { memoizedTexts } from './maps.ts';
import type { Path } from './path.ts';

type Node =
  | { readonly kind: 'one'; readonly set: CodeSet }
  | { readonly kind: 'some' }
  | { readonly kind: 'slash' }
  | { readonly kind: 'parts'; readonly at: number; readonly least: 0 | 1 }
  | { readonly kind: 'choice'; readonly options: readonly (readonly Node[])[] };

interface Glob {
  readonly nodes: readonly Node[];
  /** Whether it is matched with a path rather than with a file's name. */
  readonly ofPaths: boolean;
  readonly start: State;
  readonly states: number;
}

const MOST_CHARACTERS = 500;
/** No system's paths are longer, and what could be read of longer ones would cost memory without end. */
const LONGEST_PATH = 4096;
const DEEPEST = 5;

const ANY: CodeSet = complement([]);
const SLASH = one('/');
const NO_SLASH = complement(SLASH);
const DOT = one('.');
const NEITHER = complement(codeSet([...SLASH, ...DOT]));

const globOf = memoizedTexts(parse);

/**
 * Whether a glob matches a whole path. `*` and `?` stay within one part of it; `**` as a whole part stands for any
 * number of parts, also none; `[a-z]` and `[!a-z]` are one character; `{a,b}` is a choice; `\` makes the sign after it
 * a plain one. A leading dot is a character like any other. Takes at most as many steps as the product of the lengths.
 */
export function matchesGlob(text: string, path: Path, tally?: StepCount): boolean {
  if (path.length > LONGEST_PATH) return false;
  const { start, states } = globOf(text);
  return readText(start, states, `${path}/`, tally) !== null;
}

/** Whether a glob matches a path that {@link foldPath} has folded, whatever the case of its own letters. */
export function matchesGlobInAnyCase(text: string, folded: Path, tally?: StepCount): boolean {
  const glob = text.toUpperCase().toLowerCase().normalize('NFC');
  // A range between letters of both cases may have no meaning left.
  return wrongGlob(glob) === null && matchesGlob(glob, folded, tally);
}

/** Whether a glob of a series is matched with a path in the ledger directory; else with names, at any depth. */
export function isOfPaths(text: string): boolean {
  return globOf(text).ofPaths;
}

/** Whether what a series' glob matches depends on the ledger directory that the path is seen from. */
export function isRooted(text: string): boolean {
  const { nodes, ofPaths } = globOf(text);
  if (!ofPaths) return false;
  // A leading ** stands for any directories; with more of them after it, the path has to begin early enough.
  const [first, second, ...rest] = nodes;
  if (first?.kind !== 'parts') return true;
  return second !== undefined && rest.some(spansParts);
}

function spansParts(node: Node): boolean {
  if (node.kind === 'choice') return node.options.some((option) => option.some(spansParts));
  return node.kind === 'slash' || node.kind === 'parts';
}

/** The steps that proofs may still take: one budget for all that are made together. */
export interface ProofBudget {
  steps: number;
}

/**
 * Whether no file of a ledger can match both globs of series. Exact, unless the budget is used up: then nothing is
 * proven.
 */
export function provablyDisjoint(a: string, b: string, budget: ProofBudget): boolean {
  const [left, right] = [globOf(a), globOf(b)];
  if (left.ofPaths === right.ofPaths) return shareNoPath(left, right, budget);
  return shareNoPath(anywhere(left), anywhere(right), budget);
}

function anywhere(glob: Glob): Glob {
  return glob.ofPaths
    ? glob
    : assemble([{ kind: 'parts', at: 0, least: 0 }, { kind: 'slash' }, ...glob.nodes], true);
}

/** What a part of a path is so far. Nothing, `.` and `..` are no parts of a repository's path. */
const PART = { empty: 0, dot: 1, dots: 2, name: 3 };

/** Whether no path of a repository takes both automata to their ends: all pairs of states that a path leads to. */
function shareNoPath(a: Glob, b: Glob, budget: ProofBudget): boolean {
  const seen = new Set<number>();
  const open: (readonly [State, State, number])[] = [];
  const reach = (left: State, right: State, part: number) => {
    budget.steps -= 1;
    const key = (left.id * b.states + right.id) * 4 + part;
    if (seen.has(key)) return;
    seen.add(key);
    open.push([left, right, part]);
  };
  reach(a.start, b.start, PART.empty);
  while (open.length > 0) {
    if (budget.steps <= 0) return false;
    const [left, right, part] = open.pop()!;
    if (isEnd(left) && isEnd(right)) return false;
    if (left.set === null || left.repeats) for (const next of left.next) reach(next, right, part);
    if (right.set === null || right.repeats) for (const next of right.next) reach(left, next, part);
    if (left.set === null || right.set === null) continue;
    budget.steps -= left.set.length + right.set.length;
    const both = common(left.set, right.set);
    for (const after of partsAfter(part, both)) reach(afterOne(left), afterOne(right), after);
  }
  return true;
}

function isEnd({ set, next }: State): boolean {
  return set === null && next.length === 0;
}

function afterOne(state: State): State {
  return state.repeats ? state : state.next[0]!;
}

function* partsAfter(part: number, set: CodeSet): Generator<number> {
  if (part === PART.name && common(set, SLASH).length > 0) yield PART.empty;
  if (common(set, DOT).length > 0) yield Math.min(part + 1, PART.name);
  if (common(set, NEITHER).length > 0) yield PART.name;
}

/** Why a text is no glob, with the place of what is not understood. */
class WrongGlob extends Error {}

/** The reason why a text is no glob of paths, or `null`. A glob that can match nothing would guard nothing unseen. */
export const wrongGlob = memoizedTexts(whyWrong);

function whyWrong(text: string): string | null {
  try {
    return shareNoPath(globOf(text), globOf('**'), { steps: 1_000_000 })
      ? 'no path of a repository can match it (none has an empty part, "." or "..")'
      : null;
  } catch (error) {
    if (error instanceof WrongGlob) return error.message;
    throw error;
  }
}

/** The glob that matches this text alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}(),|!]/g, '\\$&');
}

function parse(text: string): Glob {
  if (text.trim() === '') throw new WrongGlob('it is empty');
  if (text.length > MOST_CHARACTERS)
    throw new WrongGlob(
      `it has ${text.length} characters, and at most ${MOST_CHARACTERS} are read; write several globs, or a shorter one with *`,
    );
  if (text.startsWith('!') && text[1] !== '(')
    throw new WrongGlob('it is negated, and every glob here adds files; leave the "!" out');
  if (text.startsWith('/'))
    throw new WrongGlob('it begins with "/", and no path of a repository does; leave that out');
  if (text.endsWith('/'))
    throw new WrongGlob(`it ends in "/", and only files are matched; write ${text}** for all below it`);
  if (/^\.\.\/|\/\.\.\/|\/\.\.$|^\.\.$/.test(text))
    throw new WrongGlob('it leads upwards (..), and no path of a repository does');
  const here = text.startsWith('./');
  const nodes = new Parser(text, here ? 2 : 0).all();
  refuseLooseStars(nodes, true, true);
  return assemble(nodes, here || nodes.some(spansParts));
}

function assemble(nodes: readonly Node[], ofPaths: boolean): Glob {
  const make = new StateMaker();
  // Every part of a path ends in a slash, the last one too: then a ** that stands for no part takes one slash with it.
  const start = chain(nodes, make.read(SLASH, make.end()), make);
  return { nodes, ofPaths, start, states: make.count };
}

/** The state from which the nodes are read and then whatever `next` reads. */
function chain(nodes: readonly Node[], next: State, make: StateMaker): State {
  return nodes.reduceRight((after, node) => stateOf(node, after, make), next);
}

function stateOf(node: Node, next: State, make: StateMaker): State {
  switch (node.kind) {
    case 'one':
      return make.read(node.set, next);
    case 'some':
      return make.repeat(NO_SLASH, next);
    case 'slash':
      return make.read(SLASH, next);
    case 'parts':
      // A slash or the end is next, both of which read one slash: see refuseLooseStars.
      return make.choose([make.repeat(ANY, next), ...(node.least === 0 ? next.next : [])]);
    case 'choice':
      return make.choose(node.options.map((option) => chain(option, next, make)));
    default:
      return node satisfies never;
  }
}

/** Refuses `**` that is no whole part of a path: programs disagree on what `a**` and `**.json` are. */
function refuseLooseStars(nodes: readonly Node[], opens: boolean, ends: boolean): void {
  for (const [index, node] of nodes.entries()) {
    if (node.kind !== 'parts' && node.kind !== 'choice') continue;
    const before = index === 0 ? opens : nodes[index - 1]?.kind === 'slash';
    const after = index === nodes.length - 1 ? ends : nodes[index + 1]?.kind === 'slash';
    if (node.kind === 'choice') for (const option of node.options) refuseLooseStars(option, before, after);
    else if (!before || !after) {
      throw new WrongGlob(
        `at character ${node.at}, "**" is not a whole part of a path; write **/*.json for files at any depth, or one *`,
      );
    }
  }
}

class Parser {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  all(): readonly Node[] {
    const nodes = this.#sequence(0);
    const last = nodes.at(-1);
    const before = nodes.findLast(({ kind }) => kind !== 'slash' && kind !== 'parts');
    // What a/** matches is a and all below it; what a*/** matches has to stand below.
    return last?.kind === 'parts' && before?.kind === 'some'
      ? [...nodes.slice(0, -1), { ...last, least: 1 }]
      : nodes;
  }

  /** Up to the end, or inside braces up to the `,` or `}` that ends the alternative. */
  #sequence(depth: number): readonly Node[] {
    const nodes: Node[] = [];
    for (let sign = this.#peek(); sign !== ''; sign = this.#peek()) {
      if (depth > 0 && (sign === ',' || sign === '}')) return nodes;
      nodes.push(this.#node(sign, depth));
    }
    return nodes;
  }

  #node(sign: string, depth: number): Node {
    if (this.#text[this.#at + sign.length] === '(' && '+@!*?'.includes(sign)) {
      this.#refuse(
        `"${sign}(…)" is a pattern of the shell's that is not read here; write {a,b} for a choice`,
      );
    }
    switch (sign) {
      case '*':
        return this.#stars();
      case '?':
        return { kind: 'one', set: this.#taking(sign, NO_SLASH) };
      case '/':
        this.#at += 1;
        return { kind: 'slash' };
      case '[':
        return { kind: 'one', set: this.#class() };
      case '{':
        return { kind: 'choice', options: this.#options(depth + 1) };
      case '\\':
        return { kind: 'one', set: one(this.#escaped()) };
      case ']':
      case '}':
        return this.#refuse(`"${sign}" closes nothing; write \\${sign} for the sign itself`);
      case '(':
      case ')':
      case '|':
        return this.#refuse(
          `"${sign}" is not read here; write {a,b} for a choice, or \\${sign} for the sign itself`,
        );
      default:
        return { kind: 'one', set: this.#taking(sign, one(sign)) };
    }
  }

  #stars(): Node {
    const at = this.#at + 1;
    while (this.#text[this.#at] === '*') this.#at += 1;
    const count = this.#at + 1 - at;
    if (count > 2) this.#refuse(`there are ${count} stars; write one or two`, at);
    return count === 1 ? { kind: 'some' } : { kind: 'parts', at, least: 0 };
  }

  #options(depth: number): readonly (readonly Node[])[] {
    const opened = this.#at + 1;
    if (depth > DEEPEST) this.#refuse(`more than ${DEEPEST} "{" stand inside each other`);
    const options: (readonly Node[])[] = [];
    do {
      this.#at += 1;
      options.push(this.#sequence(depth));
    } while (this.#peek() === ',');
    if (this.#peek() !== '}') this.#refuse('"{" is not closed; write \\{ for the sign itself', opened);
    if (options.length === 1) {
      this.#refuse(
        'between "{" and "}" stand two or more alternatives with commas, as in {a,b}; a range is written [1-9]',
        opened,
      );
    }
    this.#at += 1;
    return options;
  }

  #class(): CodeSet {
    const opened = this.#at + 1;
    this.#at += 1;
    const negated = this.#peek() === '!' || this.#peek() === '^';
    if (negated) this.#at += 1;
    const ranges: [number, number][] = [];
    while (this.#peek() !== ']') {
      const first = this.#member(opened);
      // A "-" at either end stands for itself.
      const isRange = this.#peek() === '-' && this.#text[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      const last = isRange ? this.#member(opened) : first;
      if (last < first) this.#refuse('a range in […] runs backwards', opened);
      ranges.push([first, last]);
    }
    if (ranges.length === 0)
      this.#refuse('"[" and "]" hold no character; write \\[ for the sign itself', opened);
    this.#at += 1;
    const set = codeSet(ranges);
    return common(negated ? complement(set) : set, NO_SLASH);
  }

  #member(opened: number): number {
    const sign = this.#peek();
    if (sign === '') this.#refuse('"[" is not closed; write \\[ for the sign itself', opened);
    if (sign === '/') this.#refuse('"/" stands in […], which is one character of a name', opened);
    if (sign === '[')
      this.#refuse('"[" stands inside […]; write a range such as a-z, or \\[ for the sign itself');
    if (sign === '\\') return this.#escaped().codePointAt(0)!;
    this.#at += sign.length;
    return sign.codePointAt(0)!;
  }

  #escaped(): string {
    this.#at += 1;
    const sign = this.#peek();
    if (!/^[!-.:-@[-`{-~]$/.test(sign)) {
      this.#at -= 1;
      this.#refuse('"\\" stands before no sign that has a meaning here; paths are written with "/"');
    }
    this.#at += 1;
    return sign;
  }

  #taking<T>(sign: string, value: T): T {
    this.#at += sign.length;
    return value;
  }

  #peek(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #refuse(why: string, at = this.#at + 1): never {
    throw new WrongGlob(`at character ${at}, ${why}`);
  }
}

function one(sign: string): CodeSet {
  const code = sign.codePointAt(0)!;
  return [[code, code]];
}
