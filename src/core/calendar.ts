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
