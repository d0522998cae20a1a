import type { Path } from '../path.ts';
import type { RunIdentity } from '../reading.ts';
import type { FindingReport } from '../rule.ts';
import type { Secret } from './secret-signs.ts';

/** A record that was written, or in a dry run would be. */
export interface RecordedFile {
  /** From the repository's root; outside any, the path on disk. */
  readonly path: Path;
  /** The path on disk. */
  readonly file: string;
  readonly run: RunIdentity;
  readonly text: string;
  /** What the file that was recorded does not say. */
  readonly losses: readonly string[];
  /** What of the identity nobody stated. */
  readonly assumed: readonly string[];
  /** What else the user should know. */
  readonly notes: readonly string[];
  readonly findings: readonly FindingReport[];
  readonly secrets: readonly Secret[];
}

/** What `record` did. Where anything is refused, nothing at all is written. */
export type Recorded =
  | {
      readonly kind: 'recorded';
      readonly dryRun: boolean;
      readonly records: readonly RecordedFile[];
      /** Whether the records lie in a ledger of the policy. */
      readonly guarded: boolean;
    }
  | { readonly kind: 'refused'; readonly findings: readonly FindingReport[] }
  | { readonly kind: 'secrets'; readonly secrets: readonly Secret[] };
