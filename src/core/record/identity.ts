import { isDate, isTime } from '../calendar.ts';
import type { Reading } from '../reading.ts';
import type { Unnumbered } from './run-number.ts';
import { slug } from './slug.ts';

/** What the user says of the run; it goes before what the file says. */
export interface GivenIdentity {
  readonly suite: string | null;
  readonly date: string | null;
  readonly routing: string | null;
  readonly variant: string | null;
}

/** The identity that a new record gets, and what of it nobody stated. */
export interface ChosenIdentity {
  readonly identity: Unnumbered;
  readonly assumed: readonly string[];
}

/**
 * The run that a reading is of: what the user says, else what the file says, else the usual words. Parts become fit for
 * file names. The date is the UTC day of the run; where neither user nor file knows it, that of `now` (RFC 3339, UTC).
 */
export function chooseIdentity(given: GivenIdentity, reading: Reading, now: string): ChosenIdentity {
  const { run } = reading;
  const assumed: string[] = [];
  const or = (value: string | null, otherwise: string, what: string): string => {
    if (value === null) assumed.push(`${what} ${otherwise}`);
    return value ?? otherwise;
  };
  const arm = reading.arm === 'baseline' || reading.arm === 'candidate' ? null : reading.arm;
  // A time without a zone names another moment on every machine, and another day on some.
  const instant = run.generated_at !== null && isTime(run.generated_at) ? run.generated_at : null;
  const stated = given.date ?? (run.date !== null && isDate(run.date) ? run.date : null) ?? utcDay(instant);
  return {
    identity: {
      suite: or(part(given.suite, run.suite), 'eval', 'suite'),
      date: or(stated, now.slice(0, 10), 'date'),
      routing: or(part(given.routing, run.routing), onlyModel(reading) ?? 'default', 'routing'),
      variant: part(given.variant, run.variant, arm),
      generated_at: instant ?? (stated === null ? now : null),
    },
    assumed,
  };
}

/** The first of the texts from which a part of a file name can be made. */
function part(...texts: readonly (string | null)[]): string | null {
  for (const text of texts) {
    const made = text === null ? null : slug(text);
    if (made !== null) return made;
  }
  return null;
}

/** The model, where the run evaluated one alone. */
function onlyModel({ models }: Reading): string | null {
  const routes = new Set(models.values());
  const [route] = routes;
  return routes.size === 1 && route !== undefined ? slug(route.replace(/^[^:]*:/, '')) : null;
}

/** What two clocks may differ by, in seconds. */
const SKEW = 300;

/** Whether a run is older than an instant (seconds since 1970), so that what was committed then is not what ran. */
export function ranBefore({ date, generated_at }: Unnumbered, instant: number): boolean {
  if (generated_at !== null) return secondsOf(generated_at) + SKEW < instant;
  return date !== null && date < new Date(instant * 1000).toISOString().slice(0, 10);
}

function secondsOf(instant: string): number {
  return Date.parse(instant.replace(/:60(?=\D)/, ':59')) / 1000;
}

/** The UTC day of an instant, whatever zone it is written in. */
function utcDay(instant: string | null): string | null {
  return instant === null ? null : new Date(secondsOf(instant) * 1000).toISOString().slice(0, 10);
}
