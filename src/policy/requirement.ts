import type { Comparison, MetricComparison } from '../core/comparison.ts';
import type { Path } from '../core/path.ts';
import type { Requirement } from './policy.ts';

/** Whether a result was measured on the code that head holds. */
export type Freshness =
  | { readonly kind: 'fresh' }
  /** Paths that the requirement names and that differ between the measured tree and head. */
  | { readonly kind: 'stale'; readonly paths: readonly Path[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** A result that the range adds to the series that a requirement asks for. */
export interface OfferedResult {
  readonly path: Path;
  readonly freshness: Freshness;
  /** Its comparison with the last run; `null` where base holds none that is comparable. */
  readonly comparison: Comparison | null;
  /** The reason why the result was not measured; `null` where it was. */
  readonly unmeasured: string | null;
}

/** A requirement of the policy in a range that touches its paths, with the results offered for it. */
export interface RequirementFacts extends Pick<Requirement, 'id' | 'series' | 'enforce'> {
  /** Paths of the requirement that the range touches. */
  readonly touched: readonly Path[];
  readonly offered: readonly OfferedResult[];
  /** Metrics that decide: those with a threshold, or all where there is none. */
  readonly metrics: readonly string[];
}

/** The verdict on a requirement: the best of the results that are offered, since one good one is enough. */
export type RequirementVerdict =
  | { readonly kind: 'met' }
  | { readonly kind: 'missed'; readonly path: Path; readonly regressed: readonly string[] }
  | { readonly kind: 'unmeasured'; readonly why: string };

/**
 * Judges a requirement. A regression is never hidden, neither by another result of the same change nor by other
 * metrics of the same result: they say nothing of a metric that changed its meaning or lost its value.
 */
export function judgeRequirement({ offered, metrics, series }: RequirementFacts): RequirementVerdict {
  const deciding = ({ comparison }: OfferedResult) =>
    (comparison?.metrics ?? []).filter(({ name }) => metrics.length === 0 || metrics.includes(name));
  const usable = offered.filter(
    ({ freshness, unmeasured }) => freshness.kind === 'fresh' && unmeasured === null,
  );
  for (const one of usable) {
    const regressed = deciding(one).filter(({ verdict }) => verdict === 'regressed');
    if (regressed.length > 0)
      return { kind: 'missed', path: one.path, regressed: regressed.map(({ name }) => name) };
  }
  const telling = usable.filter((one) =>
    deciding(one).some(({ verdict }) => verdict === 'improved' || verdict === 'no_difference'),
  );
  if (telling.some((one) => !deciding(one).some(isOpen))) return { kind: 'met' };
  const [first] = telling;
  const why = first === undefined ? whyNot(offered, usable, series) : whyOpen(first, deciding(first));
  return { kind: 'unmeasured', why };
}

/** Whether a metric that base has could be better or worse, and something other than chance leaves that open. */
function isOpen({ verdict, base, direction, decides }: MetricComparison): boolean {
  const lost = verdict === 'incomparable' || verdict === 'unmeasured';
  return lost && decides && base !== null && direction !== null;
}

function whyOpen({ path }: OfferedResult, metrics: readonly MetricComparison[]): string {
  const open = metrics
    .filter(isOpen)
    .map(({ name, reason }) => `${name} (${reason ?? 'no reason is stated'})`);
  return `${path} does not tell of ${open.join(', ')}`;
}

function whyNot(offered: readonly OfferedResult[], usable: readonly OfferedResult[], series: string): string {
  if (offered.length === 0) return `it adds no result of the series ${series}`;
  const first = offered[0]!;
  if (usable.length === 0) {
    if (first.unmeasured !== null) return `${first.path} was not measured: ${first.unmeasured}`;
    if (first.freshness.kind === 'unknown')
      return `it is not known on which code ${first.path} was measured: ${first.freshness.why}`;
    return `${first.path} was measured on other code`;
  }
  const { path, comparison } = usable[0]!;
  if (comparison === null)
    return `base holds no earlier result of the series that ${path} can be compared with`;
  if (!comparison.comparable) {
    return `${path} is not comparable to ${comparison.base.path}: ${comparison.reasons.map(({ key }) => key).join(', ')}`;
  }
  return `too few cases of ${path} differ from ${comparison.base.path} to tell`;
}
