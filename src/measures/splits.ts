/**
 * The rows of each group, sorted by the group's name: a headline by category or provenance is the same aggregation on
 * each of them. Rows without a group (null) are in none.
 */
export function splitBy<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string | null,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = groupOf(row);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
