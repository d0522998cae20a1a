import { type Claim, EMPTY_READING, type Reading } from '../core/reading.ts';
import { type JsonValue, parsePointer, resolvePointer } from '../document/document.ts';
import type { Mapping } from '../policy/policy.ts';
import { asObject, asText } from './field.ts';
import type { ResultFile } from './format.ts';
import { mappedMetrics } from './mapping/metrics.ts';
import {
  countRows,
  finder,
  readDay,
  readInstant,
  readMappedJudge,
  readMappedThresholds,
  readMode,
  readModels,
  readNamedDataset,
  readStatus,
  readVersion,
  utcDay,
} from './mapping/parts.ts';

/** The `format` of readings that a policy's mapping made. */
export const MAPPED = 'mapping';

const NO_REASON = 'no reason stated';

/**
 * Reads a team's own JSON by the pointers of a policy. Only `metrics` must be there; whatever else a pointer does not
 * find is unknown (`null`) and a loss, never an error and never 0.
 */
export function readMapped(
  file: ResultFile,
  mapping: Mapping,
): { readonly readings: readonly Reading[] } | { readonly unread: string } {
  if (file.document === null) return { unread: 'its syntax is none that a mapping can point into' };
  const root = file.document.value;
  const stated = resolvePointer(root, mapping.metrics);
  const metrics = asObject(stated);
  if (metrics === null) return { unread: noMetrics(mapping.metrics, stated) };
  const losses: string[] = [];
  const find = finder(root, mapping, losses);
  const status = find('status', readStatus) ?? 'measured';
  const reason = find('reason', asText);
  const generated_at = find('generated_at', readInstant);
  const expected = find('rows', countRows);
  const found = mappedMetrics(metrics, parsePointer(mapping.metrics) ?? [], reason ?? NO_REASON);
  const claim = (each: Claim): Claim => ({
    ...each,
    ...(status === 'unmeasured' ? { value: null, reason: reason ?? NO_REASON } : {}),
    ...(expected === null ? {} : { expected }),
  });
  const reading: Reading = {
    ...EMPTY_READING,
    format: MAPPED,
    run: { ...EMPTY_READING.run, date: find('date', readDay) ?? utcDay(generated_at), generated_at },
    status,
    reason,
    mode: find('mode', readMode),
    metrics_version: find('metrics_version', (_, pointer) => readVersion(root, pointer)),
    dataset: find('dataset', readNamedDataset),
    limits: find('limits', asObject),
    models: find('models', readModels) ?? EMPTY_READING.models,
    judge: find('judge', readMappedJudge),
    claims: found.claims.map(claim),
    stated: find('thresholds', readMappedThresholds) ?? [],
  };
  return { readings: [{ ...reading, losses: [...losses, ...found.losses] }] };
}

function noMetrics(pointer: string, found: JsonValue | undefined): string {
  const place = pointer === '' ? 'the whole file' : pointer;
  return found === undefined
    ? `nothing stands at ${place}, where the mapping of its series says that the metrics are`
    : `${place} is no object, and the mapping of its series says that the metrics are its members`;
}
