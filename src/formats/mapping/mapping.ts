import { spend } from '../../core/budget.ts';
import { type Claim, EMPTY_READING, type Reading } from '../../core/reading.ts';
import { formatPointer, type JsonValue, parsePointer, valueAt } from '../../document/document.ts';
import type { Mapping } from '../../policy/policy.ts';
import { utcDay } from '../field.ts';
import { MAPPED, type ResultFile } from '../format.ts';
import { derivedClaims } from '../native/claims.ts';
import { claimsAt, definitionsFor } from './metrics.ts';
import { PartReader } from './parts.ts';
import { placesOf, placeText, pointerAt, type Tokens, tokensOf } from './places.ts';
import { readRows } from './rows.ts';
import { emptyArms, unreadLosses } from './unread.ts';

const NO_REASON = 'no reason stated';

/** What a file is read as: a run, or one for each arm; or why it is not read. */
type Mapped = { readonly readings: readonly Reading[] } | { readonly unread: string };

/**
 * Reads a team's own JSON by the pointers of a policy: one reading, or one for each arm. A file with neither metrics nor
 * rows is not read. Whatever else a pointer does not find is unknown (`null`) and a loss, never an error and never 0.
 */
export function readMapped(file: ResultFile, mapping: Mapping): Mapped {
  if (file.document === null) return { unread: 'its syntax is none that a mapping can point into' };
  const root = file.document.value;
  const parts = new PartReader(root, mapping);
  const [pattern] = tokensOf(mapping.arms);
  if (pattern === undefined) {
    const read = readAt(root, [], null, mapping, parts);
    if (read === null) return { unread: nothingAt(root, [], mapping) };
    return {
      readings: [{ ...read.reading, losses: [...read.reading.losses, ...unreadLosses(root, read.places)] }],
    };
  }
  return readArms(root, pattern, mapping, parts);
}

/** An arm costs as much as some rows, however little it holds. */
const STEPS_AN_ARM = 200;

function readArms(root: JsonValue, pattern: Tokens, mapping: Mapping, parts: PartReader): Mapped {
  const found = placesOf(root, pattern);
  const arms = found.filter(({ value }) => typeof value === 'object' && value !== null);
  spend('steps', arms.length * STEPS_AN_ARM);
  const read = arms.flatMap(({ tokens, key }) => readAt(root, tokens, key, mapping, parts) ?? []);
  const [first, ...others] = read.map(({ reading }) => reading);
  if (first === undefined) {
    const place = `no arm stands at ${mapping.arms}, where the mapping of its series says that the arms are`;
    return {
      unread:
        arms[0] === undefined
          ? place
          : `${nothingAt(root, arms[0].tokens, mapping)}; nor in any other arm at ${mapping.arms}`,
    };
  }
  const places = new Set([...parts.namedAt([]), ...read.flatMap((each) => [...each.places])]);
  // What is left of an arm is left of the others too, and is said once.
  const shown = new Map(arms.map(({ tokens }) => [formatPointer(tokens), String(mapping.arms)]));
  const pointer = (at: string) => byPattern(at, shown, pattern.length);
  const losses = [...emptyArms(found), ...unreadLosses(root, places, pointer)];
  const said = new Set(first.losses);
  const rest = others.map((other) => ({ ...other, losses: other.losses.filter((line) => !said.has(line)) }));
  return { readings: [{ ...first, losses: [...first.losses, ...losses] }, ...rest] };
}

/** A pointer inside an arm, with the pattern of the arms in place of the arm's. */
function byPattern(pointer: string, arms: ReadonlyMap<string, string>, depth: number): string {
  const tokens = parsePointer(pointer) ?? [];
  const pattern = tokens.length <= depth ? undefined : arms.get(formatPointer(tokens.slice(0, depth)));
  return pattern === undefined ? pointer : pattern + formatPointer(tokens.slice(depth));
}

/** A reading of a file or of one of its arms, with the pointers that were read; `null` where it has neither metrics nor rows. */
function readAt(root: JsonValue, base: Tokens, arm: string | null, mapping: Mapping, partReader: PartReader) {
  const { parts, part, losses } = partReader.partsAt(base);
  const named = new Set(partReader.namedAt(base));
  const reason = parts.reason ?? NO_REASON;
  const metrics = claimsAt(root, base, mapping, reason, named);
  const stated = mapping.rows === undefined ? null : readRows(root, base, mapping.rows);
  if (!metrics.found && (stated === null || stated.read.length === 0)) return null;
  const {
    definitions,
    rows,
    losses: unclear,
  } = definitionsFor(mapping, metrics.claims, stated?.rows ?? null);
  const unmeasured = parts.status === 'unmeasured';
  const claim = (each: Claim): Claim => ({
    ...each,
    ...(unmeasured ? { value: null, reason } : {}),
    ...(stated === null || stated.read.length === 0 || each.measured !== undefined
      ? {}
      : { expected: stated.count }),
  });
  const reading: Reading = {
    ...EMPTY_READING,
    format: MAPPED,
    arm,
    run: {
      ...EMPTY_READING.run,
      date: parts.date ?? utcDay(parts.generated_at),
      generated_at: parts.generated_at,
    },
    status: parts.status ?? 'measured',
    reason: parts.reason,
    mode: parts.mode,
    ...(part === null ? {} : { part }),
    metrics_version: parts.metrics_version,
    dataset: parts.dataset,
    limits: parts.limits,
    models: parts.models ?? EMPTY_READING.models,
    judge: parts.judge,
    claims: metrics.claims.map(claim),
    definitions,
    rows,
    stated: parts.thresholds ?? [],
    losses: [
      ...losses,
      ...metrics.losses,
      ...absentMetrics(mapping, metrics.found),
      ...(stated?.losses ?? []),
      ...unclear,
    ],
  };
  const derived = derivedClaims(reading, reading.claims).map((each) =>
    unmeasured ? { ...each, value: null, reason } : each,
  );
  const places = new Set([
    ...named,
    ...metrics.read,
    ...(stated?.read ?? []).map((tokens) => pointerAt(tokens)),
  ]);
  return { reading: { ...reading, claims: [...reading.claims, ...derived] }, places };
}

function absentMetrics({ metrics }: Mapping, found: boolean): readonly string[] {
  return metrics === undefined || found ? [] : [`metrics: no object stands at ${placeText(metrics)}`];
}

/** Why a file is not read, or an arm of it: what stands at the places that were looked at. */
function nothingAt(root: JsonValue, base: Tokens, { metrics, rows, definitions }: Mapping): string {
  const numbers = Object.values(definitions ?? {}).flatMap(({ at }) => at ?? []);
  const places = [
    ...(metrics === undefined ? [] : [[metrics, 'the metrics', 'object'] as const]),
    ...(rows === undefined ? [] : [[typeof rows === 'string' ? rows : rows.at, 'the rows', 'list'] as const]),
    ...numbers.slice(0, 3).map((at) => [at, 'a metric', 'number'] as const),
  ];
  const found = places.map(([place, what, kind]) => {
    const stands = valueAt(root, [...base, ...(parsePointer(place) ?? [])]) !== undefined;
    const where = stands ? `${placeText(place)} is no ${kind}` : `nothing stands at ${placeText(place)}`;
    return `${where}, where the mapping of its series says that ${what} ${what === 'a metric' ? 'is' : 'are'}`;
  });
  return found.join('; and ') || 'the mapping of its series names neither metrics nor rows';
}
