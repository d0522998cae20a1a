import { isObject, type JsonObject } from '../../document/document.ts';
import type { Path } from '../path.ts';
import type { Provenance, RunIdentity } from '../reading.ts';
import type { FindingReport } from '../rule.ts';
import { compact, given } from './canonical.ts';
import type { Unnumbered } from './identity.ts';
import type { SourceFile } from './native.ts';
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

/** The run of a CI that made a record. */
export interface CiRun {
  readonly provider: string;
  readonly run: string | null;
  readonly url: string | null;
}

/** Facts of the machine that a record gets: none replaces what the file says. */
interface Stamp {
  readonly identity: Unnumbered;
  readonly code: Provenance | null;
  readonly source: SourceFile | null;
  /** Name and version of the program that writes the record. */
  readonly recorded_by: string;
  readonly ci: CiRun | null;
}

/** A native result as it is recorded: under the given identity, with the code and source where it has none yet. */
export function stamped(
  content: JsonObject,
  { identity, code, source, recorded_by, ci }: Stamp,
  run: number,
): JsonObject {
  const { variant: _variant, source: stated, ...rest } = content;
  const { suite, date, routing, variant, generated_at } = identity;
  return {
    ...rest,
    ...compact({ suite, date, routing, variant }),
    run,
    ...given('generated_at', generated_at),
    ...(Object.hasOwn(content, 'code') || code === null ? {} : { code: compact({ ...code }) ?? {} }),
    source: {
      ...(isObject(stated) ? stated : { ...source }),
      recorded_by,
      ...(ci === null ? {} : { ci: compact({ ...ci }) }),
    },
  };
}

/** The result of a run that could not measure: its numbers are `null`, for the reason given. Rows stay as evidence. */
export function asUnmeasured(content: JsonObject, reason: string): JsonObject {
  const candidate = content['candidate'];
  return {
    ...withheld(content, reason),
    status: 'unmeasured',
    reason,
    ...(isObject(candidate) ? { candidate: withheld(candidate, reason) } : {}),
  };
}

function withheld(block: JsonObject, reason: string): JsonObject {
  const aggregate = block['aggregate'];
  if (!isObject(aggregate)) return block;
  const names = Object.keys(aggregate);
  const stated = block['unmeasured'];
  return {
    ...block,
    aggregate: Object.fromEntries(names.map((name) => [name, null])),
    unmeasured: {
      ...Object.fromEntries(names.map((name) => [name, reason])),
      ...(isObject(stated) ? stated : {}),
    },
  };
}
