import { isDate, isTime, momentOf } from '../calendar.ts';
import { EvalguardError } from '../error.ts';
import type { Reading } from '../reading.ts';
import type { Unnumbered } from './run-number.ts';
import { fitted, NAME_WORDS, slug } from './slug.ts';

/** What the user says of the run; it goes before what the file says. */
export interface GivenIdentity {
  readonly suite: string | null;
  readonly date: string | null;
  readonly routing: string | null;
  readonly variant: string | null;
}

/** The identity that a new record gets, what of it nobody stated, and which texts of the file do not fit a name. */
export interface ChosenIdentity {
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
export function demandNames({ suite, routing, variant, date }: GivenIdentity): void {
  for (const [what, text] of Object.entries({ suite, routing, variant })) {
    if (text === null || slug(text) === text) continue;
    const near = slug(text) ?? fitted(text);
    throw new EvalguardError(
      'usage',
      `The ${what} ${JSON.stringify(text)} does not fit a file name, so nothing was recorded. A name is ${NAME_WORDS}.`,
      near === null ? `Leave the ${what} out, or give it a name.` : `Name it ${near}, or otherwise.`,
    );
  }
  if (date === null || isDate(date)) return;
  throw new EvalguardError(
    'usage',
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
