import { EvalguardError } from './error.ts';
import type { Path } from './path.ts';

/**
 * The units that the work of a check is counted in. Counts are the same on every machine, so that the same commits end
 * in the same answer however slow the machine is.
 *
 * - `bytes`: bytes read from blobs
 * - `nodes`: cells of tables and workbooks and lines of JSON Lines, counted before they are decoded
 * - `rows`: rows, and rulings within rows, of results
 * - `steps`: rows times metrics, and whatever else grows with a product of two counts; a step takes some microseconds
 */
export type CostUnit = 'bytes' | 'nodes' | 'rows' | 'steps';

interface Limit {
  /** The most that one file may cost, and the most that a whole check may. */
  readonly file: number;
  readonly check: number;
  readonly of: string;
}

/**
 * A file at its limit costs some seconds, a check at its limits some minutes. A result of 50,000 rows and 100 metrics
 * takes what one file may take; the largest public ledgers take a few percent of a check's.
 */
const LIMITS: Readonly<Record<CostUnit, Limit>> = {
  // A policy sets the size of a single file (`max_bytes`).
  bytes: { file: Number.POSITIVE_INFINITY, check: 16 * 1024 ** 3, of: 'bytes' },
  nodes: { file: 4_000_000, check: 100_000_000, of: 'cells or lines' },
  rows: { file: 1_000_000, check: 20_000_000, of: 'rows' },
  steps: { file: 5_000_000, check: 300_000_000, of: 'steps of work (rows times metrics)' },
};

/** A file, or the check as a whole, would cost more than it may: evalguard did not look, and says at which file. */
export class BudgetError extends EvalguardError {
  constructor(
    message: string,
    remedy: string,
    /** Whether nothing more may be looked at; else only this file was not. */
    readonly over: 'file' | 'check',
    path: Path | null,
  ) {
    super('incomplete', message, remedy, {}, path);
  }
}

/**
 * The one budget of a check. Everything that can be made costly by a file draws from it, before the cost arises. The
 * clock is a last resort: it is looked at whenever something is spent.
 */
export class Budget {
  readonly #expired: () => boolean;
  readonly #whole = new Map<CostUnit, number>();
  readonly #own = new Map<CostUnit, number>();
  #path: Path | null = null;
  /** Set once the check may not go on: it is said once, at the file where it ended. */
  #over: BudgetError | null = null;

  constructor(expired: () => boolean = () => false) {
    this.#expired = expired;
  }

  /** Begins to count for another file. */
  open(path: Path): void {
    this.#path = path;
    this.#own.clear();
  }

  /**
   * Runs work that draws from this budget wherever it calls `spend`. The work is synchronous, so that no other check can
   * come between: readers and measures stay functions of their input, which may end early.
   */
  drawnBy<T>(work: () => T): T {
    const outer = drawn;
    drawn = this;
    try {
      return work();
    } finally {
      drawn = outer;
    }
  }

  /** Spends some units on the file that is open. Throws a `BudgetError` before a limit is passed. */
  spend(unit: CostUnit, amount: number): void {
    if (this.#over !== null) throw this.#over;
    const { file, check, of } = LIMITS[unit];
    const own = add(this.#own, unit, amount);
    const whole = add(this.#whole, unit, amount);
    const at = this.#path ?? 'the check';
    if (own > file) {
      // What is refused is not done, so the rest of the check does not pay for it.
      add(this.#whole, unit, -amount);
      throw new BudgetError(
        `${at} was not judged: it takes ${count(own)} ${of}, and one file may take ${count(file)}.`,
        'Split the file, or leave out what is not a result. If a check of this ledger needs more, open an issue with the shape of the file.',
        'file',
        this.#path,
      );
    }
    if (whole > check) {
      this.#end(
        `The check ended at ${at}: all files together take more than ${count(check)} ${of}. What comes after it was not looked at.`,
        'Check fewer records at a time: a range of fewer commits, or a policy whose series claim fewer files.',
      );
    }
    if (this.#expired()) {
      this.#end(
        `The check ended at ${at}: its time was over. What comes after it was not looked at.`,
        'Give it more time with --deadline SECONDS, or check fewer records at a time.',
      );
    }
  }

  #end(message: string, remedy: string): never {
    this.#over = new BudgetError(message, remedy, 'check', this.#path);
    throw this.#over;
  }
}

let drawn: Budget | null = null;

/** Spends from the budget that the running work draws from; nothing where there is none, as in the library. */
export function spend(unit: CostUnit, amount: number): void {
  drawn?.spend(unit, amount);
}

function add(spent: Map<CostUnit, number>, unit: CostUnit, amount: number): number {
  const sum = (spent.get(unit) ?? 0) + amount;
  spent.set(unit, sum);
  return sum;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** A function that long work calls now and then: steps done, steps in all, and what they are (`records`). */
export type Progress = (done: number, total: number, what: string) => void;
