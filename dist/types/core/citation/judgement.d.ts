import type { Citation, CitationProblem } from './citation.js';
import type { Lookup } from './lookup.js';
/** Whether a text says what its record says. */
export type Judgement = {
    readonly kind: 'current';
} | {
    readonly kind: 'stale';
    readonly says: string;
    readonly should: string;
    /** The value in full, with its counts; `null` where it was not measured. */
    readonly exact: string | null;
    /** Why it was not measured. */
    readonly reason: string | null;
} | {
    readonly kind: 'broken';
    readonly problem: CitationProblem;
};
/** Holds the text of a citation against the value that it cites. */
export declare function judgeCitation(citation: Citation, lookup: Lookup): Judgement;
/** A page with every stale number replaced by what its record says; nothing else is touched. */
export declare function refreshed(text: string, judged: readonly {
    readonly citation: Citation;
    readonly judgement: Judgement;
}[]): string;
