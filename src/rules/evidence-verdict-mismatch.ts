import { agrees } from '../core/agreement.ts';
import { formatNumber } from '../core/quantity.ts';
import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { type Bounds, judge, UNMEASURED, type Verdict } from '../core/verdict.ts';
import { caseVerdicts } from '../measures/evidence/cases.ts';
import { judgedMetrics } from '../measures/evidence/metrics.ts';
import { statedSplits } from '../measures/evidence/recompute.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly what: 'threshold' | 'case' | 'split';
  /** A metric, a case, or a metric over a part. */
  readonly name: string;
  readonly arm: string | null;
  readonly stated: string | number | boolean | null;
  readonly recomputed: string | number | boolean | null;
  /** The number that the verdict is about. */
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly reason: string | null;
  /** The known mistake by which a number over a part follows from its rows, where it is one. */
  readonly slip?: string;
}

type Wrong = Pick<RuleMatch<Data>, 'data' | 'pointer' | 'severity'>;

export const evidenceVerdictMismatch = defineRule({
  id: 'evidence/verdict-mismatch',
  severity: 'error',
  title: 'A stated verdict, or a number over a part of the rows, does not follow from what was measured.',
  why: 'A stored verdict is what people quote. One that was drawn on another number, on a rounded one or on nothing says the opposite of its own file.',
  advice:
    'Draw verdicts on the unrounded value, with inclusive bounds; over nothing there is none: it is "unmeasured", or null for a case.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured') continue;
      for (const { pointer, ...found } of [...thresholds(reading), ...cases(reading), ...splits(reading)])
        yield { ...placeIn(record, pointer ?? null), ...found };
    }
  },
  message: ({ what, name, arm, stated, recomputed, value, min, max, reason, slip = '' }) => {
    const of = arm === null ? name : `${name} (${arm})`;
    const number = value === null ? `${UNMEASURED}${reason === null ? '' : `: ${reason}`}` : String(value);
    const bounds = [min === null ? [] : `min ${min}`, max === null ? [] : `max ${max}`].flat().join(', ');
    switch (what) {
      case 'threshold':
        return `The file calls ${of} ${stated}; it is ${number} against ${bounds}, which is ${recomputed}.`;
      case 'case':
        return `The file says passed: ${stated} of the case ${of}; its samples come to ${number} against ${bounds}, which is passed: ${recomputed}.`;
      case 'split':
        return `The file states ${of} as ${spell(stated)}, and its rows come to ${value === null ? number : formatNumber(value)}${slip === '' ? '' : `: it is stated ${slip}`}.`;
    }
  },
  remedy: ({ what }) =>
    what === 'split'
      ? 'Compute the number over the rows of that part, by the definition of its metric.'
      : 'Draw the verdict again on what was measured, unrounded, or leave it out: evalguard draws its own.',
});

function* thresholds(reading: Reading): Iterable<Wrong> {
  const metrics = new Map(judgedMetrics(reading).map((metric) => [metric.name, metric]));
  for (const { metric: name, min, max, verdict: stated, pointer } of reading.stated) {
    const metric = metrics.get(name);
    if (stated === null || metric === undefined) continue;
    const drawn = (value: number | null): Verdict =>
      judge(
        value === null
          ? { unmeasured: metric.reason ?? '' }
          : { quantity: { value, ratio: value === metric.value ? metric.ratio : undefined } },
        { min, max },
      );
    const verdict = drawn(metric.value);
    if (verdict.kind === stated) continue;
    // A tool that rounds draws its verdicts on the rounded claim; its rows confirm that to as many places.
    const { claimed, value, places } = metric;
    if (value !== null && plainVerdict(value, { min, max }) === stated) continue;
    const rounded =
      places !== undefined && claimed !== null && value !== null && agrees(claimed, value, places);
    if (rounded && drawn(claimed).kind === stated) continue;
    const data = { name, arm: reading.arm, stated, recomputed: verdict.kind, value, min, max };
    yield { pointer, data: { what: 'threshold', ...data, reason: metric.reason } };
  }
}

/** The verdict of a plain comparison, as most harnesses draw it: 0.7999999999999999 misses 0.8 there, which is no lie. */
function plainVerdict(value: number, { min, max }: Bounds): 'met' | 'missed' {
  return (min !== null && value < min) || (max !== null && value > max) ? 'missed' : 'met';
}

function* cases(reading: Reading): Iterable<Wrong> {
  for (const { id, stated, passed, value, bounds, reason, pointer } of caseVerdicts(reading)) {
    const data = { name: id, arm: reading.arm, stated, recomputed: passed, value, ...bounds, reason };
    yield { pointer, data: { what: 'case', ...data } };
  }
}

function* splits(reading: Reading): Iterable<Wrong> {
  for (const { split, value, reason, slip } of statedSplits(reading)) {
    const { metric, by, group, value: stated, pointer } = split;
    const name = `${metric} of ${by} ${group}`;
    const data = { name, arm: reading.arm, stated, recomputed: value, value, min: null, max: null, reason };
    const severity = slip === '' ? ('error' as const) : ('warning' as const);
    yield { pointer, severity, data: { what: 'split', ...data, slip } };
  }
}

function spell(value: Data['stated']): string {
  return typeof value === 'number' ? formatNumber(value) : UNMEASURED;
}
