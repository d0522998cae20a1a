/** evalguard as a library: what a harness in TypeScript needs to record its runs, and tools to read and check ledgers. */
export type { Checked } from './commands/check/check.js';
export { EvalguardError } from './core/error.js';
export type { NativeBlock, NativeBounds, NativeCall, NativeJudgment, NativeResult, NativeRow, NativeTally, Score, } from './core/native.js';
export type { Claim, Definition, Judge, Judgment, Reading, Row, RunIdentity, StatedThreshold, } from './core/reading.js';
export type { RecordedFile } from './core/record/recorded.js';
export type { MetricReport, Report, ResultReport, ThresholdReport, } from './core/report.js';
export type { Retraction } from './core/retraction.js';
export type { FindingReport } from './core/rule.js';
export type { Shown, ShownResult } from './core/shown.js';
export { type CheckLedgerOptions, checkLedger, type PlaceOptions, type RecordResultOptions, readResult, recordResult, showResult, } from './faces/library.js';
