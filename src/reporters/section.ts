import type { Paint } from './paint.ts';

/** Rows of thresholds, results and reasons that a person still reads. */
const MOST_ROWS = 50;

/** A heading with the lines of what stands under it; nothing where there is nothing. */
export function section<Item>(
  title: string,
  paint: Paint,
  items: readonly Item[],
  linesOf: (shown: readonly Item[]) => readonly string[],
): string[] {
  return items.length === 0 ? [] : [paint('heading', title), ...capped(items, linesOf)];
}

/** The lines of the first items, and how many were left out; those are not put into words at all. */
export function capped<Item>(
  items: readonly Item[],
  linesOf: (shown: readonly Item[]) => readonly string[],
): string[] {
  const left = items.length - MOST_ROWS;
  const lines = linesOf(items.slice(0, MOST_ROWS));
  return left <= 0 ? [...lines] : [...lines, `  … and ${left} more: --format json has all.`];
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
