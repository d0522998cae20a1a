import { aggregateNamed } from '../../core/definition.ts';
import type { Definition, Row } from '../../core/reading.ts';
import { nearest, shorten } from '../../core/text.ts';
import { REASONS, type Reason } from '../../core/verdict.ts';
import { type Unmeasured, unmeasured } from '../observation.ts';

/** A reason as a file writes it, `code` or `code: words`; one that is none of the list is kept as words. */
export function because(stated: string): Unmeasured {
  const colon = stated.indexOf(':');
  const code = colon < 0 ? stated : stated.slice(0, colon);
  return isReason(code)
    ? unmeasured(code, colon < 0 ? undefined : stated.slice(colon + 1).trim())
    : unmeasured('evidence_missing', stated);
}

/** A reason in the words of the result format: `code`, or `code: details`. */
export function reasonText({ reason, detail }: Unmeasured): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

function isReason(text: string): text is Reason {
  return (REASONS as readonly string[]).includes(text);
}

/** Scores of the rows that are named; a harness has seldom more. */
const NAMED = 8;

/** Why a metric has no value, in words: what its rows came to, or that they do not state its score at all. */
export function whyEmpty(
  name: string,
  definition: Definition | null,
  computed: Unmeasured,
  rows: readonly Row[] | null,
): string {
  const why =
    computed.reason !== 'evidence_missing' || definition === null || rows === null
      ? null
      : whyNoScore(name, definition, rows);
  return why === null ? reasonText(computed) : `evidence_missing: ${why}`;
}

/**
 * Why a metric has no evidence at all: no row states the score that its definition names, or all of them state text. `null`
 * where that is not why. A misspelt score would read as a run in which nothing was measured.
 */
function whyNoScore(name: string, definition: Definition, rows: readonly Row[]): string | null {
  if (rows.length === 0 || definition['measure'] !== undefined) return null;
  const conditions = definition['pass_if'];
  const { score } = definition;
  const wanted =
    typeof conditions === 'object' && conditions !== null
      ? Object.keys(conditions)
      : [typeof score === 'string' ? score : name];
  const absent = wanted.find((one) => !rows.some((row) => isStated(row, one)));
  if (absent !== undefined) return `no row states ${absent}; ${whatIsStated(absent, rows)}`;
  // Of pairs, the score is who won: a text.
  if (aggregateNamed(definition.aggregate)?.over === 'pairs') return null;
  const text = wanted.map((one) => textOf(one, rows)).find((found) => found !== null);
  return text ?? null;
}

function isStated({ scores, unmeasured, judgments }: Row, score: string): boolean {
  return scores.has(score) || unmeasured.has(score) || judgments.some((judgment) => judgment.score === score);
}

function whatIsStated(absent: string, rows: readonly Row[]): string {
  const known = [...new Set(rows.flatMap(({ scores }) => [...scores.keys()]))].sort();
  if (known.length === 0) return 'they state no score';
  const more = known.length - NAMED;
  const meant = nearest(absent, known);
  const list = [...known.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `they state ${list}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
}

function textOf(score: string, rows: readonly Row[]): string | null {
  const values = rows.map(({ scores }) => scores.get(score) ?? null);
  const text = values.find((value) => typeof value === 'string');
  if (typeof text !== 'string' || values.some((value) => value !== null && typeof value !== 'string'))
    return null;
  return `the rows state ${score} as text ("${shorten(text, 40)}"), which is no number and neither true nor false`;
}
