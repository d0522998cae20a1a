import type { Snapshot } from '../../adapters/git/snapshot.js';
import type { Change } from '../../core/change.js';
/** A change, and the snapshot that holds what stood there before. */
export interface SourcedChange {
    readonly change: Change;
    readonly source: Snapshot;
}
