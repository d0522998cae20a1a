/** How far, relative to the larger of the two, a claim may be from its recomputation: what summing in another order moves. */
const RELATIVE = 1e-9;

/** Near 0 nothing is relative: 0.1 + 0.2 - 0.3 is 5e-17 and means 0. */
const ABSOLUTE = 1e-12;

/**
 * How near a claim in single precision is, relative to the recomputation, where it was summed in single precision too: as it
 * is (hardly any other double is one of single precision), and as it is printed.
 */
const SINGLE = 2 ** -17;
const PRINTED_SINGLE = 2 ** -21;

/** The decimals from which a rounding says what was measured, and the most that can be told from a double. */
const LEAST_PLACES = 2;
const MOST_PLACES = 12;

/**
 * How a claim follows from what its rows come to. `rounded` and `single` (precision) agree. `percent` and `truncated` are
 * slips that can be named. Anything else `differs`.
 */
export type Agreement =
  | { readonly kind: 'equal' | 'single' | 'percent' | 'differs' }
  | { readonly kind: 'rounded' | 'truncated'; readonly places: number };

/** The slips that are named and not accused. */
export type NotationSlip = Extract<Agreement['kind'], 'percent' | 'truncated'>;

/**
 * Compares a claim with its recomputation. It agrees within 1e-9, as its rounding to at least two decimals (or to the
 * `places` that a tool rounds to), or as its single-precision value. 0, 1 and 100 % say "none" and "all": they must be exact,
 * unless the tool says to how many places it rounds.
 */
export function agreementOf(claimed: number, recomputed: number, places?: number): Agreement {
  const noise = Math.max(RELATIVE * Math.max(Math.abs(claimed), Math.abs(recomputed)), ABSOLUTE);
  const isRounding = (value: number, at: number) =>
    isOnGrid(claimed, at) && Math.abs(claimed - value) <= 0.5 * 10 ** -at + noise;
  if (Math.abs(claimed - recomputed) <= noise) return { kind: 'equal' };
  if (places !== undefined && isRounding(recomputed, places)) return { kind: 'rounded', places };
  if (claimed === 0 || claimed === 1) return { kind: 'differs' };
  const rounded = placesUpwards(LEAST_PLACES).find((at) => isRounding(recomputed, at));
  if (rounded !== undefined) return { kind: 'rounded', places: rounded };
  if (Math.abs(claimed - recomputed) <= roomOfSingle(claimed) * Math.abs(recomputed))
    return { kind: 'single' };
  const share = recomputed > 0 && recomputed < 1 && claimed !== 100;
  const percent = 100 * recomputed;
  if (
    share &&
    (Math.abs(claimed - percent) <= noise || placesUpwards(0).some((at) => isRounding(percent, at)))
  )
    return { kind: 'percent' };
  const truncated = placesUpwards(LEAST_PLACES).find((at) => isTruncation(claimed, recomputed, at));
  return truncated === undefined ? { kind: 'differs' } : { kind: 'truncated', places: truncated };
}

/** Whether a claim agrees with its recomputation. */
export function agrees(claimed: number, recomputed: number, places?: number): boolean {
  const { kind } = agreementOf(claimed, recomputed, places);
  return kind === 'equal' || kind === 'rounded' || kind === 'single';
}

/** How an agreement is spelt behind "agree"; empty where both are equal. */
export function agreementText(agreement: Agreement): string {
  switch (agreement.kind) {
    case 'rounded':
    case 'truncated':
      return `${agreement.kind} to ${agreement.places} ${agreement.places === 1 ? 'decimal' : 'decimals'}`;
    case 'single':
      return 'in single precision';
    case 'percent':
      return 'in percent';
    case 'equal':
    case 'differs':
      return '';
  }
}

/** The decimals that numbers are written with, where all of them have so few; `null` where one has more. */
export function decimalsOf(values: readonly number[]): number | null {
  let most = 0;
  for (const value of values) {
    while (most <= MOST_PLACES && !isOnGrid(value, most)) most += 1;
    if (most > MOST_PLACES) return null;
  }
  return most;
}

function placesUpwards(from: number): readonly number[] {
  return Array.from({ length: MOST_PLACES + 1 - from }, (_, index) => from + index);
}

/** Whether a number is written with at most so many decimals. */
function isOnGrid(value: number, places: number): boolean {
  return Number(value.toFixed(places)) === value;
}

/** What summing in single precision can move a number that is of single precision, or printed with as few digits. */
function roomOfSingle(value: number): number {
  if (Math.fround(value) === value) return SINGLE;
  return Number(value.toPrecision(9)) === value ? PRINTED_SINGLE : 0;
}

function isTruncation(claimed: number, recomputed: number, places: number): boolean {
  const off = Math.sign(recomputed) * (recomputed - claimed);
  return isOnGrid(claimed, places) && claimed * recomputed > 0 && off > 0 && off < 10 ** -places;
}
