import { sha256 } from '../core/digest.ts';

/** More names than this make a line that nobody reads. */
const SHOWN = 6;

/** A list as one text: whole where it is short, else its beginning, its length and a digest, so that two differ as texts. */
export function listing(items: readonly string[]): string {
  if (items.length <= SHOWN) return items.join(', ');
  const digest = sha256(JSON.stringify(items)).slice(0, 12);
  return `${items.slice(0, SHOWN / 2).join(', ')} … (${items.length} in all, sha256:${digest})`;
}
