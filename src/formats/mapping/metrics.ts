import { AGGREGATES } from '../../core/definition.ts';
import type { Claim, Definition, Row } from '../../core/reading.ts';
import { words } from '../../core/text.ts';
import { type JsonObject, type JsonValue, parsePointer, valueAt } from '../../document/document.ts';
import { derivedDefinitions } from '../../measures/evidence/plan.ts';
import type { Mapping, MetricMapping } from '../../policy/policy.ts';
import { scaleOf } from '../claim.ts';
import { asCount, asNumber, asObject, member } from '../field.ts';
import { NO_NUMBER } from '../wording.ts';
import { pointerAt, type Tokens, tokensOf } from './places.ts';
import { PASSED } from './rows.ts';
import { totalNamed } from './usual-names.ts';

/** The metrics of a file or an arm, and what was read for them. */
interface Metrics {
  readonly claims: readonly Claim[];
  /** The pointers of what was read. */
  readonly read: readonly string[];
  readonly losses: readonly string[];
}

/**
 * The metrics of a team's own object: its numbers, and its nulls as unmeasured. An object one level down with a mean and
 * its spread is one metric; one of numbers and nulls alone is read as `outer.inner`. Everything else is none. A member
 * whose own name is `outer.inner` comes before one that would be called so.
 */
function mappedMetrics(
  object: JsonObject,
  pointer: Tokens,
  reason: string,
  isPercent: (name: string) => boolean,
  named: ReadonlySet<string>,
): Metrics {
  const claims = new Map<string, Claim>();
  const losses: string[] = [];
  const read: string[] = [];
  const nested: (readonly [string, JsonObject])[] = [];
  const claim = (name: string, stated: JsonValue, tokens: Tokens) => {
    const place = pointerAt(pointer, ...tokens);
    if (named.has(place)) return;
    read.push(place);
    claims.set(name, claimOf(name, stated, place, reason, isPercent(name)));
  };
  for (const [name, value] of Object.entries(object)) {
    const inner = asObject(value);
    // Limits or a time that another pointer names are no metrics, though they are numbers or null.
    if (named.has(pointerAt(pointer, name))) continue;
    if (value === null || asNumber(value) !== null || isSpread(inner)) claim(name, value, [name]);
    else if (inner !== null && holdsMetrics(inner)) nested.push([name, inner]);
  }
  for (const [outer, inner] of nested) {
    for (const [key, value] of Object.entries(inner)) {
      const name = `${outer}.${key}`;
      if (!claims.has(name)) claim(name, value, [outer, key]);
      else {
        read.push(pointerAt(pointer, outer, key));
        losses.push(`${pointerAt(pointer, outer, key)} is not read: ${name} is taken`);
      }
    }
  }
  return { claims: [...claims.values()], read, losses };
}

/** What an object with a mean may hold as well, and what of it is the standard error or the deviation. */
const ERRORS = words('stderr std_err standard_error se sem');
const DEVIATIONS = words('std stddev std_dev stdev sd');
const COUNTS = words('n count');
const SPREAD: ReadonlySet<string> = new Set(['min', 'max', 'median', ...ERRORS, ...DEVIATIONS, ...COUNTS]);

/** Whether an object is a mean with its spread: one metric, not five. */
export function isSpread(object: JsonObject | null): boolean {
  if (object === null || !Object.hasOwn(object, 'mean')) return false;
  const others = Object.keys(object).filter((key) => key !== 'mean');
  return others.length > 0 && others.every((key) => SPREAD.has(key)) && holdsMetrics(object);
}

/** One metric as a file states it: a number, or a mean with its spread. */
function claimOf(name: string, stated: JsonValue, pointer: string, reason: string, percent: boolean): Claim {
  const object = asObject(stated);
  const spread = member(object, 'mean') === undefined ? null : object;
  const number = spread === null ? asNumber(stated) : asNumber(spread, 'mean');
  const scaled = (value: number) => (percent ? fromPercent(value) : value);
  const none = (spread === null ? stated : member(spread, 'mean')) === null ? reason : NO_NUMBER;
  const place = spread === null ? pointer : `${pointer}/mean`;
  const claim = number === null ? { value: null, reason: none } : { value: scaled(number), reason: null };
  if (spread === null || number === null) return { name, ...claim, pointer: place };
  const first = (keys: readonly string[]) =>
    keys.map((key) => asNumber(spread, key)).find((each) => each !== null);
  const measured = COUNTS.map((key) => asCount(spread, key)).find((count) => count !== null);
  const deviation = first(DEVIATIONS);
  const error =
    first(ERRORS) ?? (deviation !== undefined && measured ? deviation / Math.sqrt(measured) : undefined);
  return {
    ...{ name, ...claim, pointer: place },
    ...(error === undefined ? {} : { standard_error: scaled(error) }),
    ...(measured === undefined ? {} : { measured }),
  };
}

/** A percentage as a share, digit by digit: 1.1 / 100 is 0.011000000000000001. */
function fromPercent(value: number): number {
  const text = String(value);
  return text.includes('e') ? value / 100 : Number(`${text}e-2`);
}

export function holdsMetrics(object: JsonObject): boolean {
  const values = Object.values(object);
  return values.length > 0 && values.every((value) => value === null || asNumber(value) !== null);
}

/** The native definition that a mapping writes in full or in short; `null` where it says not how the metric follows from rows. */
function definitionIn({ at: _, percent: __, ...options }: MetricMapping): Definition | null {
  const short = Object.keys(AGGREGATES).find((name) => Object.hasOwn(options, name));
  const own = Object.entries(options).flatMap(([key, value]) =>
    value === undefined || key === short ? [] : [[key, value] as const],
  );
  const { aggregate = short, ...rest } = Object.fromEntries<JsonValue>(own);
  if (typeof aggregate !== 'string') return null;
  const score = short === undefined ? undefined : options[short];
  return { aggregate, ...(score === undefined ? {} : { score }), ...rest };
}

/** The claims of a file or of one of its arms, at `base`: its metrics, then those whose places the definitions name. */
export function claimsAt(
  root: JsonValue,
  base: Tokens,
  mapping: Mapping,
  reason: string,
  named: ReadonlySet<string>,
): Metrics & { readonly found: boolean } {
  const definitions = new Map(Object.entries(mapping.definitions ?? {}));
  const isPercent = (name: string) => definitions.get(name)?.percent ?? mapping.percent === true;
  const at = mapping.metrics === undefined ? null : [...base, ...(parsePointer(mapping.metrics) ?? [])];
  const object = at === null ? null : asObject(valueAt(root, at));
  const own = [...definitions.values()].flatMap((definition) => tokensOf(definition.at));
  const rows = tokensOf(typeof mapping.rows === 'object' ? mapping.rows.at : mapping.rows);
  const other = new Set([...named, ...[...own, ...rows].map((tokens) => pointerAt(base, ...tokens))]);
  const stated = at === null || object === null ? null : mappedMetrics(object, at, reason, isPercent, other);
  const claims = new Map((stated?.claims ?? []).map((claim) => [claim.name, claim]));
  const losses = [...(stated?.losses ?? [])];
  const read = [...(stated?.read ?? [])];
  let found = object !== null;
  for (const [name, definition] of definitions) {
    if (definition.at === undefined) continue;
    const tokens = [...base, ...(parsePointer(definition.at) ?? [])];
    const value = valueAt(root, tokens);
    found ||= value !== undefined;
    if (value === undefined) losses.push(`${name}: nothing stands at ${definition.at}`);
    else {
      read.push(pointerAt(tokens));
      claims.set(name, claimOf(name, value, pointerAt(tokens), reason, definition.percent ?? false));
    }
  }
  return {
    claims: Array.from(claims.values(), (claim) => withScale(claim, definitions.get(claim.name))),
    losses,
    read,
    found,
  };
}

function withScale(claim: Claim, written: MetricMapping | undefined): Claim {
  if (written === undefined) return claim;
  const { places } = written;
  const scale = scaleOf({ aggregate: '', ...(written as JsonObject) });
  return { ...claim, ...(typeof places === 'number' ? { places } : {}), ...scale };
}

/** How the metrics of rows are defined: as the mapping says, else where they are recognised as totals of the rows. */
export function definitionsFor(
  mapping: Mapping,
  claims: readonly Claim[],
  rows: readonly Row[] | null,
): {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly rows: readonly Row[] | null;
  readonly losses: readonly string[];
} {
  const definitions = new Map<string, Definition>();
  for (const [name, written] of Object.entries(mapping.definitions ?? {})) {
    const definition = definitionIn(written);
    if (definition !== null) definitions.set(name, definition);
  }
  if (rows === null) return { definitions, rows, losses: [] };
  // Where nothing is claimed and nothing defined, each score of the rows is a metric.
  if (mapping.metrics === undefined && mapping.definitions === undefined)
    return { definitions: scoresOf(rows), rows, losses: [] };
  const totals = claims.flatMap(({ name }) => {
    const kind = definitions.has(name) ? null : totalNamed(name);
    return kind === null ? [] : [{ name, kind }];
  });
  return totals.length === 0 ? { definitions, rows, losses: [] } : withTotals(definitions, totals, rows);
}

function scoresOf(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const ruled = new Set(rows.flatMap(({ judgments }) => judgments.map(({ score }) => score)));
  const definitions = new Map(derivedDefinitions(rows));
  for (const score of ruled) definitions.set(score, { aggregate: 'mean', score, derived: true });
  return definitions;
}

type Total = { readonly name: string; readonly kind: NonNullable<ReturnType<typeof totalNamed>> };

/** The score that counts the rows that failed: the reverse of `passed`. */
const FAILED = 'failed';

/**
 * The totals that stand beside rows with a pass, defined as what they are called. Not where a case has several samples, since
 * nobody says whether a total counts cases or samples; nor a count of rows of which some were not measured.
 */
function withTotals(definitions: Map<string, Definition>, totals: readonly Total[], rows: readonly Row[]) {
  const passes = rows.map(({ scores }) => scores.get(PASSED));
  const checked = rows.some(({ judgments }) => judgments.some(({ score }) => score === PASSED));
  const whole =
    !checked && passes.every((value) => value === undefined || value === null || typeof value === 'boolean');
  if (!checked && !passes.some((value) => typeof value === 'boolean' || typeof value === 'number'))
    return { definitions, rows, losses: [] };
  const several = new Set(rows.map(({ id }) => id)).size < rows.length;
  const missing = passes.some((value) => value === undefined || value === null);
  const losses: string[] = [];
  let reversed = false;
  for (const { name, kind } of totals) {
    const unclear = several
      ? 'cases have several samples'
      : kind !== 'rate' && !whole
        ? 'rows pass in part'
        : (kind === 'total' || kind === 'failed') && missing
          ? 'rows were not measured'
          : null;
    if (unclear !== null)
      losses.push(`${name}: it is not recomputed, since ${unclear}; define it if it follows from the rows`);
    else definitions.set(name, totalDefinition(kind, whole));
    reversed ||= unclear === null && kind === 'failed';
  }
  return { definitions, rows: reversed ? rows.map(withReverse) : rows, losses };
}

function totalDefinition(kind: Total['kind'], whole: boolean): Definition {
  switch (kind) {
    case 'total':
      return { aggregate: 'count', score: PASSED };
    case 'passed':
      return { aggregate: 'sum', score: PASSED };
    case 'failed':
      return { aggregate: 'sum', score: FAILED };
    case 'rate':
      return { aggregate: whole ? 'rate' : 'mean', score: PASSED };
  }
}

function withReverse(row: Row): Row {
  const passed = row.scores.get(PASSED);
  return typeof passed !== 'boolean' || row.scores.has(FAILED)
    ? row
    : { ...row, scores: new Map([...row.scores, [FAILED, !passed]]) };
}
