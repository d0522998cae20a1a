import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { formatPointer } from '../document/document.ts';
import { faultsOf, type Located, placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly what: 'metric' | 'score' | 'run';
  readonly name: string;
  readonly arm: string | null;
  /** How many rows lack a reason for the score, and the cases of the first of them; empty for a metric. */
  readonly rows: number;
  readonly cases: readonly string[];
}

/** Whether a run states no number at all: it has no row, and no metric that would have a reason. */
function isEmpty({ rows, claims }: Reading): boolean {
  return claims.length === 0 && (rows ?? []).length === 0;
}

/** Enough to find the rows by; a run that failed has them all. */
const NAMED = 5;

export const unmeasuredNoReason = defineRule({
  id: 'unmeasured/no-reason',
  severity: 'error',
  title: 'A value was not measured, and nothing says why.',
  why: 'Unmeasured is neither zero nor a miss, but a bare null can be anything: a crash, a forgotten key, or a bad number that somebody took out.',
  advice:
    'Give the reason under "unmeasured" beside the value, or as the "error" of its row. RESULT.md lists the reasons, each with free text after a colon.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    // a NaN was read as null, and has a finding of its own
    const notFinite = new Set(faultsOf(record, ['not-finite']).map(({ pointer }) => pointer));
    for (const reading of record.readings) {
      if (reading.format !== 'native' || reading.status === 'unmeasured') continue;
      if (isEmpty(reading)) {
        const { arm } = reading;
        const place = `${arm === 'candidate' ? '/candidate' : ''}${reading.rows === null ? '' : '/results'}`;
        yield {
          ...placeIn(record, place || null),
          data: { what: 'run', name: arm ?? 'The run', arm: null, rows: 0, cases: [] },
        };
      }
      for (const { pointer, data } of [
        ...bareMetrics(reading, notFinite),
        ...bareScores(reading, notFinite),
      ]) {
        yield { ...placeIn(record, pointer), data };
      }
    }
  },
  message: ({ what, name, arm, rows, cases }) => {
    const of = arm === null ? '' : ` (${arm})`;
    if (what === 'run')
      return `${name} has no row and states no number, so it measured nothing, and nothing says why. An empty result that calls itself measured hides a harness that never ran.`;
    if (what === 'metric')
      return `${name}${of} is ${UNMEASURED}, and nothing says why. A null without a reason can hide a bad number.`;
    const more = rows > cases.length ? ` and ${rows - cases.length} more` : '';
    return `The score ${name}${of} is null in ${rows} ${rows === 1 ? 'row' : 'rows'} (${cases.join(', ')}${more}), and nothing says why. A null without a reason can hide a bad number.`;
  },
  remedy: ({ what, name }) => {
    if (what === 'run')
      return 'Say "status": "unmeasured" with a "reason" of the result format, or record it with `--unmeasured REASON`; where cases ran, give each its row.';
    return what === 'metric'
      ? `Add the reason: "unmeasured": { "${name}": "<reason>: <details>" }, with one of the reasons of the result format.`
      : `Add the reason to each of these rows: "error": { "kind": "<reason>" }, or "unmeasured": { "${name}": "<reason>: <details>" }.`;
  },
});

function bareMetrics({ arm, claims }: Reading, notFinite: ReadonlySet<string>): readonly Located<Data>[] {
  return claims.flatMap(({ name, value, reason, pointer }) =>
    value === null && reason === null && pointer !== null && !notFinite.has(pointer)
      ? [{ pointer, data: { what: 'metric', name, arm, rows: 0, cases: [] } }]
      : [],
  );
}

function bareScores({ arm, rows }: Reading, notFinite: ReadonlySet<string>): readonly Located<Data>[] {
  const found = new Map<string, { pointer: string; cases: string[] }>();
  for (const row of rows ?? []) {
    if (row.error !== null) continue;
    row.scores.forEach((value, name) => {
      if (value !== null || row.unmeasured.has(name)) return;
      const pointer = row.pointer + formatPointer(['scores', name]);
      if (notFinite.has(pointer)) return;
      const score = found.get(name) ?? { pointer, cases: [] };
      score.cases.push(row.id);
      found.set(name, score);
    });
  }
  return Array.from(found, ([name, { pointer, cases }]) => ({
    pointer,
    data: { what: 'score', name, arm, rows: cases.length, cases: cases.slice(0, NAMED) },
  }));
}
