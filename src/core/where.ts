import { isDoubted, type Row } from './reading.ts';

/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, LabelValue>>;

type LabelValue = string | number | boolean | null;

const ATTRIBUTES = ['category', 'provenance', 'negative', 'arm'] as const;

/**
 * Whether a row is one that is wanted: `in`, `out`, or `silent` where it says nothing of what is asked, or contradicts
 * itself, or answers a question of yes or no otherwise, and could be either. A row without an arm is of none, and is not silent. What is wanted is read once, for however many rows.
 */
export function placeOfRow(where: Where): (row: Row) => 'in' | 'out' | 'silent' {
  const wanted = Object.entries(where);
  return (row) => {
    let place: 'in' | 'silent' = 'in';
    for (const [name, value] of wanted) {
      const stated = statedOf(row, name);
      if (equals(stated, value)) continue;
      const answers =
        stated !== null && !isDoubted(row, name) && (typeof value !== 'boolean' || binary(stated) !== null);
      if (answers || name === 'arm') return 'out';
      place = 'silent';
    }
    return place;
  };
}

/** Tells whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. */
export function whereMatches(where: Where): (row: Row) => boolean {
  const place = placeOfRow(where);
  return (row) => place(row) === 'in';
}

/**
 * Whether a row leaves a condition by its label: its category, provenance, arm or a text. Whoever writes the file
 * chooses these; a number or a truth value that a row states was measured, and does not count here.
 */
export function labelOfRow(where: Where): (row: Row) => 'same' | 'other' | 'silent' {
  const wanted = Object.entries(where);
  return (row) => {
    let label: 'same' | 'silent' = 'same';
    for (const [name, value] of wanted) {
      const stated = statedOf(row, name);
      const isLabel = isAttribute(name) || typeof value === 'string' || typeof stated === 'string';
      if (equals(stated, value) || !isLabel) continue;
      if (stated !== null || name === 'arm') return 'other';
      label = 'silent';
    }
    return label;
  };
}

/** Whether a row says what is wanted. 1 is true and 0 is false, as in every rate. */
function equals(stated: LabelValue, value: LabelValue): boolean {
  return (
    stated === value ||
    (typeof stated !== typeof value && binary(stated) !== null && binary(stated) === binary(value))
  );
}

function binary(value: LabelValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === 1 || value === 0 ? value : null;
}

/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export function isStated(rows: readonly Row[], name: string): boolean {
  return rows.some((row) => statedOf(row, name) !== null);
}

function statedOf(row: Row, name: string): string | number | boolean | null {
  const attribute = ATTRIBUTES.find((each) => each === name);
  return attribute === undefined ? (row.scores.get(name) ?? null) : row[attribute];
}

function isAttribute(name: string): boolean {
  return (ATTRIBUTES as readonly string[]).includes(name);
}
