import { isDate, isTime, momentOf } from '../calendar.ts';
import { sha256 } from '../digest.ts';
import { usageError } from '../error.ts';
import { type NamePattern, renderName } from '../name-pattern.ts';
import { foldPath } from '../path.ts';
import type { Reading, RunIdentity } from '../reading.ts';

/** A run that has no number yet. */
export type Unnumbered = Omit<RunIdentity, 'run'>;

/** What the user says of the run; it goes before what the file says. */
export type GivenIdentity = {
  readonly [part in 'suite' | 'date' | 'routing' | 'variant']?: string | null | undefined;
};

/** The identity that a new record gets, what of it nobody stated, and which texts of the file do not fit a name. */
interface ChosenIdentity {
  readonly identity: Unnumbered;
  readonly assumed: readonly string[];
  readonly refitted: readonly string[];
}

/** When a run was that says nothing of it itself. */
export interface Moment {
  /** A UTC day. */
  readonly date: string;
  /** The instant (RFC 3339, UTC), where it is known that closely. */
  readonly generated_at: string | null;
  /** How the day is known, as the end of a sentence; empty where it is today. */
  readonly by: string;
}

/**
 * What of the identity that a user gives does not fit a file name. It is refused and not made fit: two texts would
 * become one name, and the user would look for the one that was given.
 */
export function demandNames({ suite, routing, variant, date = null }: GivenIdentity): void {
  for (const [what, text = null] of Object.entries({ suite, routing, variant })) {
    if (text === null || slug(text) === text) continue;
    const near = slug(text) ?? fitted(text);
    throw usageError(
      `The ${what} ${JSON.stringify(text)} does not fit a file name, so nothing was recorded. A name is ${NAME_WORDS}.`,
      near === null ? `Leave the ${what} out, or give it a name.` : `Name it ${near}, or otherwise.`,
    );
  }
  if (date === null || isDate(date)) return;
  throw usageError(
    `The date ${JSON.stringify(date)} is no day of the calendar, so nothing was recorded.`,
    'Give the UTC day of the run as YYYY-MM-DD, such as 2026-09-28.',
  );
}

/** The UTC day of a run as the user or the file says it; `null` where neither does. */
export function statedDay(given: GivenIdentity, { run }: Reading): string | null {
  return given.date ?? (run.date !== null && isDate(run.date) ? run.date : null) ?? utcDay(instantOf(run));
}

/**
 * The run that a reading is of: what the user says, else what the file says, else the usual words. Texts of the file
 * are made fit for file names, and it is said which. `moment` is when the run was where neither user nor file says it.
 */
export function chooseIdentity(given: GivenIdentity, reading: Reading, moment: Moment): ChosenIdentity {
  const { run } = reading;
  const assumed: string[] = [];
  const refitted: string[] = [];
  const named = (what: string, text: string | null): string | null => {
    const made = text === null ? null : fitted(text);
    if (made !== null && made !== text) {
      refitted.push(`${JSON.stringify(text)} does not fit a file name: the ${what} is ${made}`);
    }
    return made;
  };
  const or = (value: string | null, otherwise: string, what: string, by = ''): string => {
    if (value === null) assumed.push(`${what} ${otherwise}${by}`);
    return value ?? otherwise;
  };
  const arm = reading.arm === 'baseline' || reading.arm === 'candidate' ? null : reading.arm;
  const instant = instantOf(run);
  const stated = statedDay(given, reading);
  const routing = given.routing ?? named('routing', run.routing);
  return {
    identity: {
      suite: or(given.suite ?? named('suite', run.suite), 'eval', 'suite'),
      date: or(stated, moment.date, 'date', moment.by),
      routing: routing ?? or(null, named('routing', onlyModel(reading)) ?? 'default', 'routing'),
      variant: given.variant ?? named('variant', run.variant) ?? named('variant', arm),
      generated_at: instant ?? (stated === null ? moment.generated_at : null),
    },
    assumed,
    refitted,
  };
}

/** The model, where the run evaluated one alone, without its provider. */
function onlyModel({ models }: Reading): string | null {
  const routes = new Set(models.values());
  const [route] = routes;
  return routes.size === 1 && route !== undefined ? route.replace(/^[^:]*:/, '') : null;
}

/** A time without a zone names another moment on every machine, and another day on some: it counts for none. */
function instantOf({ generated_at }: Reading['run']): string | null {
  return generated_at !== null && isTime(generated_at) ? generated_at : null;
}

/** What two clocks may differ by, in seconds. */
const SKEW = 300;

/** Whether a run is older than an instant (seconds since 1970), so that what was committed then is not what ran. */
export function ranBefore({ date, generated_at }: Unnumbered, instant: number): boolean {
  if (generated_at !== null) return secondsOf(generated_at) + SKEW < instant;
  return date !== null && date < new Date(instant * 1000).toISOString().slice(0, 10);
}

function secondsOf(instant: string): number {
  return (momentOf(instant) ?? Number.NaN) / 1000;
}

/** The UTC day of an instant, whatever zone it is written in. */
function utcDay(instant: string | null): string | null {
  return instant === null ? null : new Date(secondsOf(instant) * 1000).toISOString().slice(0, 10);
}

/**
 * The next free number of a run, and the file name that it gives: one more than the highest that is taken, so that the number of a lost record is not
 * given again. `taken` holds names as {@link foldPath} folds them: no two names may differ by case alone. `null` where
 * the pattern cannot name the run, or has no number and the one name that it gives is taken.
 */
export function nextName(
  pattern: NamePattern,
  identity: Unnumbered,
  taken: ReadonlySet<string>,
): { readonly run: number; readonly name: string } | null {
  const name = (run: number) => renderName(pattern, { ...identity, run });
  if (name(1) === null) return null;
  for (let run = highest(pattern, identity, taken) + 1; ; run += 1) {
    const candidate = name(run)!;
    if (!taken.has(foldPath(candidate))) return { run, name: candidate };
    if (candidate === name(run + 1)) return null;
  }
}

/** The names of the runs before the next one, the newest first, at most `most` of them. */
export function namesBefore(
  pattern: NamePattern,
  identity: Unnumbered,
  taken: ReadonlySet<string>,
  most: number,
): readonly string[] {
  const newest = highest(pattern, identity, taken);
  const runs = Array.from({ length: Math.min(newest, most) }, (_, back) => newest - back);
  return runs
    .map((run) => renderName(pattern, { ...identity, run }))
    .filter((name): name is string => name !== null && taken.has(foldPath(name)));
}

/** The highest number among the taken names of this run, 0 where there is none. */
function highest(pattern: NamePattern, identity: Unnumbered, taken: ReadonlySet<string>): number {
  const [before, after] = aroundNumber(pattern, identity);
  if (after === undefined || before === undefined) return 0;
  const numbers = Array.from(taken, (name) => {
    if (name.length <= before.length + after.length || !name.startsWith(before) || !name.endsWith(after))
      return 0;
    const digits = name.slice(before.length, name.length - after.length);
    return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : 0;
  });
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

const MARK = 987_654_321_987;

/** What stands before and after the number in a folded name. */
function aroundNumber(pattern: NamePattern, identity: Unnumbered): readonly (string | undefined)[] {
  const marked = renderName(pattern, { ...identity, run: MARK });
  return marked === null ? [] : foldPath(marked).split(String(MARK));
}

/** Device names of Windows, which no file there can have. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** More than this makes file names that some systems cannot store once path and other parts are added. */
const LONGEST = 60;

/** What a part of a name may be, for people. */
const NAME_WORDS = `1 to ${LONGEST} of the characters A-Z a-z 0-9 . _ -, with a letter, a digit or _ at either end`;

/**
 * A text as a part of a file name that every system can store: letters, digits, dot, underscore and hyphen. Anything
 * between becomes one hyphen; accents are dropped. `null` where nothing is left.
 */
export function slug(text: string): string | null {
  return trimmed(hyphenated(text).slice(0, LONGEST));
}

/** Digits of a digest that keep two names apart. */
const DIGEST = 8;

/**
 * A text from a file as a part of a file name. Two texts that begin alike, or that hold no letter a name can have, stay
 * apart by a digest. `null` where there is no text.
 */
export function fitted(text: string): string | null {
  const whole = hyphenated(text);
  const digest = sha256(text).slice(0, DIGEST);
  const made = slug(text);
  if (made === null) return text.trim() === '' ? null : `name-${digest}`;
  return whole.length <= LONGEST ? made : `${trimmed(whole.slice(0, LONGEST - DIGEST - 2))}-${digest}`;
}

function hyphenated(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '');
}

function trimmed(text: string): string | null {
  const plain = text.replace(/[-.]+$/, '');
  if (plain === '') return null;
  return RESERVED.test(plain) ? `_${plain}` : plain;
}
