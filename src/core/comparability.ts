import { type JsonValue, sortedKeys } from '../document/document.ts';
import { spelledJson } from '../document/spelling.ts';
import type { Difference } from './comparison.ts';
import { independentRows } from './independence.ts';
import type { Definition, Reading } from './reading.ts';
import { canonicalRoute } from './route/canonical.ts';
import type { RoutePolicy } from './route/route.ts';
import { sameModel } from './route/same.ts';

/** Names by which a reason not to compare can be overridden. */
export const REASON_KEYS = [
  'metrics_version',
  'dataset',
  'cases',
  'arms',
  'judge',
  'rubric',
  'samples',
  'mode',
  'definition',
] as const;

/**
 * Why two results must not be compared as wholes. Unknown on both sides is not equal: a version or dataset that neither
 * states is a reason too, except that the same cases by name stand for a dataset without a fingerprint. The file's
 * version forbids the whole only where no metric states the same version of its own on both sides.
 */
export function reasonsAgainst(base: Reading, head: Reading): readonly Difference[] {
  const version = differingVersion(base, head);
  const versioned = [...head.definitions.keys()].some((name) => ownVersions(name, base, head) === 'same');
  const reasons: Difference[] = version === null || versioned ? [] : [version];
  if (base.mode !== head.mode) reasons.push({ key: 'mode', base: base.mode, head: head.mode });
  const cases = differingCases(base, head);
  if (cases !== null) reasons.push(cases);
  const dataset = differingDataset(base, head, cases === null && base.rows !== null && head.rows !== null);
  if (dataset !== null) reasons.push(dataset);
  const [few, many] = [samplesOf(base), samplesOf(head)];
  if (few !== many) reasons.push({ key: 'samples', base: few, head: many });
  return reasons;
}

/** The version of the file as a whole, where it differs or is not known. */
function differingVersion(base: Reading, head: Reading): Difference | null {
  const [older, newer] = [base.metrics_version, head.metrics_version];
  return older !== null && older === newer ? null : { key: 'metrics_version', base: older, head: newer };
}

/** What the versions that a metric states of itself say: one side alone is no agreement. */
function ownVersions(name: string, base: Reading, head: Reading): 'same' | 'none' | Difference {
  const [older, newer] = [base, head].map(({ definitions }) => versionOf(definitions.get(name)));
  if (older === null && newer === null) return 'none';
  return older === newer
    ? 'same'
    : { key: 'metrics_version', metric: name, base: older ?? null, head: newer ?? null };
}

function versionOf(definition: Definition | undefined): number | string | null {
  const version = definition?.['metrics_version'];
  return typeof version === 'number' || typeof version === 'string' ? version : null;
}

/** Why a metric is of another version: its own where it states one, else that of its file. */
function versionAgainst(name: string, base: Reading, head: Reading): Difference | null {
  const own = ownVersions(name, base, head);
  if (own === 'none') return differingVersion(base, head);
  return own === 'same' ? null : own;
}

function differingDataset(base: Reading, head: Reading, sameCases: boolean): Difference | null {
  const [a, b] = [base.dataset, head.dataset];
  const [one, other] = [a?.fingerprint ?? null, b?.fingerprint ?? null];
  if (one !== null || other !== null)
    return one === other ? null : { key: 'dataset', base: one, head: other };
  const [name, edition] = [
    [a?.name, a?.version],
    [b?.name, b?.version],
  ].map(named) as [string | null, string | null];
  if (name !== edition) return { key: 'dataset', base: name, head: edition };
  return name === null && !sameCases ? { key: 'dataset', base: null, head: null } : null;
}

function named([name, version]: readonly (string | null | undefined)[]): string | null {
  const parts = [name, version].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' ');
}

function differingCases(base: Reading, head: Reading): Difference | null {
  if (base.rows === null || head.rows === null) return null;
  const [one, other] = [base.rows, head.rows].map((rows) => new Set(rows.map(({ id }) => id))) as [
    Set<string>,
    Set<string>,
  ];
  const alike = one.size === other.size && [...one].every((id) => other.has(id));
  return alike ? null : { key: 'cases', base: one.size, head: other.size };
}

/**
 * Samples of each case: as planned, else the most that any case has; `null` where no rows tell. Where rows repeat
 * cached answers, those that are samples of their own count, whatever was planned.
 */
export function samplesOf({ samples, rows }: Reading): number | null {
  const own = rows === null ? null : independentRows(rows);
  if (samples !== null && own?.length === rows?.length) return samples;
  if (own === null) return null;
  const counts = new Map<string, number>();
  for (const { id, arm, turn } of own) {
    const key = JSON.stringify([id, arm, turn]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/**
 * Why one metric must not be compared although its results may be: its version, its definition, or the judge that it
 * hangs on.
 */
export function reasonsAgainstMetric(
  name: string,
  base: Reading,
  head: Reading,
  judged: boolean,
  policy: RoutePolicy,
): readonly Difference[] {
  const reasons: Difference[] = [];
  const version = versionAgainst(name, base, head);
  if (version !== null) reasons.push(version);
  const [older, newer] = [base.definitions.get(name), head.definitions.get(name)];
  const [before, after] = [older, newer].map((each) => (each === undefined ? null : definitionText(each)));
  const guessed = saysNothing(name, base) || saysNothing(name, head);
  if (before && after && before !== after && !guessed)
    reasons.push({ key: 'definition', metric: name, base: before, head: after });
  const arms = newer === undefined || isOfOneArm(newer) ? null : differingArms(base, head);
  if (arms !== null) reasons.push(arms);
  if (!judged && (older !== undefined || newer !== undefined)) return reasons;
  return [...reasons, ...differingJudges(base, head, judged, policy)];
}

/** Whether a definition says itself which arm it counts, so that other arms beside it do not matter. */
function isOfOneArm({ arm, where }: Definition): boolean {
  return (
    typeof arm === 'string' || (typeof where === 'object' && where !== null && Object.hasOwn(where, 'arm'))
  );
}

/** Rows of other arms: a number over all rows then is over other configurations. */
function differingArms(base: Reading, head: Reading): Difference | null {
  const [one, other] = [base, head].map(({ rows }) => [
    ...new Set((rows ?? []).flatMap(({ arm }) => (arm === null ? [] : [arm]))),
  ]) as [string[], string[]];
  const alike = one.length === other.length && one.every((arm) => other.includes(arm));
  if (alike || base.rows === null || head.rows === null) return null;
  return { key: 'arms', base: one.sort(), head: other.sort() };
}

function differingJudges(
  base: Reading,
  head: Reading,
  judged: boolean,
  policy: RoutePolicy,
): readonly Difference[] {
  const [one, other] = [base.judge?.route ?? null, head.judge?.route ?? null];
  // A metric of which nobody says whether it is judged hangs on the judge only where there is one.
  if (one === null && other === null) return judged ? [{ key: 'judge', base: null, head: null }] : [];
  const alike =
    one !== null &&
    other !== null &&
    sameModel(canonicalRoute(one, policy), canonicalRoute(other, policy), policy) === 'same';
  const reasons: Difference[] = alike ? [] : [{ key: 'judge', base: one, head: other }];
  const [prompt, later] = [base.judge?.prompt_sha256 ?? null, head.judge?.prompt_sha256 ?? null];
  if (prompt !== later) reasons.push({ key: 'rubric', base: prompt, head: later });
  return reasons;
}

/** Marks of a definition that say nothing of how the number is made; the version is a reason of its own. */
const NO_PART = new Set(['derived', 'metrics_version', 'scale']);

/** Whether a definition was derived from rows in which the score was never measured: of which kind it is nobody knows. */
function saysNothing(name: string, { definitions, rows }: Reading): boolean {
  if (definitions.get(name)?.['derived'] !== true) return false;
  return (rows ?? []).every(({ scores }) => (scores.get(name) ?? null) === null);
}

/** A definition as a text that two equal ones share. */
export function definitionText(definition: Definition): string {
  const entries = Object.entries(definition).filter(([key]) => !NO_PART.has(key));
  return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What of a definition decides its number, defaults filled in and in one order: direction, unit and version do not. */
export function definitionParts(metric: string, definition: Definition): JsonValue {
  const { direction, unit, places, metrics_version, derived, ...options } = definition;
  const filled = { over: 'cases', judged: false, ...options };
  return sortedKeys(Object.hasOwn(options, 'measure') ? filled : { score: metric, ...filled });
}

/** The scores of rows that a metric is over. */
export function scoresOf(metric: string, definition: Definition): readonly string[] {
  const conditions = definition['pass_if'];
  if (typeof conditions === 'object' && conditions !== null) return Object.keys(conditions);
  return [typeof definition['score'] === 'string' ? definition['score'] : metric];
}

/**
 * What differs without forbidding the comparison: limits, models, code, what answered; and the version of the file, where
 * metrics that state their own are compared in spite of it.
 */
export function changesBetweenRuns(base: Reading, head: Reading): readonly Difference[] {
  const pairs: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['metrics_version', base.metrics_version, head.metrics_version],
    ['limits', base.limits, head.limits],
    ['models', Object.fromEntries(base.models), Object.fromEntries(head.models)],
    ['code.commit', base.code?.commit ?? null, head.code?.commit ?? null],
    ['code.tree', base.code?.tree ?? null, head.code?.tree ?? null],
    ['judge.served', [...(base.judge?.served ?? [])], [...(head.judge?.served ?? [])]],
    ['judge.temperature', base.judge?.temperature ?? null, head.judge?.temperature ?? null],
  ];
  return pairs
    .filter(([, before, after]) => spelledJson(before) !== spelledJson(after))
    .map(([key, before, after]) => ({ key, base: before, head: after }));
}
