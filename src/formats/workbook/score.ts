import type { JsonValue } from '../../document/document.ts';
import { type Measured, measured, unmeasured } from '../../measures/measured.ts';
import { isBlank } from './sheets.ts';

/** The lowest and the highest grade of a rubric. */
export type Scale = readonly [low: number, high: number];

/** Grades are 1 to 5; rubrics go up to 10. */
export const WIDEST: Scale = [1, 10];

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const NOT_APPLICABLE = new Set(['n/a', 'na', 'not applicable', 'skip', 'skipped']);

/**
 * A score cell: blank is unmeasured, `n/a` is not applicable, and so is everything of a row that was skipped, whatever
 * number stands there; a number off the scale is none (0 is what such sheets write for "nothing"). Text is a number
 * only where all of it is one.
 */
export function readScore(cell: JsonValue | undefined, skipped: boolean, [low, high]: Scale): Measured {
  if (skipped) return unmeasured('not_applicable', 'skipped');
  if (cell === undefined || isBlank(cell)) return unmeasured('judge_missing', 'the cell is blank');
  if (typeof cell === 'string' && NOT_APPLICABLE.has(cell.trim().toLowerCase()))
    return unmeasured('not_applicable');
  const value = typeof cell === 'string' && NUMBER.test(cell.trim()) ? Number(cell) : cell;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return unmeasured('judge_unparseable', 'the cell holds no number');
  }
  if (value >= low && value <= high) return measured(value);
  return unmeasured('judge_off_scale', `${value} is not on the scale of ${low} to ${high}`);
}

/** The metric scores of one cell: a JSON object, or `tone: 4; accuracy: 5`. Names that have no value are kept as text. */
export function readMetricScores(cell: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  if (typeof cell !== 'string' || cell.trim() === '') return new Map();
  const object = parseObject(cell);
  if (object !== null) return object;
  const pairs = cell.split(/[;,\n]/).flatMap((part): readonly (readonly [string, string])[] => {
    const at = part.search(/[:=]/);
    const name = at < 0 ? '' : part.slice(0, at).trim();
    return name === '' ? [] : [[name, part.slice(at + 1).trim()]];
  });
  return new Map(pairs);
}

function parseObject(text: string): ReadonlyMap<string, JsonValue> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return new Map(Object.entries(value).map(([name, each]) => [name, scalar(each)]));
  } catch {
    return null;
  }
}

function scalar(value: unknown): JsonValue {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** What a skip status says; `null` where its words are not known. */
export function readSkip(cell: JsonValue | undefined): boolean | null {
  if (cell === undefined || isBlank(cell)) return false;
  if (typeof cell === 'boolean') return cell;
  const word = String(cell).trim().toLowerCase();
  if (/^(skip|skipped|yes|y|true|1|n\/a|na|not applicable)\b/.test(word)) return true;
  return /^(no|n|false|0|none|not skipped|-|run|ran|evaluated|scored)$/.test(word) ? false : null;
}
