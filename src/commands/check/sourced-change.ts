import type { Snapshot } from '../../adapters/git/snapshot.ts';
import type { Change } from '../../core/change.ts';

/** A change, and the snapshot that holds what stood there before. */
export interface SourcedChange {
  readonly change: Change;
  readonly source: Snapshot;
}
