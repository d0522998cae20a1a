import { isObject, type JsonObject } from '../../document/document.ts';
import type { Provenance } from '../reading.ts';
import { compact, given } from './canonical.ts';
import type { Unnumbered } from './identity.ts';
import type { SourceFile } from './native.ts';

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
