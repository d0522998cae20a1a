/** The moment of a Unix time in seconds, or `null` where it is out of the calendar's range. */
export function instantOf(seconds: number): string | null {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || seconds < 0
    ? null
    : time.toISOString();
}
