import type { JsonObject } from '../document/document.ts';
import type { Dataset, Provenance, StatedThreshold } from './reading.ts';
import type { ResultReport, ThresholdReport } from './report.ts';
import type { Retraction } from './retraction.ts';

/** One run, or one arm of it, as `evalguard show` tells it. */
export interface ShownResult {
  readonly result: ResultReport;
  readonly code: Provenance | null;
  readonly dataset: Dataset | null;
  /** The policy's thresholds; a retracted result is held against none. */
  readonly thresholds: readonly ThresholdReport[];
  /** The thresholds that the harness stated, with its own verdicts. */
  readonly stated: readonly StatedThreshold[];
  /** The whole result in the native form; `null` where another one of the same file holds it. */
  readonly record: JsonObject | null;
}

/** What `evalguard show` tells of a file. */
export interface Shown {
  readonly results: readonly ShownResult[];
  readonly retraction: Retraction | null;
}
