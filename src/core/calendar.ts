const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a day of the Gregorian calendar, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** The one day that a name holds as `YYYY-MM-DD`; `null` where it holds none, or several. */
export function dateIn(name: string): string | null {
  const days = new Set((name.match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g) ?? []).filter(isDate));
  return days.size === 1 ? [...days][0]! : null;
}

const DAY = 86_400_000;

/** The moment that an RFC 3339 text names (milliseconds since 1970), a leap second as the one before it; `null` for none. */
export function momentOf(time: string): number | null {
  if (!isTime(time)) return null;
  return Date.parse(time.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'));
}

/** The UTC day after a moment (seconds since 1970): the last day that a run committed then can be dated. */
export function dayAfter(seconds: number): string {
  return new Date(seconds * 1000 + DAY).toISOString().slice(0, 10);
}

/** Days from one `YYYY-MM-DD` to another, negative where the second is the earlier; `null` where either is no day. */
export function daysBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null || !isDate(from) || !isDate(to)) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/**
 * Whether a text is a moment after RFC 3339: `T` between date and time, and a zone. A time without a zone
 * would name another moment on every machine. A leap second (`:60`) is allowed.
 */
export function isTime(text: string): boolean {
  const parts = TIME.exec(text);
  if (parts === null || !isDate(parts[1]!)) return false;
  const [hour, minute, second] = [Number(parts[2]), Number(parts[3]), Number(parts[4])];
  const [zoneHour, zoneMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  return hour <= 23 && minute <= 59 && second <= 60 && zoneHour <= 23 && zoneMinute <= 59;
}
