import type { Reading, Row } from '../../core/reading.ts';

/**
 * A short text that two results share where their evidence is equal, whatever the order of rows and keys, the run that they
 * name and the arm that a side is called; `null` where nothing was measured, or so little that equal values say nothing.
 */
export function outlineOf(readings: readonly Reading[]): string | null {
  if (!readings.some(isTelling)) return null;
  return readings
    .map((reading) => canonical({ ...circumstances(reading), rows: marksOf(reading.rows) }))
    .sort()
    .join('\n');
}

/** All of the evidence of a result as one text: equal texts of equal outlines are the same measurement. */
export function evidenceText(readings: readonly Reading[]): string {
  return readings
    .map((reading) => {
      const { run: _run, arm: _arm, losses: _losses, rows, ...rest } = reading;
      // What a reader took from a row stands in its source.
      return `${canonical({ ...rest, claims: sortedClaims(reading) })}\n${rows
        ?.map(({ source }) => canonical(source))
        .sort()
        .join('\n')}`;
    })
    .sort()
    .join('\n');
}

/** Without rows, a rate of 0 or 1 comes out again by itself. */
function isTelling({ status, rows, claims }: Reading): boolean {
  if (status === 'unmeasured') return false;
  if (rows !== null && rows.length > 0) {
    return rows.some(
      ({ scores, judgments }) =>
        [...scores.values()].some((score) => score !== null) || judgments.some(({ value }) => value !== null),
    );
  }
  return claims.some(({ value }) => value !== null && value !== 0 && value !== 1);
}

/** What is measured and how, but for the rows. Another commit is another circumstance: equal results there are honest. */
function circumstances(reading: Reading) {
  const { status, mode, metrics_version, dataset, samples, code, models, judge } = reading;
  const claims = sortedClaims(reading);
  return { status, mode, metrics_version, dataset, samples, code, models, judge, claims };
}

function sortedClaims({ claims }: Reading): readonly string[] {
  return claims.map(({ name, value }) => JSON.stringify([name, value])).sort();
}

/** The rows' scores as sums that do not depend on the order of rows. */
function marksOf(rows: readonly Row[] | null): readonly number[] | null {
  if (rows === null) return null;
  let first = 0;
  let second = 0;
  for (const { id, sample, turn, scores, source } of rows) {
    const own = hash(id, (sample * 31 + (turn ?? -1)) | 0);
    // Outputs tell most runs of equal scores apart.
    for (const text of Object.values(source)) {
      if (typeof text === 'string') first = (first + hash(text.slice(0, MARKED), own + text.length)) | 0;
    }
    for (const [name, score] of scores) {
      const mark = hash(String(score), hash(name, own));
      first = (first + mark) | 0;
      second = (second + Math.imul(mark, mark | 1)) | 0;
    }
  }
  return [rows.length, first, second];
}

/** Signs of a text that are looked at. */
const MARKED = 40;

/** FNV-1a. */
function hash(text: string, seed: number): number {
  let hashed = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hashed = Math.imul(hashed ^ text.charCodeAt(at), 0x01000193);
  return hashed;
}

/** A value as text with sorted keys, without the places in the file that it was read from. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (value instanceof Map) return canonical(Object.fromEntries(value));
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${canonical(one)},`;
    return `[${text}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member !== undefined && key !== 'pointer') text += `${JSON.stringify(key)}:${canonical(member)},`;
  }
  return `{${text}}`;
}
