import type { Document } from '../core/document/document.ts';
import type { Path } from '../core/path.ts';
import type { Reading } from '../core/reading.ts';

/** A file as a reader sees it: its path, its bytes, and the value they hold where their syntax is known. */
export interface ResultFile {
  readonly path: Path;
  readonly bytes: Uint8Array;
  /**
   * `null` for a syntax that is not JSON, JSON Lines or YAML; such a file is read from its bytes. Of an Excel workbook
   * it is what `decodeWorkbook` made, which takes a promise: readers themselves never wait.
   */
  readonly document: Document | null;
}

/** What the page on formats says of one, in Markdown. */
export interface FormatText {
  /** What is read, and what becomes of it. */
  readonly reads: string;
  /** What no file of this kind says, so that a reading lacks it. */
  readonly cannotKnow: string;
  /** A series of a policy for such files: YAML, as it stands under `series`. */
  readonly policy: string;
}

/**
 * A reader: turns a file of one tool into readings, the same view for every tool. Pure. `detect` looks at the shape,
 * never at the name alone, and is exact: a file that two readers detect is a defect. `read` gives one reading for each
 * run or arm that the file holds, never fills in what the file does not say, and lists every guess under `losses`.
 */
export interface Format {
  readonly id: string;
  /** The tool and file, for people: `promptfoo JSON (results.version 3)`. */
  readonly title: string;
  readonly about: FormatText;
  detect(file: ResultFile): boolean;
  read(file: ResultFile): readonly Reading[];
}
