import { coverageOf } from '../core/judged-metric.ts';
import { compareToBound, formatNumber } from '../core/quantity.ts';
import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { judgedMetrics } from '../measures/evidence/metrics.ts';
import { type Evidence, evidenceOf } from '../measures/evidence/recompute.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly metric: string;
  readonly arm: string | null;
  /** `null`: the rows hold nothing of what the definition asks for. */
  readonly value: number | null;
  readonly reason: string | null;
  readonly measured: number;
  readonly expected: number;
  readonly coverage: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly min_coverage: number | null;
  /** Unmeasured rows by reason. */
  readonly reasons: { readonly [reason: string]: number };
}

export const unmeasuredCoverage = defineRule({
  id: 'unmeasured/coverage',
  severity: 'note',
  title: 'A number rests on fewer cases or samples than it should.',
  why: 'A mean over what was measured rises when the hard cases fail to answer. Beside how many it stands on, it can be read for what it is.',
  advice:
    'Run what is missing again and record a new run. A policy’s "min_coverage" says how much an enforced bar may rest on; below it this is a warning.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured' || reading.mode === 'scripted') continue;
      const bases = new Map(evidenceOf(reading).map((evidence) => [evidence.name, evidence.basis]));
      for (const metric of judgedMetrics(reading)) {
        const { name, value, reason, measured, expected, low, high, pointer } = metric;
        const coverage = coverageOf(metric);
        if (measured === null || expected === null || coverage === null) continue;
        const empty = value === null;
        if (empty ? !isSlip(reading, name, reason) : measured >= expected) continue;
        const least = leastOf(record, name);
        const severity =
          empty || (least !== null && isBelow(coverage, least)) ? ('warning' as const) : ('note' as const);
        const reasons = Object.fromEntries(reasonsOf(bases.get(name)));
        const facts = {
          metric: name,
          arm: reading.arm,
          value,
          reason,
          measured,
          expected,
          coverage,
          low,
          high,
        };
        yield { ...placeIn(record, pointer), severity, data: { ...facts, min_coverage: least, reasons } };
      }
    }
  },
  message: (data) => {
    const { metric, arm, value, reason, measured, expected, coverage, low, high } = data;
    const of = arm === null ? metric : `${metric} (${arm})`;
    if (value === null)
      return `${of} is ${UNMEASURED}: ${reason}. Its rows do not hold what its definition asks for.`;
    const ends =
      low === null || high === null
        ? ''
        : `; with everything measured it would lie between ${formatNumber(low)} and ${formatNumber(high)}`;
    const why = Object.entries(data.reasons).map(([reason, count]) => `${count} ${reason}`);
    const least =
      data.min_coverage !== null && isBelow(coverage, data.min_coverage)
        ? ` The policy asks for a coverage of ${data.min_coverage}.`
        : '';
    return `${of} is ${formatNumber(value)} on ${measured} of ${expected} measured${ends}${why.length === 0 ? '' : ` (${why.join(', ')})`}.${least}`;
  },
  remedy: ({ value }) =>
    value === null
      ? 'Correct the definition or the rows before this lands: a record is written once. What could not be measured is null with a reason.'
      : 'Run again what was not measured, and add that as a new run; nothing has to be done for this to land.',
});

function isBelow(coverage: number, least: number): boolean {
  return compareToBound({ value: coverage }, least) < 0;
}

/** Whether a metric is empty by a slip of the harness: it is defined over rows, and no state of the run explains it. */
function isSlip({ format, definitions }: Reading, name: string, reason: string | null): boolean {
  return (
    format === 'native' && definitions.has(name) && /^(?:evidence_missing|inconclusive): /.test(reason ?? '')
  );
}

function leastOf({ series, policy }: RecordSubject, metric: string): number | null {
  const own = series?.thresholds.find((threshold) => threshold.metric === metric)?.min_coverage;
  return own ?? policy.min_coverage;
}

function reasonsOf(basis: Evidence['basis'] | undefined): ReadonlyMap<string, number> {
  return basis?.kind === 'rows' ? basis.reasons : new Map();
}
