import { incomplete } from '../../core/error.ts';
import { type Entry, kindOfMode } from '../../core/ledger.ts';
import { decodePath } from '../../core/path.ts';
import type { RawChange } from './tree.ts';

/** What one commit does against one of its parents, or against nothing where it is a root. */
export interface Step {
  readonly commit: string;
  /** Paths that held something before: modified, deleted, of another type or mode. */
  readonly losses: readonly RawChange[];
  /** Paths that held nothing before. A ledger grows by them, so they are decoded only for who asks. */
  additions(): readonly RawChange[];
}

class OpenStep implements Step {
  readonly losses: RawChange[] = [];
  readonly added: Buffer[] = [];

  constructor(
    readonly commit: string,
    private readonly idLength: number,
  ) {}

  additions(): readonly RawChange[] {
    return this.added.map((record) => decode(record, this.idLength));
  }
}

const COLON = 58;
const ZERO = 48;

/**
 * Cuts the output of `diff-tree --stdin -r -z --raw --always` into steps as it arrives: a commit's id and NUL, then
 * `:mode mode id id status NUL path NUL` for each path. Nothing of a step is kept once the next one begins.
 */
export class StepParser {
  #rest: Buffer = Buffer.alloc(0);
  #open: OpenStep | null = null;

  /** `idLength`: digits of an object id. */
  constructor(private readonly idLength: number) {}

  /** Takes what arrived and gives the steps that it completes. */
  push(chunk: Buffer): readonly Step[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done: Step[] = [];
    let at = 0;
    for (let next = this.#recordEnd(bytes, at); next > 0; next = this.#recordEnd(bytes, at)) {
      if (bytes[at] === COLON) this.#change(bytes.subarray(at, next));
      else {
        if (this.#open !== null) done.push(this.#open);
        this.#open = new OpenStep(bytes.toString('latin1', at, next - 1), this.idLength);
      }
      at = next;
    }
    this.#rest = bytes.subarray(at);
    return done;
  }

  /** The last step, once nothing more can arrive. Throws `incomplete` where the output breaks off. */
  end(): readonly Step[] {
    if (this.#rest.length > 0) throw brokenOff(this.#rest);
    return this.#open === null ? [] : [this.#open];
  }

  #change(record: Buffer): void {
    if (this.#open === null) throw brokenOff(record);
    if (standsNothing(record)) this.#open.added.push(record);
    else this.#open.losses.push(decode(record, this.idLength));
  }

  /** Where the record that begins at `at` ends, or 0 where the rest of it has yet to arrive. */
  #recordEnd(bytes: Buffer, at: number): number {
    if (at >= bytes.length) return 0;
    if (bytes[at] !== COLON) {
      const end = at + this.idLength;
      if (end >= bytes.length) return 0;
      if (bytes[end] !== 0 || !/^[0-9a-f]+$/.test(bytes.toString('latin1', at, end)))
        throw brokenOff(bytes.subarray(at));
      return end + 1;
    }
    const status = at + pathOffset(this.idLength) - 1;
    if (status >= bytes.length) return 0;
    if (bytes[status] !== 0) throw brokenOff(bytes.subarray(at));
    return bytes.indexOf(0, status + 1) + 1;
  }
}

/** `:100644 100644 <id> <id> M` and a NUL: without rename detection every line is as long. */
function pathOffset(idLength: number): number {
  return 19 + 2 * idLength;
}

function standsNothing(record: Buffer): boolean {
  for (let at = 1; at <= 6; at += 1) if (record[at] !== ZERO) return false;
  return true;
}

function decode(record: Buffer, idLength: number): RawChange {
  const side = (mode: number, id: number): Entry | null => {
    const bits = record.toString('latin1', mode, mode + 6);
    if (bits === '000000') return null;
    return { oid: record.toString('latin1', id, id + idLength), kind: kindOfMode(bits) };
  };
  return {
    path: decodePath(record.subarray(pathOffset(idLength), -1)),
    before: side(1, 15),
    after: side(8, 16 + idLength),
  };
}

function brokenOff(bytes: Buffer): Error {
  const excerpt = JSON.stringify(bytes.toString('latin1', 0, 80));
  return incomplete(
    `git printed a history that was not understood, at ${excerpt}.`,
    'Report this with the version of git.',
  );
}
