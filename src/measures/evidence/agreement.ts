import { type Agreement, agreementOf, decimalsOf } from '../../core/agreement.ts';
import type { Claim } from '../../core/reading.ts';
import { measuredValues, samplesByCase } from '../observation.ts';
import type { Computed } from './computed.ts';
import { compute } from './computed.ts';
import type { Observed } from './observed.ts';
import type { Plan } from './plan.ts';
import { statedValue } from './row-value.ts';

type Carried = Exclude<Plan, { readonly kind: 'none' }>;
type Values = Extract<Carried, { readonly kind: 'values' }>;

/** Rows that are rounded to fewer decimals say too little for a claim to be off by their rounding. */
const LEAST_DECIMALS = 3;

/**
 * How a claim follows from its rows; `null` where it or they come to nothing. Rows that state rounded scores beside their
 * evidence were averaged as they stand, or before they were rounded: either is right.
 */
export function agreementWithRows(
  { value, places }: Claim,
  plan: Carried,
  observed: Observed,
  computed: Computed,
): Agreement | null {
  const own = computed.value.value;
  if (value === null || own === null) return null;
  const agreement = agreementOf(value, own, places);
  if (plan.kind !== 'values' || agreement.kind === 'equal' || agreement.kind === 'rounded') return agreement;
  const { source } = plan;
  const stated =
    source.kind === 'pass_if' || observed.contradictions.length > 0
      ? observed.observations
      : observed.observations.map((observation, index) => {
          const said = statedValue(observed.rows[index]!, source.score).value;
          return observation.value === null || said === null
            ? observation
            : { case: observation.case, value: said };
        });
  const asStated = compute(plan, { ...observed, observations: stated }, stated, () => null).value.value;
  const other = asStated === null ? agreement : agreementOf(value, asStated, places);
  if (other.kind === 'equal' || other.kind === 'rounded') return other;
  const room = roomOfRounding(plan, stated);
  if (room === 0 || asStated === null || value === 0 || value === 1) return agreement;
  const at = decimalsOf([value]);
  const last = at === null || at < 2 ? 0 : 0.5 * 10 ** -at;
  return Math.abs(value - asStated) <= room + last ? { kind: 'rounded', places: at ?? 2 } : agreement;
}

/**
 * How far a mean or a sum of rounded rows can be from that of the unrounded ones: half a unit of their last decimal each,
 * and over many rows four standard errors of such errors (a unit by the root of 12).
 */
function roomOfRounding({ how }: Values, observations: Observed['observations']): number {
  if (how.aggregate !== 'mean' && how.aggregate !== 'sum') return 0;
  const decimals = decimalsOf(measuredValues(observations));
  if (decimals === null || decimals < LEAST_DECIMALS) return 0;
  const cases = samplesByCase(observations).filter(({ values }) => values.length > 0).length;
  const each = Math.min(0.5, 4 / Math.sqrt(12 * cases)) * 10 ** -decimals;
  return how.aggregate === 'sum' ? each * measuredValues(observations).length : each;
}
