import type { JsonValue } from '../../document/document.ts';
import { respelled } from '../../document/spelling.ts';
import type { Judgment, Row } from '../reading.ts';
import { asReason, isReason } from '../reason.ts';
import { nativeRoute } from './models.ts';
import { given, type JsonObject } from './object.ts';

/** A row in the native form, with the evidence that the reader kept in the words of the native form. */
export function nativeRow(row: Row, lose: (loss: string) => void): JsonObject {
  const evidence = evidenceOf(row.source);
  const native = {
    id: row.id,
    ...given('arm', row.arm),
    ...(row.sample === 1 ? {} : { sample: row.sample }),
    ...given('turn', row.turn),
    ...given('category', row.category),
    ...given('provenance', row.provenance),
    ...given('negative', row.negative),
    ...given('error', errorOf(row)),
    scores: Object.fromEntries(row.scores),
    ...reasonsOf(row),
    ...(row.judgments.length === 0 ? {} : { judgments: row.judgments.map(judgmentOf) }),
    ...servedOf(row, lose),
    ...evidence,
  };
  return respelled(native, evidence);
}

function errorOf({ error }: Row): JsonObject | null {
  if (error === null) return null;
  const { kind, message } = error;
  if (isReason(kind))
    return { kind: kind.split(':', 1)[0]!, ...given('message', message ?? textAfter(kind)) };
  return { kind: 'inconclusive', message: message === null ? kind : `${kind}: ${message}` };
}

function textAfter(kind: string): string | null {
  const colon = kind.indexOf(':');
  return colon < 0 ? null : kind.slice(colon + 1).trim();
}

/** A reason for every null score that the row's error does not explain, and for every score that the row contradicts. */
function reasonsOf({ scores, unmeasured, error, doubts }: Row): JsonObject {
  const reasons = new Map(Array.from(unmeasured, ([name, reason]) => [name, asReason(reason)]));
  for (const { score, because } of doubts ?? [])
    if ((scores.get(score) ?? null) !== null && !reasons.has(score))
      reasons.set(score, `inconclusive: ${because}`);
  for (const [name, value] of scores) {
    if (value === null && error === null && !reasons.has(name)) reasons.set(name, asReason(null));
  }
  return reasons.size === 0 ? {} : { unmeasured: Object.fromEntries(reasons) };
}

function judgmentOf({ score, item, value, judged_by: by, order }: Judgment): JsonObject {
  return {
    score,
    ...given('item', item),
    ...(order?.length === 2 ? { order } : {}),
    value,
    judged_by: nativeRoute(by),
  };
}

function servedOf({ served }: Row, lose: (loss: string) => void): JsonObject {
  if (served.size === 0) return {};
  const routes = Array.from(served, ([role, text]) => {
    const route = nativeRoute(text);
    if (text !== null && route === null) lose(`who answered as ${role}: the name is no route`);
    return [role, route] as const;
  });
  return { served: Object.fromEntries(routes) };
}

const anything = () => true;
const isText = (value: JsonValue) => typeof value === 'string';
const isTexts = (value: JsonValue) => value === null || (Array.isArray(value) && value.every(isText));
const isObject = (value: JsonValue): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isGrades = (value: JsonValue) =>
  isObject(value) && Object.values(value).every((grade) => typeof grade === 'number' && grade >= 0);
const isCalls = (flag: string) => (value: JsonValue) =>
  Array.isArray(value) && value.every((call: JsonValue) => isObject(call) && isCall(call, flag));

function isCall(call: JsonObject, flag: string): boolean {
  return Object.entries(call).every(([key, value]) => {
    if (key === 'name') return isText(value);
    return key === 'arguments' ? isObject(value) : key === flag && typeof value === 'boolean';
  });
}

/** Members of a row that are evidence, and the shape that each must have to be it. */
const EVIDENCE: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  input: anything,
  expected: anything,
  output: anything,
  cached: (value) => typeof value === 'boolean',
  source_url: isText,
  relevant: isGrades,
  retrieved: isTexts,
  selection: isTexts,
  expected_tool_calls: isCalls('optional'),
  tool_calls: (value) => value === null || isCalls('skipped')(value),
};

function evidenceOf(source: Row['source']): JsonObject {
  const kept = Object.entries(EVIDENCE).flatMap(([key, fits]) => {
    const value = Object.hasOwn(source, key) ? source[key] : undefined;
    return value !== undefined && fits(value) ? [[key, value] as const] : [];
  });
  return respelled(Object.fromEntries(kept), source);
}
