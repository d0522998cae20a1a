import { sha256 } from '../digest.ts';

/** Device names of Windows, which no file there can have. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** More than this makes file names that some systems cannot store once path and other parts are added. */
const LONGEST = 60;

/**
 * A text as a part of a file name that every system can store: letters, digits, dot, underscore and hyphen; what lies
 * between becomes one hyphen, accents are dropped. `null` where nothing is left.
 */
export function slug(text: string): string | null {
  return trimmed(hyphenated(text).slice(0, LONGEST));
}

/**
 * A text from a file as a part of a file name. Two texts that begin alike, or that hold no letter a name can have, stay
 * apart by a digest. `null` where there is no text.
 */
export function fitted(text: string): string | null {
  const whole = hyphenated(text);
  const digest = sha256(text).slice(0, DIGEST);
  const made = slug(text);
  if (made === null) return text.trim() === '' ? null : `name-${digest}`;
  return whole.length <= LONGEST ? made : `${trimmed(whole.slice(0, LONGEST - DIGEST - 2))}-${digest}`;
}

const DIGEST = 8;

function hyphenated(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '');
}

function trimmed(text: string): string | null {
  const plain = text.replace(/[-.]+$/, '');
  if (plain === '') return null;
  return RESERVED.test(plain) ? `_${plain}` : plain;
}

/** What a part of a name may be, for people. */
export const NAME_WORDS = `1 to ${LONGEST} of the characters A-Z a-z 0-9 . _ -, with a letter, a digit or _ at either end`;
