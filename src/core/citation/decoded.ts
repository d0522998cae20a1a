import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { UNSEEN } from '../text.ts';

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));?/gi;

/** A text of HTML with its character references as the signs that a browser shows. */
export function unreferenced(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A text as a careless reader takes it: references and percent-encoding undone, without case, width and what is unseen. */
export function folded(text: string): string {
  return unreferenced(text)
    .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .normalize('NFKC')
    .toLowerCase();
}
