import type { Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer, isObject, type JsonValue } from '../../document/document.ts';
import { spelled } from '../../document/spelling.ts';
import { reasonText } from '../../measures/evidence/unmeasured.ts';
import { type Measured, measured, unmeasured } from '../../measures/observation.ts';
import { bareRow, reasonedRow } from '../row.ts';
import { listLosses } from '../wording.ts';
import { type ColumnPlaces, isBlank, type Sheet } from './sheets.ts';

/** The category of a row that scores a turn, and of one that scores a whole conversation (its turn is blank). */
export const TURN = 'turn';

export const CONVERSATION = 'conversation';

/** Reads the lines below the head of a sheet. */
export function readSheet(sheet: Sheet, index: number, places: ColumnPlaces, scale: GradeScale) {
  const rows: (readonly [string | null, Row])[] = [];
  const lost = { nameless: 0, skipped: 0, unclear: 0 };
  const samples = new Map<string, number>();
  for (const [at, line] of sheet.rows.entries()) {
    if (at === 0 || line.every(isBlank)) continue;
    const cell = (part: string): JsonValue | undefined => line[places.parts.get(part) ?? -1];
    const name = (part: string) => textOf(line, places.parts.get(part) ?? -1);
    const ticket = name('ticket');
    if (ticket === null) {
      lost.nameless += 1;
      continue;
    }
    const skip = readSkip(cell('skip_status'));
    if (skip === null) lost.unclear += 1;
    if (skip === true && !isBlank(cell('score'))) lost.skipped += 1;
    const batch = name('batch');
    const turn = turnOf(name('turn'));
    const key = JSON.stringify([batch, ticket, turn]);
    const sample = (samples.get(key) ?? 0) + 1;
    samples.set(key, sample);
    // Words that are not known are no reason to drop a score that stands there.
    const skipped = skip ?? isBlank(cell('score'));
    const row: Row = {
      ...bareRow(ticket, formatPointer(['sheets', index, 'rows', at]), sourceOf(places, line)),
      sample,
      turn,
      category: turn === null && places.parts.has('turn') ? CONVERSATION : TURN,
      ...scoresOf(places, line, skipped, scale),
    };
    rows.push([batch, reasonedRow(row, cell('reasoning'))]);
  }
  return { rows, losses: lossesOf(sheet, lost) };
}

function scoresOf(
  places: ColumnPlaces,
  line: readonly JsonValue[],
  skipped: boolean,
  scale: GradeScale,
): Pick<Row, 'scores' | 'unmeasured'> {
  const cells = new Map<string, JsonValue | undefined>([['score', line[places.parts.get('score') ?? -1]]]);
  for (const [metric, at] of places.metrics) cells.set(metric, line[at]);
  for (const [metric, cell] of readMetricScores(line[places.parts.get('metric_scores') ?? -1])) {
    if (!cells.has(metric)) cells.set(metric, cell);
  }
  const read = [...cells].map(([name, cell]): readonly [string, Measured] => [
    name,
    readScore(cell, skipped, scale),
  ]);
  return {
    scores: new Map(read.map(([name, { value }]) => [name, value])),
    unmeasured: new Map(
      read.flatMap(([name, score]) => (score.value === null ? [[name, reasonText(score)] as const] : [])),
    ),
  };
}

function textOf(line: readonly JsonValue[], at: number): string | null {
  const cell = line[at];
  if (typeof cell === 'number') return spelled(line, at, cell);
  return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : null;
}

function turnOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The cells that are not blank, by their headings. */
function sourceOf({ headings }: ColumnPlaces, line: readonly JsonValue[]): Row['source'] {
  return Object.fromEntries(
    headings.flatMap((text, at): readonly (readonly [string, JsonValue])[] => {
      const cell = line[at];
      return text === '' || cell === undefined || isBlank(cell) ? [] : [[text, cell]];
    }),
  );
}

function lossesOf(
  { name }: Sheet,
  lost: { readonly nameless: number; readonly skipped: number; readonly unclear: number },
): readonly string[] {
  const where = name === '' ? '' : ` of sheet ${name}`;
  return listLosses(
    lost.nameless > 0 &&
      `rows: ${counted(lost.nameless, `line${where} names no ticket and is`, `lines${where} name no ticket and are`)} not read`,
    lost.skipped > 0 &&
      `skips: ${counted(lost.skipped, `line${where} is skipped and has`, `lines${where} are skipped and have`)} a score all the same, which is not read`,
    lost.unclear > 0 &&
      `skips: the skip status of ${counted(lost.unclear, 'line', 'lines')}${where} is not understood; those with a score count`,
  );
}

/** The lowest and the highest grade of a rubric. */
export type GradeScale = readonly [low: number, high: number];

/** Grades are 1 to 5; rubrics go up to 10. */
export const WIDEST: GradeScale = [1, 10];

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const NOT_APPLICABLE = new Set(['n/a', 'na', 'not applicable', 'skip', 'skipped']);

/**
 * A score cell: blank is unmeasured, `n/a` is not applicable, and so is everything of a row that was skipped, whatever
 * number stands there; a number off the scale is none (0 is what such sheets write for "nothing"). Text is a number
 * only where all of it is one.
 */
function readScore(cell: JsonValue | undefined, skipped: boolean, [low, high]: GradeScale): Measured {
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
function readMetricScores(cell: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
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
    if (!isObject(value)) return null;
    return new Map(Object.entries(value).map(([name, each]) => [name, scalar(each)]));
  } catch {
    return null;
  }
}

function scalar(value: unknown): JsonValue {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** What a skip status says; `null` where its words are not known. */
function readSkip(cell: JsonValue | undefined): boolean | null {
  if (cell === undefined || isBlank(cell)) return false;
  if (typeof cell === 'boolean') return cell;
  const word = String(cell).trim().toLowerCase();
  if (/^(skip|skipped|yes|y|true|1|n\/a|na|not applicable)\b/.test(word)) return true;
  return /^(no|n|false|0|none|not skipped|-|run|ran|evaluated|scored)$/.test(word) ? false : null;
}
