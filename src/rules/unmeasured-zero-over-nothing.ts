import { formatNumber } from '../core/quantity.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { isOverNothing } from '../measures/evidence/metrics.ts';
import { type Evidence, evidenceOf } from '../measures/evidence/recompute.ts';
import { reasonText } from '../measures/evidence/unmeasured.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly metric: string;
  readonly arm: string | null;
  readonly claimed: number;
  readonly expected: number | null;
  readonly reason: string;
}

export const unmeasuredZeroOverNothing = defineRule({
  id: 'unmeasured/zero-over-nothing',
  severity: 'error',
  title: 'A metric has a number though nothing was measured.',
  why: 'A rate over nothing is neither 0 nor 1. Written as a number it fails a run that never took place, or lets one pass.',
  advice: 'Write null, and the reason under "unmeasured".',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured') continue;
      for (const evidence of evidenceOf(reading)) {
        const over = overNothing(evidence);
        const claimed = evidence.claim?.value ?? null;
        if (over === null || claimed === null) continue;
        const data = { metric: evidence.name, arm: reading.arm, claimed, ...over };
        yield { ...placeIn(record, evidence.claim?.pointer ?? null), data };
      }
    }
  },
  message: ({ metric, arm, claimed, expected, reason }) => {
    const of = arm === null ? metric : `${metric} (${arm})`;
    const cases = expected === null || expected === 0 ? 'of no case at all' : `of none of ${expected}`;
    return `${of} is stated as ${formatNumber(claimed)}, and it was measured ${cases} (${reason}). It is ${UNMEASURED}, neither 0 nor 1.`;
  },
  remedy: ({ metric }) =>
    `Write null, and the reason: "unmeasured": { "${metric}": "<reason>: <details>" }, with one of the reasons of the result format.`,
});

function overNothing({ claim, basis }: Evidence): Pick<Data, 'expected' | 'reason'> | null {
  if (claim === null || claim.value === null) return null;
  if (basis.kind === 'claim') {
    return isOverNothing(claim) ? { expected: claim.expected ?? null, reason: 'no_cases' } : null;
  }
  const { value, measured, expected } = basis;
  // A claim over cases whose rows are not there is contradicted by its rows; it is no number over nothing.
  if (expected === 0 && (claim.measured ?? claim.expected ?? 0) > 0) return null;
  return value.value === null && measured === 0 ? { expected, reason: reasonText(value) } : null;
}
