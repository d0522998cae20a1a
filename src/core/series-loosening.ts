import type { JsonValue } from './document/document.ts';
import { isRooted, provablyDisjoint } from './glob.ts';
import { isBelow } from './path.ts';
import type { HardFail, Policy, Series, Threshold } from './policy.ts';
import { type Loosening, lessCoverage, lostItems, relaxedBounds, sortedKeys } from './relaxed.ts';

/** What the series of `is` guard less well than those of `was`. A series that comes after all others takes nothing away. */
export function* seriesLoosenings(was: Policy, is: Policy): Generator<Loosening> {
  const now = new Map(is.series.map((series) => [series.id, series]));
  for (const before of was.series) {
    const after = now.get(before.id);
    if (after === undefined) yield { setting: `series.${before.id}`, before: before.files, after: null };
    else yield* changesOf(before, after, was, is);
  }
  if (!keepsOrder(was.series, is.series)) {
    yield { setting: 'series', before: was.series.map(({ id }) => id), after: is.series.map(({ id }) => id) };
  }
}

function* changesOf(before: Series, after: Series, was: Policy, is: Policy): Generator<Loosening> {
  const setting = `series.${before.id}`;
  const differs = (key: string, old: JsonValue, now: JsonValue): Loosening[] =>
    JSON.stringify(old) === JSON.stringify(now)
      ? []
      : [{ setting: `${setting}.${key}`, before: old, after: now }];
  yield* differs('files', before.files, after.files);
  yield* differs('format', formatOf(before), formatOf(after));
  yield* differs('columns', columnsOf(before), columnsOf(after));
  yield* differs('syntax', before.syntax, after.syntax);
  // What was not demanded before can only be an added demand.
  if (before.name !== null) yield* differs('name', before.name, after.name);
  if (before.metrics_version !== null) {
    yield* differs('metrics_version', before.metrics_version, after.metrics_version);
  }
  if (before.dataset !== null) yield* differs('dataset', before.dataset, after.dataset);
  yield* thresholdLoosenings(`${setting}.thresholds`, { before, after }, was, is);
  yield* lostItems(`${setting}.hard_fail`, before.hard_fail.map(condition), after.hard_fail.map(condition));
  for (const bounds of before.inconclusive_when) {
    const now = after.inconclusive_when.find(({ metric }) => metric === bounds.metric);
    yield* relaxedBounds(
      `${setting}.inconclusive_when.${bounds.metric}`,
      bounds,
      now ?? { min: null, max: null },
    );
  }
}

function* thresholdLoosenings(
  setting: string,
  series: { readonly before: Series; readonly after: Series },
  was: Policy,
  is: Policy,
): Generator<Loosening> {
  for (const old of series.before.thresholds) {
    const place = `${setting}.${old.metric}`;
    const now = series.after.thresholds.find(({ metric }) => metric === old.metric);
    if (now === undefined) {
      yield { setting: place, before: bar(old), after: null };
      continue;
    }
    yield* relaxedBounds(place, old, now);
    if (old.enforce && !now.enforce) yield { setting: `${place}.enforce`, before: true, after: false };
    // Where neither sets its own, the policy's min_coverage says it once for all.
    const before = old.min_coverage ?? was.min_coverage;
    const coverage = now.min_coverage ?? is.min_coverage;
    if ((old.min_coverage ?? now.min_coverage) !== null && lessCoverage(before, coverage)) {
      yield { setting: `${place}.min_coverage`, before, after: coverage };
    }
    const [least, lesser] = [old.min_n ?? series.before.min_n, now.min_n ?? series.after.min_n];
    if (least !== null && (lesser === null || lesser < least)) {
      yield { setting: `${place}.min_n`, before: least, after: lesser };
    }
    // The interval leaves open what the point decides, a miss as well as a pass: neither is the stricter of the two.
    if (old.rule !== now.rule) yield { setting: `${place}.rule`, before: old.rule, after: now.rule };
  }
}

function bar({ min, max, enforce }: Threshold): JsonValue {
  return {
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    ...(enforce ? { enforce } : {}),
  };
}

function condition({ where, score, min, max }: HardFail): string {
  return JSON.stringify(sortedKeys({ where, score, min, max }));
}

function formatOf({ format }: Series): JsonValue {
  return 'reader' in format ? format.reader : sortedKeys({ ...format.mapping });
}

function columnsOf({ columns }: Series): JsonValue {
  return columns === undefined ? null : sortedKeys({ ...columns, metrics: { ...columns.metrics } });
}

/** Whether no series can take a file from one that stood before it: the first that matches a file claims it. */
function keepsOrder(was: readonly Series[], is: readonly Series[]): boolean {
  const stood = new Map(was.map(({ id }, index) => [id, index]));
  return is.every((claimant, index) => {
    const held = stood.get(claimant.id);
    // A new series had nothing that could be taken from it.
    if (held === undefined) return true;
    return is.every(
      (earlier, at) =>
        at >= index ||
        (stood.get(earlier.id) ?? Number.POSITIVE_INFINITY) < held ||
        provablyDisjoint(earlier.files, claimant.files),
    );
  });
}

/**
 * Whether files that were in the ledger are still seen from the same directory. Only a glob that is anchored there
 * (`nightly/*.json`) can tell the difference, and then match other files than it did.
 */
export function keepsClaims(was: Policy, is: Policy): boolean {
  if (!was.series.some(({ files }) => isRooted(files))) return true;
  return was.ledger.every((directory, held) => {
    const at = is.ledger.indexOf(directory);
    return (
      at >= 0 &&
      is.ledger.slice(0, at).every((other) => {
        const overlaps = isBelow(directory, other) || isBelow(other, directory);
        const stood = was.ledger.indexOf(other);
        return !overlaps || (stood >= 0 && stood < held);
      })
    );
  });
}
