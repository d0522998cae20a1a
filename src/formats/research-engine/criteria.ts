import type { StatedThreshold } from '../../core/reading.ts';
import { formatPointer } from '../../document/document.ts';
import { asNumber, asObject, type JsonObject, member } from '../field.ts';

/** A bar of the engine: the key of its number, the key of its verdict, and the metric that it is on. */
export interface Bar {
  readonly bound: 'min' | 'max';
  readonly threshold: string;
  readonly verdict: string;
  readonly metric: string;
}

/** The bars that a block states, with the verdicts that the engine drew: its `null` is "unmeasured". */
export function readCriteria(
  block: JsonObject,
  path: readonly string[],
  bars: readonly Bar[],
): readonly StatedThreshold[] {
  const criteria = asObject(member(block, 'release_criteria'));
  const thresholds = asObject(member(criteria, 'thresholds'));
  return readBars(thresholds, criteria, [...path, 'release_criteria', 'thresholds'], bars);
}

/** The bars whose numbers stand in one object and whose verdicts in another. */
export function readBars(
  thresholds: JsonObject | null,
  verdicts: JsonObject | null,
  path: readonly string[],
  bars: readonly Bar[],
): readonly StatedThreshold[] {
  return bars.flatMap(({ bound, threshold, verdict, metric }) => {
    const value = asNumber(member(thresholds, threshold));
    if (value === null) return [];
    return [
      {
        metric,
        min: bound === 'min' ? value : null,
        max: bound === 'max' ? value : null,
        verdict: verdictOf(member(verdicts, verdict)),
        pointer: formatPointer([...path, threshold]),
      },
    ];
  });
}

function verdictOf(ok: unknown): StatedThreshold['verdict'] {
  if (ok === null) return 'unmeasured';
  if (typeof ok !== 'boolean') return null;
  return ok ? 'met' : 'missed';
}
