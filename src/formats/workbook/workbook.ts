import { isDate } from '../../core/calendar.ts';
import {
  type Definition,
  EMPTY_DATASET,
  EMPTY_JUDGE,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import type { JsonValue } from '../../document/document.ts';
import type { Columns } from '../../policy/policy.ts';
import { claimFromRows, inCategory } from '../claim.ts';
import { asInstant, utcDay } from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { listLosses } from '../wording.ts';
import { CONVERSATION, type GradeScale, readSheet, TURN, WIDEST } from './rows.ts';
import { DOCUMENTED, hasBatch, headOf, metadataOf, type Sheet, sheetsOf } from './sheets.ts';

/** A batch run of tickets, a line a turn, with the documented headings. */
export const workbook: Format = workbookFormat(DOCUMENTED);

/** A reader of batch runs whose sheets have these headings. A reading a batch. */
export function workbookFormat(columns: Columns): Format {
  return {
    id: 'workbook',
    title: 'batch run workbook (.xlsx or CSV)',
    detect: (file) => hasBatch(file, columns),
    read: (file) => readBatches(file, columns),
  };
}

function readBatches(file: ResultFile, columns: Columns): readonly Reading[] {
  const sheets = sheetsOf(file);
  const metadata = readMetadata(sheets, columns);
  const scale = scaleOf(metadata.get('scale'));
  const read = sheets.flatMap((sheet, index) => {
    const places = headOf(sheet, columns);
    return places === null ? [] : [readSheet(sheet, index, places, scale)];
  });
  const run = {
    ...readRun(metadata),
    losses: [...lossesOf(metadata), ...read.flatMap(({ losses }) => losses)],
  };
  const rows = read.flatMap((each) => each.rows);
  const batches = [...new Set(rows.map(([batch]) => batch))];
  return (batches.length === 0 ? [null] : batches).map((batch) => {
    const mine = rows.flatMap(([of, row]) => (of === batch ? [row] : []));
    return readBatch(run, batch, batches.length < 2 ? null : (batch ?? 'no batch'), mine);
  });
}

function readBatch(run: Reading, batch: string | null, arm: string | null, rows: readonly Row[]): Reading {
  const definitions = define(rows);
  return {
    ...run,
    arm,
    run: { ...run.run, variant: batch ?? run.run.variant },
    dataset: { ...(run.dataset ?? EMPTY_DATASET), cases: new Set(rows.map(({ id }) => id)).size },
    claims: [...definitions].map(([name, definition]) =>
      claimFromRows(name, definition, inCategory(rows, definition)),
    ),
    definitions,
    rows,
  };
}

/** A mean of each score over the turns, and one over the conversations where these are scored as a whole. */
function define(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const category of [TURN, CONVERSATION]) {
    const mine = rows.filter((row) => row.category === category);
    for (const score of [...new Set(mine.flatMap((row) => [...row.scores.keys()]))]) {
      const name = category === TURN ? score : `conversation_${score}`;
      const where = { category };
      definitions.set(name, { aggregate: 'mean', score, where, judged: true, direction: 'higher' });
    }
  }
  return definitions;
}

type Metadata = ReadonlyMap<string, JsonValue>;

/** What the other sheets say of the run; the first that says something is believed. */
function readMetadata(sheets: readonly Sheet[], columns: Columns): Metadata {
  const known = new Map<string, JsonValue>();
  for (const sheet of sheets) {
    if (headOf(sheet, columns) !== null) continue;
    for (const [key, value] of metadataOf(sheet) ?? []) if (!known.has(key)) known.set(key, value);
  }
  return known;
}

function readRun(metadata: Metadata): Reading {
  const judge = text(metadata, 'judge', 'judge model');
  const model = text(metadata, 'model', 'agent', 'agent model');
  const date = text(metadata, 'date', 'run date');
  const instant = date === null ? null : asInstant(date);
  const version = text(metadata, 'rubric version', 'metrics version');
  return {
    ...EMPTY_READING,
    format: 'workbook',
    run: {
      ...EMPTY_READING.run,
      date: date !== null && isDate(date) ? date : utcDay(instant),
      variant: text(metadata, 'batch'),
      generated_at: instant,
    },
    metrics_version: version,
    dataset: { ...EMPTY_DATASET, name: text(metadata, 'dataset') },
    models: model === null ? new Map() : new Map([['agent', model]]),
    judge: judge === null ? null : { ...EMPTY_JUDGE, route: judge },
  };
}

function text(metadata: Metadata, ...keys: readonly string[]): string | null {
  const value = keys.map((key) => metadata.get(key)).find((each) => each !== undefined);
  return typeof value === 'string' ? value.trim() : null;
}

/** "1-5" or "1 to 5"; without it the widest that rubrics have. */
function scaleOf(value: JsonValue | undefined): GradeScale {
  const parts = /^(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)$/.exec(
    typeof value === 'string' ? value.trim() : '',
  );
  return parts === null ? WIDEST : [Number(parts[1]), Number(parts[2])];
}

function lossesOf(metadata: Metadata): readonly string[] {
  const missing = [
    ['models', text(metadata, 'model', 'agent', 'agent model')],
    ['judge', text(metadata, 'judge', 'judge model')],
    ['date', text(metadata, 'date', 'run date')],
    ['metrics_version', text(metadata, 'rubric version', 'metrics version')],
    ['scale', text(metadata, 'scale')],
  ].flatMap(([name, value]) => (value === null ? [name] : []));
  return listLosses(
    'limits and mode: the file states none',
    missing.length > 0 && `${missing.join(', ')}: the file states none`,
    'headlines: the file states none; they are the means of its rows',
  );
}
