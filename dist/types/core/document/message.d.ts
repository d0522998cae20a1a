import type { Fault } from './document.js';
/** A sentence for a person: what is wrong, why it matters, what to do. The place is not in it, except where there are two. */
export declare function faultMessage(fault: Fault): string;
