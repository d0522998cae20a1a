import type { Columns } from '../../policy/policy.ts';

/** The columns as they are documented. A heading such as `tone score` is a metric of its own. */
export const DOCUMENTED: Columns = {
  batch: 'batch',
  ticket: 'ticket',
  turn: 'turn',
  input: 'input',
  expected: 'expected',
  actual: 'actual',
  score: 'score',
  metric_scores: 'metric scores',
  reasoning: 'reasoning',
  skip_status: 'skip status',
  notes: 'notes',
};

/** Headings that a sheet of the documented kind cannot be without: they tell it from any other table. */
const TELLING = ['ticket', 'turn', 'input', 'expected', 'actual', 'score'] as const;

/** A heading as it is compared. */
export function heading(text: string): string {
  return text
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Where each part of a row stands, by index; a part that the sheet lacks is absent. */
export interface Places {
  readonly parts: ReadonlyMap<string, number>;
  readonly metrics: ReadonlyMap<string, number>;
  readonly headings: readonly string[];
}

/** Finds the columns in a line of headings, or `null` where it is not the head of such a sheet. */
export function placesOf(headings: readonly string[], columns: Columns): Places | null {
  const where = new Map<string, number>();
  for (const [index, text] of headings.entries()) {
    // Of two columns with one heading neither is the right one for certain: the sheet is none of this kind.
    if (where.has(heading(text)) && heading(text) !== '') return null;
    where.set(heading(text), index);
  }
  const parts = new Map<string, number>();
  for (const [part, text] of Object.entries(columns)) {
    const index = typeof text === 'string' ? where.get(heading(text)) : undefined;
    if (index !== undefined) parts.set(part, index);
  }
  const needed = columns === DOCUMENTED ? TELLING : declared(columns);
  if (!needed.every((part) => parts.has(part))) return null;
  const metrics = metricsOf(columns, where);
  const named = Object.keys(columns.metrics ?? {});
  return named.every((metric) => metrics.has(metric)) ? { parts, metrics, headings } : null;
}

/** Of a declared mapping every column must be there: a misspelt one would read as a file without that part. */
function declared(columns: Columns): readonly string[] {
  return Object.entries(columns).flatMap(([part, text]) => (typeof text === 'string' ? [part] : []));
}

function metricsOf(columns: Columns, where: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const metrics = new Map<string, number>();
  for (const [metric, text] of Object.entries(columns.metrics ?? {})) {
    const index = where.get(heading(text));
    if (index !== undefined) metrics.set(metric, index);
  }
  if (columns !== DOCUMENTED) return metrics;
  for (const [text, index] of where) {
    const metric = /^(.+) score$/.exec(text)?.[1];
    if (metric !== undefined) metrics.set(metric, index);
  }
  return metrics;
}
