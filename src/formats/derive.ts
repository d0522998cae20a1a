import type { Claim, Definition, Row } from '../core/reading.ts';
import { type Aggregated, aggregate } from '../measures/aggregate.ts';
import { type Measured, measured, type Reason, unmeasured } from '../measures/measured.ts';
import type { Observation } from '../measures/observation.ts';

const REASONS: Readonly<Record<Reason, true>> = {
  target_error: true,
  target_quota: true,
  target_timeout: true,
  judge_error: true,
  judge_unparseable: true,
  judge_quota: true,
  judge_timeout: true,
  judge_refused: true,
  judge_off_scale: true,
  judge_missing: true,
  evidence_missing: true,
  budget_stop: true,
  stopped_early: true,
  cancelled: true,
  infrastructure: true,
  no_cases: true,
  too_few_samples: true,
  inconclusive: true,
  not_applicable: true,
};

/** Options that say what a row counts for, beyond the score itself: this module has no answer to them. */
const BEYOND = ['measure', 'where', 'pass_if', 'arm'] as const;

/**
 * The metric that rows come to where a file states no number for it. `null` where the definition needs more than the
 * mean or rate of one score: then nothing is claimed.
 */
export function derive(name: string, definition: Definition, rows: readonly Row[]): Claim | null {
  const how = definition.aggregate;
  if ((how !== 'mean' && how !== 'rate') || BEYOND.some((option) => Object.hasOwn(definition, option))) {
    return null;
  }
  const score = typeof definition['score'] === 'string' ? definition['score'] : name;
  if (!rows.some((row) => row.scores.has(score))) return null;
  const over = definition['over'] === 'rows' ? 'rows' : 'cases';
  return claimOf(
    name,
    aggregate(
      { aggregate: how, over },
      rows.map((row) => observe(row, score)),
    ),
  );
}

/**
 * The definitions of a file that states neither definitions nor numbers: a score that is only ever true or false is a
 * rate, any other a mean, also one that was never measured, so that it shows. A score with text in it (a game's
 * winner) has none. Each is marked `derived`: nobody stated it.
 */
export function derivedDefinitions(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const [score, value] of row.scores) {
      const seen = kinds.get(score) ?? new Set();
      kinds.set(score, value === null ? seen : seen.add(typeof value));
    }
  }
  const definitions = new Map<string, Definition>();
  for (const [score, seen] of kinds) {
    if (seen.has('string')) continue;
    const how = seen.has('boolean') && !seen.has('number') ? 'rate' : 'mean';
    definitions.set(score, { aggregate: how, score, derived: true });
  }
  return definitions;
}

function claimOf(name: string, result: Aggregated): Claim {
  const { measuredCases, expectedCases } = result.coverage;
  const counts = { measured: measuredCases, expected: expectedCases };
  if (result.value === null) {
    const reason = result.detail === undefined ? result.reason : `${result.reason}: ${result.detail}`;
    return { name, value: null, reason, pointer: null, ...counts };
  }
  const claim = { name, value: result.value, reason: null, pointer: null, ...counts };
  return result.ratio === undefined ? claim : { ...claim, ratio: result.ratio };
}

/** One score of a row as the measures take it: its value, or why there is none. */
export function observe(row: Row, score: string): Observation {
  return { case: row.id, ...scoreOf(row, score) };
}

function scoreOf(row: Row, score: string): Measured {
  const value = row.scores.get(score);
  if (typeof value === 'number') return measured(value);
  if (typeof value === 'boolean') return measured(value ? 1 : 0);
  const stated = row.unmeasured.get(score) ?? row.error?.kind;
  return stated === undefined ? unmeasured('evidence_missing') : because(stated);
}

function because(stated: string): Measured {
  const colon = stated.indexOf(':');
  const code = colon < 0 ? stated : stated.slice(0, colon);
  return isReason(code)
    ? unmeasured(code, colon < 0 ? undefined : stated.slice(colon + 1).trim())
    : unmeasured('evidence_missing', stated);
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}
