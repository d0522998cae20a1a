import type { Path } from '../core/path.ts';
import type { Reading } from '../core/reading.ts';
import type { Document } from '../document/document.ts';

/** A file as a reader sees it: its path, its bytes, and the value they hold where their syntax is known. */
export interface ResultFile {
  readonly path: Path;
  readonly bytes: Uint8Array;
  /**
   * `null` for a syntax that is none of JSON, JSON Lines, YAML, CSV (a list of lines, each a list of cells as text) and
   * Excel workbooks (`{ sheets: [{ name, rows: [[cell]] }] }`); such a file is read from its bytes. Decoding a workbook
   * takes a promise and loads a library, so it is done before; readers never wait.
   */
  readonly document: Document | null;
}

/** The `format` of readings that a policy's mapping made. */
export const MAPPED = 'mapping';

/**
 * A reader: turns a file of one tool into readings, the same view for every tool. Pure. `detect` looks at the shape,
 * never at the name alone, and is exact: a file that two readers detect is a defect. `read` gives one reading for each
 * run or arm that the file holds, never fills in what the file does not say, and lists every guess under `losses`.
 */
export interface Format {
  readonly id: string;
  /** The tool and file, for people: `promptfoo JSON (results.version 3)`. */
  readonly title: string;
  detect(file: ResultFile): boolean;
  /**
   * Why a file that is detected is not read all the same, as the end of a sentence: a version or a container that is not
   * known, and how to write one that is. `null` where it is read.
   */
  refuse?(file: ResultFile): string | null;
  read(file: ResultFile): readonly Reading[];
}
