import { asObject, member } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { isLog, VERSION } from './log.ts';

const HINT = 'write it as JSON by `inspect log convert FILE --to json --output-dir DIR`, and read that';

/** What the first local header of every zip begins with. */
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
/** Names stand at a zip's beginning and, once more, in the directory at its end. */
const LOOKED_AT = 65_536;

/**
 * Why a log of inspect_ai is not read: it is its own archive, or of a version that is not known. The format is versioned
 * and no public specification, so another version is never read as if it were this one.
 */
export function refuse({ bytes, document }: ResultFile): string | null {
  if (document === null) {
    return isArchive(bytes) ? `it is an archive (.eval) of inspect_ai and no JSON: ${HINT}` : null;
  }
  const root = asObject(document.value);
  if (!isLog(root) || !Object.hasOwn(root, 'version') || root['version'] === VERSION) return null;
  const version = JSON.stringify(member(root, 'version'));
  return `it is a log of inspect_ai in version ${version}, and version ${VERSION} alone is known: ${HINT}`;
}

function isArchive(bytes: Uint8Array): boolean {
  if (!ZIP.every((byte, at) => bytes[at] === byte)) return false;
  const ends = [bytes.subarray(0, LOOKED_AT), bytes.subarray(Math.max(0, bytes.length - LOOKED_AT))];
  return ends.some((end) => {
    const text = new TextDecoder('latin1').decode(end);
    return (
      text.includes('_journal/start.json') || (text.includes('header.json') && text.includes('samples/'))
    );
  });
}
