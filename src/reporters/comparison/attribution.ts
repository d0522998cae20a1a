import type { Attribution } from '../../core/comparison.ts';

/** What a judged difference can come from, where the judge changed. */
export function attributionText({ same, changed, unknown }: Attribution): string {
  const answers = same + changed + unknown;
  if (changed > 0) {
    return `Judge and answers changed (${changed} of ${answers} answers): what a judged difference comes from cannot be told.`;
  }
  if (unknown > 0 || answers === 0) {
    const kept =
      answers === 0 ? 'no answers were kept' : `${unknown} of ${answers} answers were not kept on both sides`;
    return `The judge changed, and ${kept}: whether the answers changed too, and what a judged difference comes from, cannot be told.`;
  }
  return `The judge changed, and the answers are the same: a judged difference is the judge's.`;
}
