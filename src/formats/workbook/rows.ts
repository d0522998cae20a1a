import type { Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer, type JsonValue } from '../../document/document.ts';
import { spelled } from '../../document/spelling.ts';
import type { Measured } from '../../measures/measured.ts';
import { bareRow, reasonedRow } from '../row.ts';
import type { Places } from './columns.ts';
import { readMetricScores, readScore, readSkip, type Scale } from './score.ts';
import { isBlank, type Sheet } from './sheets.ts';

/** The rows of a sheet with the batch that each is of, and what was guessed or left out. */
export interface SheetRows {
  readonly rows: readonly (readonly [batch: string | null, row: Row])[];
  readonly losses: readonly string[];
}

/** The category of a row that scores a turn, and of one that scores a whole conversation (its turn is blank). */
export const TURN = 'turn';
export const CONVERSATION = 'conversation';

/** Reads the lines below the head of a sheet. */
export function readSheet(sheet: Sheet, index: number, places: Places, scale: Scale): SheetRows {
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
  places: Places,
  line: readonly JsonValue[],
  skipped: boolean,
  scale: Scale,
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
      read.flatMap(([name, score]) => (score.value === null ? [[name, reasonOf(score)] as const] : [])),
    ),
  };
}

function reasonOf({ reason, detail }: Extract<Measured, { value: null }>): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
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
function sourceOf({ headings }: Places, line: readonly JsonValue[]): Row['source'] {
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
  return [
    ...(lost.nameless === 0
      ? []
      : [
          `rows: ${counted(lost.nameless, `line${where} names no ticket and is`, `lines${where} name no ticket and are`)} not read`,
        ]),
    ...(lost.skipped === 0
      ? []
      : [
          `skips: ${counted(lost.skipped, `line${where} is skipped and has`, `lines${where} are skipped and have`)} a score all the same, which is not read`,
        ]),
    ...(lost.unclear === 0
      ? []
      : [
          `skips: the skip status of ${counted(lost.unclear, 'line', 'lines')}${where} is not understood; those with a score count`,
        ]),
  ];
}
