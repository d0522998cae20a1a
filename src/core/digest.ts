import { createHash } from 'node:crypto';

/** The SHA-256 digest of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
