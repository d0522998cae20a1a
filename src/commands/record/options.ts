import type { GivenIdentity } from '../../core/record/identity.ts';
import type { NamedModels } from '../../core/record/models.ts';
import type { PolicyPlace } from '../check/read/policy.ts';
import type { Input } from './input.ts';

/** What `record` needs to know: nothing is taken from the process itself. */
export interface RecordOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The moment of recording. */
  readonly now: Date;
  /** Name and version of the program that records. */
  readonly producer: string;
  /** `null` only where nothing could be measured. */
  readonly input: Input | null;
  /** The input's path on disk: it is a result, so that it makes no work tree dirty. `null` for a pipe. */
  readonly inputFile: string | null;
  /** When that file was last written; `null` for a pipe. */
  readonly written: Date | null;
  /** A format's id or a series' name; `null` to detect the format. */
  readonly from: string | null;
  /** A directory; `null` for the policy's first. */
  readonly ledger: string | null;
  readonly policy: PolicyPlace;
  readonly given: GivenIdentity;
  readonly metricsVersion: number | null;
  /** The models that were evaluated, by role, where the file does not name them. */
  readonly models: NamedModels;
  /** Why the run could not measure; `null` where it did. */
  readonly unmeasured: string | null;
  readonly allowSecrets: boolean;
  readonly dryRun: boolean;
}
