/** Device names of Windows, which no file there can have. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** More than this makes file names that some systems cannot store once path and other parts are added. */
const LONGEST = 60;

/**
 * A text as a part of a file name that every system can store: letters, digits, dot, underscore and hyphen; what lies
 * between becomes one hyphen, accents are dropped. `null` where nothing is left.
 */
export function slug(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (plain === '') return null;
  return RESERVED.test(plain) ? `_${plain}` : plain;
}
