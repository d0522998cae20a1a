/**
 * p-values adjusted for looking at several metrics, in the order given: Holm, "A Simple Sequentially Rejective
 * Multiple Test Procedure", 1979. Each is at least its own p and at most 1, and the chance of any false alarm stays
 * under the level whatever the dependence.
 * @throws RangeError where a p is outside [0, 1].
 */
export function holm(ps: readonly number[]): readonly number[] {
  const wrong = ps.find((p) => !(p >= 0 && p <= 1));
  if (wrong !== undefined) throw new RangeError(`a p-value is between 0 and 1, not ${wrong}`);
  const ascending = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(ps.length);
  let least = 0;
  ascending.forEach(({ p, index }, rank) => {
    least = Math.max(least, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
}
