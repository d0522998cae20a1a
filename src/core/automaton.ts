/** Code points, as ascending inclusive ranges that do not touch. */
export type CodeSet = readonly (readonly [first: number, last: number])[];

/**
 * A state of an automaton that reads a text. With a set it reads one code point of it and goes on, or, where it
 * `repeats`, reads any number of them. Without one it goes on at once, to the first of `next` that leads to the end.
 * The state without a successor is the end.
 */
export interface State {
  readonly id: number;
  readonly set: CodeSet | null;
  readonly repeats: boolean;
  readonly next: readonly State[];
  /** A name for the place in the text at which this state was passed. */
  readonly mark: string | null;
}

/** Makes the states of one automaton, from its end to its beginning. */
export class StateMaker {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Reads one code point of the set. */
  read(set: CodeSet, next: State): State {
    return this.#state({ set, repeats: false, next: [next], mark: null });
  }

  /** Reads as many code points of the set as it can, also none. */
  repeat(set: CodeSet, next: State): State {
    return this.#state({ set, repeats: true, next: [next], mark: null });
  }

  choose(next: readonly State[]): State {
    return this.#state({ set: null, repeats: false, next, mark: null });
  }

  mark(mark: string, next: State): State {
    return this.#state({ set: null, repeats: false, next: [next], mark });
  }

  end(): State {
    return this.#state({ set: null, repeats: false, next: [], mark: null });
  }

  #state(state: Omit<State, 'id'>): State {
    const id = this.#count;
    this.#count += 1;
    return { id, ...state };
  }
}

/** Counts work in units that are the same on every machine. */
export interface StepCount {
  steps: number;
}

/**
 * The places at which a text passes the marks of an automaton; `null` where the automaton does not accept it. No
 * state is entered twice at one place, so the steps are at most the states times the length of the text.
 */
export function readText(
  start: State,
  states: number,
  text: string,
  tally: StepCount = { steps: 0 },
): ReadonlyMap<string, number> | null {
  const from = unseen(states * (text.length + 1));
  const byId: State[] = [];
  // The state, the place and the way here of each step that is still to be tried; the last one is tried first.
  const open: State[] = [start];
  const places = [0];
  const ways = [ROOT];
  while (open.length > 0) {
    const state = open.pop()!;
    const at = places.pop()!;
    const way = ways.pop()!;
    const key = at * states + state.id;
    if (from[key] !== UNSEEN) continue;
    from[key] = way;
    byId[state.id] = state;
    tally.steps += 1;
    const { set, next, repeats } = state;
    if (set === null || repeats) {
      if (next.length === 0 && at === text.length) return marksOnTheWay(from, states, byId, key);
      for (let index = next.length - 1; index >= 0; index -= 1) {
        open.push(next[index]!);
        places.push(at);
        ways.push(key);
      }
    }
    if (set === null || at === text.length) continue;
    const code = text.codePointAt(at)!;
    if (!contains(set, code)) continue;
    open.push(repeats ? state : next[0]!);
    places.push(at + (code > 0xffff ? 2 : 1));
    ways.push(key);
  }
  return null;
}

const UNSEEN = -2;
const ROOT = -1;
/** Kept from one text to the next: a ledger has many short names, and their arrays would cost more than the reading. */
let kept = new Int32Array(1 << 14);

function unseen(size: number): Int32Array {
  if (size > 1 << 20) return new Int32Array(size).fill(UNSEEN);
  if (size > kept.length) kept = new Int32Array(size);
  return kept.fill(UNSEEN, 0, size);
}

function marksOnTheWay(from: Int32Array, states: number, byId: readonly State[], end: number) {
  const marks = new Map<string, number>();
  for (let key = end; key !== ROOT; key = from[key]!) {
    const { mark } = byId[key % states]!;
    if (mark !== null) marks.set(mark, Math.floor(key / states));
  }
  return marks;
}

function contains(set: CodeSet, code: number): boolean {
  for (const [first, last] of set) if (code <= last) return code >= first;
  return false;
}

/** A set of code points from ranges in any order. */
export function codeSet(ranges: CodeSet): CodeSet {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

const LAST_CODE = 0x10ffff;

/** Every code point that the set does not hold. */
export function complement(set: CodeSet): CodeSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) rest.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE) rest.push([next, LAST_CODE]);
  return rest;
}

/** The code points that both sets hold. */
export function common(a: CodeSet, b: CodeSet): CodeSet {
  const both: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const first = Math.max(a[i]![0], b[j]![0]);
    const last = Math.min(a[i]![1], b[j]![1]);
    if (first <= last) both.push([first, last]);
    if (a[i]![1] < b[j]![1]) i += 1;
    else j += 1;
  }
  return both;
}
