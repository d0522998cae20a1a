/** Numbers with fewer digits than this stand in any text by chance. */
const DIGITS = 3;

/** Whether a text states one of the values, as a decimal (0.934) or in percent (93.4 %), rounded as it prints them. */
export function statesAny(text: string, values: readonly number[]): boolean {
  for (const [, printed = '', percent] of text.matchAll(/(?<![\w.])(\d{1,3}\.\d+)(\s?%)?(?![\w.]*\d)/g)) {
    const places = printed.split('.')[1]?.length ?? 0;
    if (printed.replace(/^0?\.0*|\./g, '').length < DIGITS) continue;
    const shown = (value: number) => (percent === undefined ? value : value * 100).toFixed(places);
    if (values.some((value) => shown(value) === printed)) return true;
  }
  return false;
}
