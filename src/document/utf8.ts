/**
 * The first byte at which the bytes stop being UTF-8 (RFC 3629), or null. `cut` is true where the last code point
 * is only unfinished, as it is when a write broke off.
 */
export function firstBadByte(bytes: Uint8Array): { readonly offset: number; readonly cut: boolean } | null {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at]!;
    const length = lengthOf(lead);
    if (length === 0) return { offset: at, cut: false };
    for (let next = 1; next < length; next++) {
      const byte = bytes[at + next];
      if (byte === undefined) return { offset: at, cut: true };
      const [low, high] = next === 1 ? rangeAfter(lead) : [0x80, 0xbf];
      if (byte < low || byte > high) return { offset: at, cut: false };
    }
    at += length;
  }
  return null;
}

function lengthOf(lead: number): 0 | 1 | 2 | 3 | 4 {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The second byte is narrower after some leads: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
function rangeAfter(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

/** The encoding that the first four bytes give away, by their mark or by where their NULs are; null for UTF-8. */
export function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE';
  if (a === 0xfe && b === 0xff) return 'UTF-16BE';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32BE';
  if (a === undefined || b === undefined) return null;
  if (a === 0 && b === 0 && c === 0 && d !== undefined && d !== 0) return 'UTF-32BE';
  if (a !== 0 && b === 0) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE';
  return a === 0 && b !== 0 ? 'UTF-16BE' : null;
}
