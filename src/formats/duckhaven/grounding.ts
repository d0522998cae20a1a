import type { Row } from '../../core/reading.ts';

/** The least that a score must be for a sample to pass, on the scale of 1 to 5. */
const PASSING = 4;

/** Which cases are grounded; a case that is not in the map may be either. */
export type Grounding = ReadonlyMap<string, boolean>;

/**
 * Which cases name documentation, so that faithfulness is asked of them. The report counts them and does not name
 * them, but what it says can leave one possibility: a sample that passed although it is not faithful is of a case
 * without documentation, one that failed although it is relevant is of a case with it, and once as many are known as
 * the report counts, the others are of the other kind.
 */
export function deduceGrounding(
  rows: readonly Row[],
  grounded: number | null,
  ungrounded: number | null,
): Grounding {
  const known = new Map<string, boolean>();
  for (const row of rows) {
    const stated = row.scores.get('grounded');
    const said = typeof stated === 'boolean' ? stated : saysSample(row);
    if (said !== null) known.set(row.id, said);
  }
  const cases = [...new Set(rows.map(({ id }) => id))];
  const count = (kind: boolean) => [...known.values()].filter((each) => each === kind).length;
  if (grounded !== null && ungrounded !== null && grounded + ungrounded === cases.length) {
    const rest = count(true) === grounded ? false : count(false) === ungrounded ? true : null;
    if (rest !== null) for (const id of cases) if (!known.has(id)) known.set(id, rest);
  }
  return known;
}

function saysSample({ scores }: Row): boolean | null {
  const [faithful, relevant, passed] = ['faithfulness', 'relevancy', 'passed'].map((name) =>
    scores.get(name),
  );
  if (typeof faithful !== 'number' || typeof relevant !== 'number') return null;
  if (passed === true && faithful < PASSING) return false;
  return passed === false && relevant >= PASSING ? true : null;
}
