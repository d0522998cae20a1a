/** evalguard as a library: what a harness in TypeScript needs to record its runs, and tools to read and check ledgers. */
export type { Checked } from './commands/check/check.ts';
export { EvalguardError } from './core/error.ts';
export type {
  NativeBlock,
  NativeBounds,
  NativeCall,
  NativeJudgment,
  NativeResult,
  NativeRow,
  NativeTally,
  Score,
} from './core/native.ts';
export type {
  Claim,
  Definition,
  Judge,
  Judgment,
  Reading,
  Row,
  RunIdentity,
  StatedThreshold,
} from './core/reading.ts';
export type { RecordedFile } from './core/record/recorded.ts';
export type {
  MetricReport,
  Report,
  ResultReport,
  Shown,
  ShownResult,
  ThresholdReport,
} from './core/report.ts';
export type { Retraction } from './core/retraction.ts';
export type { FindingReport } from './core/rule.ts';
export {
  type CheckLedgerOptions,
  checkLedger,
  type PlaceOptions,
  type RecordResultOptions,
  readResult,
  recordResult,
  showResult,
} from './faces/library.ts';
