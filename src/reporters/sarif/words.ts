import { cut } from '../../core/wording.ts';

/**
 * Text as a SARIF message: what is unseen is spelt out, and so is what a viewer would act on: `](`, which makes a link
 * of what stands before it, and `{0}`, which stands for an argument. Other braces stay single although the standard
 * doubles them: GitHub shows them as they are, and names with `{date}` in them are copied.
 */
export const words = cut({ text: inert, code: inert });

function inert(text: string): string {
  return text.replace(/\](?=\()/g, '\\x5d').replace(/\{(?=\d+\})/g, '\\x7b');
}
