import { sha256 } from '../../core/digest.ts';
import type { FindingReport } from '../../core/report.ts';

/** Keys of a finding's data that say where in the text it stands, which changes when lines move. */
const PLACES: ReadonlySet<string> = new Set([
  'firstLine',
  'firstColumn',
  'line',
  'column',
  'offset',
  'bytes',
]);

/** As many digits as tell apart whatever a repository holds. */
const DIGITS = 32;

type Fingerprinted = Pick<FindingReport, 'rule' | 'path' | 'pointer' | 'data'>;

/**
 * What stays the same of a finding when lines move: its rule, file, pointer and data. Findings that are alike in all of
 * these are numbered in their order, as `hash:1`, `hash:2`, which is how code scanning writes such fingerprints.
 */
export function fingerprints(findings: readonly Fingerprinted[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, path, pointer, data }) => {
    const hash = sha256(JSON.stringify([rule, path, pointer, data], withoutPlaces)).slice(0, DIGITS);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return `${hash}:${number}`;
  });
}

/** Objects as sorted lists of their entries: the order in which a rule names its data says nothing. */
function withoutPlaces(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.entries(value)
    .filter(([key]) => !PLACES.has(key))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
