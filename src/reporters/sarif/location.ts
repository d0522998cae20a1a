import { encodePath, type Path } from '../../core/path.ts';
import type { FindingReport } from '../../core/report.ts';
import { words } from './words.ts';

/** Where a result is, as SARIF says it. */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region?: { readonly startLine: number; readonly startColumn?: number };
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
}

/** The name that a log gives to the repository's root. */
export const ROOT = '%SRCROOT%';

/**
 * A finding's place. Code scanning takes no result without a location, so what belongs to no single file stands at the
 * root. A region is there only where the line is known.
 */
export function sarifLocation({
  path,
  pointer,
  line,
  column,
}: Pick<FindingReport, 'path' | 'pointer' | 'line' | 'column'>): SarifLocation {
  const region =
    line === null || line < 1
      ? {}
      : { region: { startLine: line, ...(column === null || column < 1 ? {} : { startColumn: column }) } };
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeReference(path ?? ''), uriBaseId: ROOT },
      ...region,
    },
    ...(pointer === null || pointer === ''
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: words.code(pointer) }] }),
  };
}

/**
 * A path as a relative reference (RFC 3986, section 4.2): its bytes, with all but the unreserved characters and `/`
 * percent-encoded, so that a colon begins no scheme and a byte that is not UTF-8 stays what it is.
 */
export function relativeReference(path: Path): string {
  if (path === '') return '.';
  return Array.from(encodePath(path), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~/-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
