import type { Claim, Definition, Row } from '../../core/reading.ts';
import { rate } from '../../measures/rate.ts';
import { computedClaim, scaleOf } from '../claim.ts';
import { countMeasured, observations } from '../row.ts';

/** What a metric of the engine came to, and under which name the number that the file states stands. */
export interface Restated {
  readonly claims: readonly Claim[];
  readonly name: string;
  readonly losses: readonly string[];
}

/**
 * A rate of which the engine counts rows that ended in an error as plain failures (or, for false positives, as
 * successes). An error is unmeasured: where there is one, the metric is what the other rows come to, and the stated
 * number is kept beside it as `<name>_as_stated`.
 */
export function restate(
  stated: Claim,
  definition: Definition,
  rows: readonly Row[] | null,
  score: string,
): Restated {
  const broken = rows?.filter((row) => row.error !== null).length ?? 0;
  if (rows === null || broken === 0 || stated.value === null) {
    return { claims: [stated], name: stated.name, losses: [] };
  }
  const counts = { measured: countMeasured(rows, score), expected: rows.length, ...scaleOf(definition) };
  const name = `${stated.name}_as_stated`;
  return {
    claims: [computedClaim(stated.name, rate(observations(rows, score)), counts), { ...stated, name }],
    name,
    losses: [
      `${stated.name}: the file states ${stated.value} (kept as ${name}), which counts ${broken} of ${rows.length} ` +
        'rows that ended in an error as if they had been measured',
    ],
  };
}
