import { type Path } from './path.js';
/** One thing that a line says: an attribute and its value, or that what it names is ignored. */
export interface PathLine {
    /** The file that holds the line. */
    readonly file: Path;
    /** 1-based. */
    readonly line: number;
    /** Patterns of attributes stand for files; an ignored directory hides all that is in it. */
    readonly pattern: string;
    /** `filter=lfs`, `ident`, `eol=crlf`; `ignored`. */
    readonly says: string;
    /** The attribute alone. */
    readonly attribute: string;
    /**
     * What it does to the bytes of a record, or to its being added. `clears`: it switches the attribute off, or lets through
     * what is ignored.
     */
    readonly does: 'rewrites' | 'merges' | 'line-ends' | 'adds-cr' | 'hides' | 'clears';
}
/** The attributes of a macro, by its name. */
export type Macros = ReadonlyMap<string, readonly string[]>;
/** Macros that git knows, and those that the file at the root defines (`[attr]name …`). */
export declare function macrosIn(text: string): Macros;
/** What the lines of a file say that can reach the bytes of a file, or hide it. */
export declare function pathLines(file: Path, text: string, macros: Macros): readonly PathLine[];
/** The 1-based number of a line of attributes that git reads or not, by its version; `null` where there is none. */
export declare function overlongLine(file: Path, text: string): number | null;
/** The lines that count: no line behind them switches off for the whole ledger what they say. */
export declare function counting(lines: readonly PathLine[], directories: readonly Path[]): readonly PathLine[];
/** The lines that count in `after` and did not in `before`, or that lost one behind them that switched them off. */
export declare function newlyCounting(before: readonly PathLine[], after: readonly PathLine[], directories: readonly Path[]): readonly PathLine[];
/** What records there are, to decide what a pattern reaches. */
export interface Reach {
    readonly directories: readonly Path[];
    /** Those that stand. */
    readonly records: readonly Path[];
    /** What the policy exempts. */
    readonly exempt: readonly string[];
}
/**
 * The lines that reach records that stand, or that the ledger is there for. In doubt they do. Throws `incomplete` where
 * there is too much to compare.
 */
export declare function reaching(lines: readonly PathLine[], { records, ...reach }: Reach): readonly PathLine[];
