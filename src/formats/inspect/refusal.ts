import { binaryOf, INSPECT_ARCHIVE } from '../../document/refusal.ts';
import { asObject, member } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { isLog, VERSION } from './log.ts';

/**
 * Why a log of inspect_ai is not read: it is its own archive, or of a version that is not known. The format is versioned
 * and no public specification, so another version is never read as if it were this one.
 */
export function refuse({ bytes, document }: ResultFile): string | null {
  if (document === null) {
    return binaryOf(bytes) === INSPECT_ARCHIVE
      ? `it is ${INSPECT_ARCHIVE.name} and no JSON: ${INSPECT_ARCHIVE.advice}`
      : null;
  }
  const root = asObject(document.value);
  if (!isLog(root) || !Object.hasOwn(root, 'version') || root['version'] === VERSION) return null;
  const version = JSON.stringify(member(root, 'version'));
  return `it is a log of inspect_ai in version ${version}, and version ${VERSION} alone is known: ${INSPECT_ARCHIVE.advice}`;
}
