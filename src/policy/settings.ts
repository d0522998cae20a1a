import { isRooted, provablyDisjoint } from '../core/glob.ts';
import { isBelow } from '../core/path.ts';
import type { Bounds } from '../core/verdict.ts';
import { type JsonObject, type JsonValue, sortedKeys } from '../document/document.ts';
import {
  DEFAULT_SERIES,
  type Expectation,
  type JudgePolicy,
  type Policy,
  type Requirement,
  type SecretsPolicy,
  type Series,
  type Threshold,
} from './policy.ts';

/** A setting of the policy that guards less than before, or cannot be shown to guard as much. `null`: not set. */
export type Loosening = { readonly setting: string; readonly before: JsonValue; readonly after: JsonValue };

/** One thing as it was and as it is proposed. */
interface Pair<T> {
  readonly was: T;
  readonly is: T;
}

/** The policy, or series, that a setting belongs to: how strict it is can depend on other settings. */
interface InPolicy {
  readonly policy: Pair<Policy>;
}
interface InSeries extends InPolicy {
  readonly series: Pair<Series>;
}

/** In what a change of a setting guards less, or cannot be shown to guard as much. `place` is the setting's name. */
type Loosens<Value, Around> = (place: string, was: Value, is: Value, around: Around) => Iterable<Loosening>;

/** A setting that the table leaves out is a type error: nobody could then drop it unseen. */
type Settings<Whole, Around> = {
  readonly [Key in keyof Whole]-?: Loosens<Whole[Key], Around>;
};

interface PolicySetting<Value> {
  readonly loosens: Loosens<Value, InPolicy>;
  /** What counts where base has no policy: head's may add to the defaults, and makes nothing laxer. */
  readonly withoutBase: (defaults: Value, head: Value) => Value;
}

type PolicySettings = { readonly [Key in keyof Policy]: PolicySetting<Policy[Key]> };

const byDefault = <Value>(defaults: Value): Value => defaults;
const { grows, key, ignore, rows } = DEFAULT_SERIES;
const STAYS = { grows, key, ignore, rows };
const byHead = <Value>(_: Value, head: Value): Value => head;
/**
 * The items of both lists. Base's directories stay first: series see a path from the first directory that holds it,
 * and head must not alter that.
 */
export function union(first: readonly string[], second: readonly string[]): readonly string[] {
  return [...new Set([...first, ...second])];
}

/** Every setting of a judge's policy. */
export const JUDGE_SETTINGS: Settings<JudgePolicy, unknown> = {
  required: weakened<boolean>({ false: 0, true: 1 }),
  aliases: lostItems,
  family: weakened<JudgePolicy['family']>({ distinct: 0, same: 1 }),
  // A new route can make an unknown judge independent, and a lost one can hide that judge and model are the same.
  *routes(place, was, is) {
    for (const route of new Set([...Object.keys(was), ...Object.keys(is)])) {
      yield* differs(`${place}.${route}`, ownOf(was, route), ownOf(is, route));
    }
  },
};

/** Every setting of a requirement; its id is its name. */
export const REQUIREMENT_SETTINGS: Settings<Omit<Requirement, 'id'>, unknown> = {
  paths: lostItems,
  series: differs,
  enforce: weakened<boolean>({ false: 0, true: 1 }),
};

/** Every expectation of a run. Only more of it is stricter. */
export const EXPECT_SETTINGS: Settings<Expectation, unknown> = {
  cases: lowered,
  samples: lowered,
  seeds: (place, was, is) => lostItems(place, was.map(String), is.map(String)),
  *max_plausible(place, was, is) {
    for (const metric of Object.keys(was))
      yield* raised(`${place}.${metric}`, ownOf(was, metric), ownOf(is, metric));
  },
};

/** Every setting of a threshold; its metric is its name. */
export const THRESHOLD_SETTINGS: Settings<Omit<Threshold, 'metric'>, InSeries> = {
  min: lowered,
  max: raised,
  enforce: weakened<boolean>({ false: 0, true: 1 }),
  // Where neither sets its own, the policy's min_coverage says it once for all.
  min_coverage(place, own, nowOwn, { policy }) {
    const [before, after] = [own ?? policy.was.min_coverage, nowOwn ?? policy.is.min_coverage];
    return (own ?? nowOwn) !== null && lessCoverage(before, after) ? differs(place, before, after) : [];
  },
  min_n: (place, own, nowOwn, { series }) =>
    lowered(place, own ?? series.was.min_n, nowOwn ?? series.is.min_n),
  // The interval leaves open what the point decides, a miss as well as a pass: neither is the stricter of the two.
  rule: differs,
};

/** Every setting of a series; its id is its name. */
export const SERIES_SETTINGS: Settings<Omit<Series, 'id'>, InSeries> = {
  files: differs,
  // It is a demand, and by it the results of a series follow each other: another one can put another in place of the last.
  name: differs,
  format: (place, was, is) => differs(place, formatOf(was), formatOf(is)),
  columns: (place, was, is) => differs(place, columnsOf(was), columnsOf(is)),
  syntax: differs,
  // As a folder a landed result is read otherwise, and its other files are no records by themselves.
  folder: (place, was, is) => (was === 'grows' && is === 'whole' ? [] : differs(place, was, is)),
  // What may grow is not what stays as it is; and neither way of growing allows only what the other does.
  grows: (place, was, is) => (is === null ? [] : differs(place, was, is)),
  key: whereRowsStay(differs),
  ignore: whereRowsStay(gainedItems),
  rows: whereRowsStay(differs),
  // A pin takes results out of judgement: a new one can set aside the very run that missed.
  metrics_version: differs,
  dataset: (place, was, is) => differs(place, was && { ...was }, is && { ...is }),
  judge: differs,
  evidence: weakened<Series['evidence']>({ stated: 0, rows: 1 }),
  scripted: weakened<Series['scripted']>({ allow: 0, refuse: 1 }),
  parts: weakened<Series['parts']>({ allow: 0, refuse: 1 }),
  expect: (place, was, is) => each(EXPECT_SETTINGS, `${place}.`, { was, is }, undefined),
  regressed: weakened<Series['regressed']>({ note: 0, warning: 1, error: 2 }),
  headline: nothing,
  // The thresholds that set none of their own compare it.
  min_n: nothing,
  *thresholds(place, was, is, around) {
    for (const old of was) {
      const now = is.find(({ metric }) => metric === old.metric);
      const at = `${place}.${old.metric}`;
      if (now === undefined) yield { setting: at, before: shown(old), after: null };
      else yield* each(THRESHOLD_SETTINGS, `${at}.`, { was: old, is: now }, around);
    }
  },
  hard_fail: (place, was, is) => lostItems(place, was.map(canonical), is.map(canonical)),
  *inconclusive_when(place, was, is) {
    for (const old of was) {
      const now = is.find(({ metric }) => metric === old.metric);
      yield* relaxedBounds(`${place}.${old.metric}`, old, now ?? { min: null, max: null });
    }
  },
};

/** Every setting of the exceptions from the rules on secrets. */
export const SECRETS_SETTINGS: Settings<SecretsPolicy, unknown> = {
  allow: (place, was, is) => gainedItems(place, was.map(canonical), is.map(canonical)),
};

/** Every setting of a policy: how a change of it loosens, and what of it counts where base has no policy. */
export const POLICY_SETTINGS: PolicySettings = {
  ledger: {
    *loosens(place, was, is, { policy }) {
      const lost = was.filter((held) => !is.some((kept) => kept === held || isBelow(held, kept)));
      yield* lostItems(place, lost, []);
      if (lost.length === 0 && !keepsClaims(policy)) yield { setting: place, before: was, after: is };
    },
    withoutBase: union,
  },
  exempt: { loosens: gainedItems, withoutBase: byDefault },
  series: {
    *loosens(place, was, is, { policy }) {
      for (const old of was) {
        const now = is.find(({ id }) => id === old.id);
        const at = `${place}.${old.id}`;
        if (now === undefined) {
          yield { setting: at, before: old.files, after: null };
          continue;
        }
        const series = { was: old, is: now };
        yield* each(SERIES_SETTINGS, `${at}.`, series, { policy, series });
      }
      if (!keepsOrder(was, is)) {
        yield { setting: place, before: was.map(({ id }) => id), after: is.map(({ id }) => id) };
      }
    },
    // What base holds landed where nothing grew.
    withoutBase: (_, head) => head.map((series) => ({ ...series, ...STAYS })),
  },
  judge: {
    loosens: (place, was, is) => each(JUDGE_SETTINGS, `${place}.`, { was, is }, undefined),
    withoutBase: ({ family, routes }, head) => ({ ...head, family, routes }),
  },
  require: {
    *loosens(place, was, is, { policy }) {
      for (const old of was) {
        const now = is.find(({ id }) => id === old.id);
        const at = `${place}.${old.id}`;
        if (now === undefined) {
          yield { setting: at, before: old.paths, after: null };
          continue;
        }
        yield* each(REQUIREMENT_SETTINGS, `${at}.`, { was: old, is: now }, undefined);
        // Without a threshold every metric decides; with the first one, those that have one.
        const [all, some] = [decidingIn(policy.was, old), decidingIn(policy.is, old)];
        if (all.length === 0 && some.length > 0)
          yield { setting: `${at}.metrics`, before: 'all', after: some };
      }
    },
    withoutBase: byHead,
  },
  min_coverage: {
    loosens: (place, was, is) => (lessCoverage(was, is) ? differs(place, was, is) : []),
    withoutBase: byDefault,
  },
  citations: { loosens: lostItems, withoutBase: byHead },
  // Neither way is stricter: a higher limit lets in records that were refused for their size, and a lower one leaves
  // records that no series claims unread, with a note where there was a verdict.
  max_bytes: { loosens: differs, withoutBase: byDefault },
  portable: { loosens: weakened<boolean>({ false: 0, true: 1 }), withoutBase: byHead },
  protect: { loosens: lostItems, withoutBase: byHead },
  secrets: {
    loosens: (place, was, is) => each(SECRETS_SETTINGS, `${place}.`, { was, is }, undefined),
    withoutBase: byDefault,
  },
};

/** The loosenings in a change from one policy to another. */
export function loosened(was: Policy, is: Policy): Generator<Loosening> {
  const settings = Object.fromEntries(
    Object.entries(POLICY_SETTINGS).map(([key, { loosens }]) => [key, loosens]),
  ) as unknown as Settings<Policy, InPolicy>;
  return each(settings, '', { was, is }, { policy: { was, is } });
}

/** The policy that counts where base has none: the defaults, with what head's may add to them. */
export function withoutBase(defaults: Policy, head: Policy): Policy {
  const combined = <Key extends keyof Policy>(key: Key): Policy[Key] =>
    POLICY_SETTINGS[key].withoutBase(defaults[key], head[key]);
  return Object.fromEntries(
    (Object.keys(POLICY_SETTINGS) as (keyof Policy)[]).map((key) => [key, combined(key)]),
  ) as unknown as Policy;
}

/** What the settings of one thing loosen. */
function* each<Whole extends object, Around>(
  settings: Settings<Whole, Around>,
  prefix: string,
  { was, is }: Pair<Whole>,
  around: Around,
): Generator<Loosening> {
  for (const key of Object.keys(settings) as (keyof Whole & string)[]) {
    yield* settings[key](`${prefix}${key}`, was[key], is[key], around);
  }
}

function decidingIn({ series }: Policy, requirement: Requirement): readonly string[] {
  return (series.find(({ id }) => id === requirement.series)?.thresholds ?? []).map(({ metric }) => metric);
}

/** For a setting of a table that grew by rows before: turning growth on or off is said by `grows` alone. */
function whereRowsStay<Value>(loosens: Loosens<Value, InSeries>): Loosens<Value, InSeries> {
  return (place, was, is, around) =>
    around.series.was.grows === 'rows' && around.series.is.grows === 'rows'
      ? loosens(place, was, is, around)
      : [];
}

function nothing(): readonly Loosening[] {
  return [];
}

function differs(place: string, was: JsonValue, is: JsonValue): readonly Loosening[] {
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ setting: place, before: was, after: is }];
}

/** For a setting with few values: how strict each of them is. */
function weakened<Value extends string | boolean>(strength: Readonly<Record<`${Value}`, number>>) {
  return (place: string, was: Value, is: Value): readonly Loosening[] =>
    strength[`${is}`] < strength[`${was}`] ? [{ setting: place, before: was, after: is }] : [];
}

/** For a least value: a lower one, or none, lets more through. */
function lowered(place: string, was: number | null, is: number | null): readonly Loosening[] {
  return was !== null && (is === null || is < was) ? [{ setting: place, before: was, after: is }] : [];
}

/** For a greatest value. */
function raised(place: string, was: number | null, is: number | null): readonly Loosening[] {
  return was !== null && (is === null || is > was) ? [{ setting: place, before: was, after: is }] : [];
}

/** The bounds that let more through than before. */
function* relaxedBounds(place: string, was: Bounds, is: Bounds): Generator<Loosening> {
  yield* lowered(`${place}.min`, was.min, is.min);
  yield* raised(`${place}.max`, was.max, is.max);
}

/**
 * Whether a coverage setting guards less, or not provably as much. Only a higher share is stricter: a share where none
 * was set lets thresholds be met by part of the cases, and none where one was set warns of nothing.
 */
function lessCoverage(was: number | null, is: number | null): boolean {
  return was !== is && (was === null || is === null || is < was);
}

/** One loosening for each item of a list that is gone. */
function lostItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[] {
  const kept = new Set(is);
  return was.filter((item) => !kept.has(item)).map((item) => ({ setting, before: item, after: null }));
}

/** One loosening for each item of a list that is new. */
function gainedItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[] {
  return lostItems(setting, is, was).map(({ before }) => ({ setting, before: null, after: before }));
}

function ownOf<Value>(values: Readonly<Record<string, Value>>, key: string): Value | null {
  return Object.hasOwn(values, key) ? (values[key] ?? null) : null;
}

function shown({ min, max, enforce }: Threshold): JsonValue {
  return {
    ...(min === null ? {} : { min }),
    ...(max === null ? {} : { max }),
    ...(enforce ? { enforce } : {}),
  };
}

/** The whole of it as text: two are the same only where every part of them is. */
function canonical(item: object): string {
  return JSON.stringify(sortedKeys({ ...item }));
}

function formatOf(format: Series['format']): JsonValue {
  return 'reader' in format ? format.reader : sortedKeys({ ...format.mapping } as JsonObject);
}

function columnsOf(columns: Series['columns']): JsonValue {
  return columns === undefined ? null : sortedKeys({ ...columns, metrics: { ...columns.metrics } });
}

/** Whether no series can take a file from one that stood before it: the first that matches a file claims it. */
function keepsOrder(was: readonly Series[], is: readonly Series[]): boolean {
  const stood = new Map(was.map(({ id }, index) => [id, index]));
  const budget = { steps: 1_000_000 };
  return is.every((claimant, index) => {
    const held = stood.get(claimant.id);
    // A new series had nothing that could be taken from it.
    if (held === undefined) return true;
    return is.every(
      (earlier, at) =>
        at >= index ||
        (stood.get(earlier.id) ?? Number.POSITIVE_INFINITY) < held ||
        provablyDisjoint(earlier.files, claimant.files, budget),
    );
  });
}

/**
 * Whether files that were in the ledger are still seen from the same directory. Only a glob that is anchored there
 * (`nightly/*.json`) can tell the difference, and then match other files than it did.
 */
function keepsClaims({ was, is }: Pair<Policy>): boolean {
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
