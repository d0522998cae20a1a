/** How far, relative to the larger of the two, a claim may be from its recomputation: what summing in another order moves. */
const RELATIVE = 1e-9;

/** Near 0 nothing is relative: 0.1 + 0.2 - 0.3 is 5e-17 and means 0. */
const ABSOLUTE = 1e-12;

/**
 * Whether a claim agrees with its recomputation: within 1e-9 relative, or within half a unit of the last of the decimal
 * `places` that a tool rounds to.
 */
export function agrees(claimed: number, recomputed: number, places?: number): boolean {
  const apart = Math.abs(claimed - recomputed);
  const noise = Math.max(RELATIVE * Math.max(Math.abs(claimed), Math.abs(recomputed)), ABSOLUTE);
  return apart <= noise + (places === undefined ? 0 : 0.5 * 10 ** -places);
}
