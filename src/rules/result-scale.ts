import { aggregateNamed } from '../core/definition.ts';
import { boundOffScale, type JudgedMetric } from '../core/judged-metric.ts';
import { groupBy } from '../core/maps.ts';
import { formatNumber } from '../core/quantity.ts';
import type { Claim, Definition, Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { Bounds } from '../core/verdict.ts';
import type { JsonValue } from '../document/document.ts';
import { judgedMetrics } from '../measures/evidence/metrics.ts';
import { isRowMeasure } from '../measures/row-measures.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  /**
   * A share above 1, a share with a bound above 1, a value and a bound of which one looks like percent, a bound outside the
   * declared scale, or a share that is rounded to less than two decimals.
   */
  readonly problem:
    | 'share-above-one'
    | 'bound-above-one'
    | 'percent-and-fraction'
    | 'bound-off-scale'
    | 'few-places';
  readonly metric: string;
  readonly arm: string | null;
  readonly value: number | null;
  readonly bound: number | null;
  readonly stated_in: 'policy' | 'result' | null;
  /** The declared scale, where a bound lies outside. */
  readonly low?: number;
  readonly high?: number;
}

/** A name that ends in a unit has stated its scale. */
const UNIT_IN_NAME = /_(?:s|ms|secs?|seconds|minutes|usd|eur|tokens|bytes|count)$/i;

export const resultScale = defineRule({
  id: 'result/scale',
  severity: 'warning',
  title: 'A value or a bound looks as if it were on another scale: percent beside fraction.',
  why: 'A rate of 87.2 meets every bar that was meant for 0.872, and a bar of 95 fails every rate there is. Percent and fraction are never guessed and never converted.',
  advice:
    'Write rates as fractions from 0 to 1. A metric on another scale says so in its definition, by "unit".',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      const bars = barsByMetric(record, reading);
      const metrics = new Map(judgedMetrics(reading).map((metric) => [metric.name, metric]));
      for (const claim of reading.claims) {
        const mine = bars.get(claim.name) ?? [];
        const found = [
          wrongScale(reading, claim, mine) ?? offScale(reading, claim, metrics.get(claim.name), mine),
          fewPlaces(reading, claim),
        ];
        for (const data of found) if (data !== null) yield { ...placeIn(record, claim.pointer), data };
      }
    }
  },
  message: ({ problem, metric, arm, value, bound, stated_in, low, high }) => {
    const of = arm === null ? metric : `${metric} (${arm})`;
    const by = stated_in === 'policy' ? 'the policy' : 'the result';
    const [is, at] = [spell(value), spell(bound)];
    switch (problem) {
      case 'share-above-one':
        return `${of} is ${is}, but it is a share and a share is at most 1. It may be percent; evalguard does not convert, so it meets every bar that is meant for a fraction.`;
      case 'bound-above-one':
        return `${by} holds ${of} against ${at}, but it is a share and a share is at most 1. The bar may be percent; evalguard does not convert, so the bar says nothing.`;
      case 'percent-and-fraction':
        return `${of} is ${is}, and ${by} holds it against ${at}: one may be percent and the other a fraction. evalguard does not convert, so the verdict may say nothing.`;
      case 'bound-off-scale':
        return `${by} has a threshold of ${at} for ${of}, which lies on a scale of ${low} to ${high}. It is always met there, or always missed, so it decides nothing.`;
      case 'few-places':
        return `${of} is a share that is rounded to ${at} decimals, so that it can hardly be anything but 0 or 1. What the rows come to counts.`;
    }
  },
  remedy: ({ problem, stated_in }) =>
    problem === 'few-places'
      ? 'Round a share to two decimals or more ("places"), or not at all.'
      : problem === 'bound-off-scale'
        ? 'Set the threshold on the scale of the metric, or correct the scale that the result declares. The policy is changed in a change of its own.'
        : stated_in === 'policy'
          ? 'Write both as fractions; or, if the scale is meant, state it as "unit" in the definition of the metric. The bar is changed in evalguard.yaml, in a change of its own.'
          : 'Write the value as a fraction; or, if the scale is meant, state it as "unit" in the definition of the metric.',
});

interface StatedBar {
  readonly bar: Bounds & { readonly metric: string };
  readonly stated_in: 'policy' | 'result';
}

/** The thresholds of a series, then those that the file states, by metric: a file can state a hundred thousand. */
function barsByMetric(
  { series }: RecordSubject,
  { stated }: Reading,
): ReadonlyMap<string, readonly StatedBar[]> {
  const bars: StatedBar[] = [
    ...(series?.thresholds ?? []).map((bar) => ({ bar, stated_in: 'policy' as const })),
    ...stated.map((bar) => ({ bar, stated_in: 'result' as const })),
  ];
  return groupBy(bars, ({ bar }) => bar.metric);
}

function wrongScale({ arm, definitions }: Reading, claim: Claim, bars: readonly StatedBar[]): Data | null {
  const { name: metric, value } = claim;
  if (claim.unit != null) return null;
  const definition = definitions.get(metric);
  const share = isShare(metric, definition);
  const data = { metric, arm, value };
  if (share && value !== null && value > 1) {
    return { ...data, problem: 'share-above-one', bound: null, stated_in: null };
  }
  for (const { bar, stated_in } of bars) {
    const bound = share ? aboveOne(bar) : otherScale(metric, value ?? 0, bar, definition);
    if (bound === null) continue;
    const problem = share ? 'bound-above-one' : 'percent-and-fraction';
    return { ...data, problem, bound, stated_in };
  }
  return null;
}

function offScale(
  { arm }: Reading,
  { name: metric, value }: Claim,
  judged: JudgedMetric | undefined,
  bars: readonly StatedBar[],
): Data | null {
  for (const { bar, stated_in } of bars) {
    const bound = judged === undefined ? null : boundOffScale(judged, bar);
    if (bound === null) continue;
    return { problem: 'bound-off-scale', metric, arm, value, bound, stated_in, ...judged?.scale };
  }
  return null;
}

/** Fewer decimals of a share say no more than all or nothing. */
const LEAST_PLACES = 2;

function fewPlaces({ arm, definitions }: Reading, { name: metric, value }: Claim): Data | null {
  const definition = definitions.get(metric);
  const places = definition?.['places'];
  if (typeof places !== 'number' || places >= LEAST_PLACES || !isShare(metric, definition)) return null;
  return { problem: 'few-places', metric, arm, value, bound: places, stated_in: null };
}

function isShare(metric: string, definition: Definition | undefined): boolean {
  if (definition === undefined) return metric.endsWith('_rate');
  const { aggregate } = definition;
  if (aggregateNamed(aggregate)?.share === true) return true;
  if (aggregate !== 'mean' || isWiderScale(definition['scale'])) return false;
  const measure = definition['measure'];
  // Every measure of a row is a share.
  return (typeof measure === 'string' && isRowMeasure(measure)) || metric.endsWith('_rate');
}

/** Whether a definition declares that a score can be above 1. */
function isWiderScale(scale: JsonValue | undefined): boolean {
  return Array.isArray(scale) && typeof scale[1] === 'number' && scale[1] > 1;
}

/**
 * A definition that the result states says what its metric is: a median of ratios of times is no rate, however small its
 * bar. Only a mean of scores may be one in percent, and then a `min` that is meant for a fraction is met in silence.
 */
function otherScale(metric: string, value: number, bar: Bounds, definition?: Definition): number | null {
  if (definition === undefined || definition['derived'] === true) return looksLikePercent(metric, value, bar);
  const min = { min: bar.min, max: null };
  return definition.aggregate === 'mean' ? looksLikePercent(metric, value, min) : null;
}

/**
 * Bounds of exactly 0 and 1 fit counts as well as fractions and say nothing about the scale; what is above 100 is no
 * percent. A fraction under a small bar may be on a scale of 1 to 5, and under a `max` it may simply meet it.
 */
function looksLikePercent(metric: string, value: number, { min, max }: Bounds): number | null {
  if (UNIT_IN_NAME.test(metric)) return null;
  if (value > 0 && value < 1) return min !== null && min >= 10 && min <= 100 ? min : null;
  if (value <= 1 || value > 100) return null;
  return [min, max].find((bound) => bound !== null && bound > 0 && bound < 1) ?? null;
}

function aboveOne({ min, max }: Bounds): number | null {
  return [min, max].find((bound) => bound !== null && bound > 1) ?? null;
}

function spell(number: number | null): string {
  return number === null ? 'n/a' : formatNumber(number);
}
