import { cut } from '../../core/wording.ts';

/** Text as a JUnit report has it: visible and of a length that is read. The document escapes what XML needs. */
export const words = cut({ text: (text) => text, code: (text) => text });
