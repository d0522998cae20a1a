import type { Path } from '../path.js';
/** How a cited value is written: `97 %`, `0.97` or `97/100`. */
export type Format = 'percent' | 'decimal' | 'fraction';
export declare const FORMATS: readonly Format[];
/** Which value of a record is meant: a metric by its name, or what stands at a JSON Pointer. */
export type Selector = {
    readonly metric: string;
} | {
    readonly pointer: string;
};
/** What a number is bound to, and how it is to be written. `null`: as the text has it. */
export interface Target {
    /** The record's path from the repository's root. */
    readonly record: Path;
    readonly selector: Selector;
    readonly arm: string | null;
    readonly format: Format | null;
    /** Decimal places. */
    readonly places: number | null;
}
/** Why a citation cites nothing. */
export type CitationProblem = {
    readonly kind: 'syntax';
    readonly why: string;
} | {
    readonly kind: 'unclosed';
} | {
    readonly kind: 'unopened';
} | {
    readonly kind: 'no-number';
    readonly text: string;
}
/** The page shows another number than the one that is bound. */
 | {
    readonly kind: 'adjoined';
    readonly text: string;
    readonly shown: string;
    readonly percent: boolean;
} | {
    readonly kind: 'unreadable-page';
    readonly why: string;
} | {
    readonly kind: 'no-record';
    readonly nearest: string | null;
    readonly removed: boolean;
} | {
    readonly kind: 'no-file';
    readonly found: string;
} | {
    readonly kind: 'outside-ledger';
} | {
    readonly kind: 'unreadable';
    readonly why: string;
} | {
    readonly kind: 'no-metric';
    readonly nearest: string | null;
    readonly known: readonly string[];
} | {
    readonly kind: 'no-pointer';
} | {
    readonly kind: 'no-value';
    readonly found: string;
} | {
    readonly kind: 'no-arm';
    readonly known: readonly string[];
} | {
    readonly kind: 'which-arm';
    readonly known: readonly string[];
} | {
    readonly kind: 'no-counts';
};
/** A number of a Markdown page that is bound to a result. */
export interface Citation {
    readonly form: 'comment' | 'link';
    /** Where the bound text stands: UTF-16 offsets into the page. */
    readonly start: number;
    readonly end: number;
    readonly text: string;
    /** Both count from 1; columns in Unicode code points. */
    readonly line: number;
    readonly column: number;
    readonly target: Target | {
        readonly problem: CitationProblem;
    };
}
/** A selector as people write it: the metric's name or the pointer. */
export declare function selectorText(selector: Selector): string;
/** A number without the emphasis and white space around it, as messages quote it. */
export declare function plainNumber(text: string): string;
