import {
  EMPTY_DATASET,
  EMPTY_JUDGE,
  EMPTY_READING,
  type Judge,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import {
  asBoolean,
  asCount,
  asInstant,
  asList,
  asNumber,
  asObject,
  asText,
  member,
  utcDay,
} from '../field.ts';
import { bareRow, reasonedRow } from '../row.ts';
import { listLosses, NO_ROWS } from '../wording.ts';

/** The two reports of DuckHaven's evaluation. */
export interface ReportKind {
  detect(root: JsonObject): boolean;
  read(root: JsonObject): Reading;
}

/** Means and rates are rounded to three places. */
export const PLACES = 3;

/** What both reports say of their run. `variant` is the arm, or both, which no other field tells apart. */
export function readHeader(root: JsonObject, variant: string | null): Reading {
  const generated_at = asInstant(root, 'generated_at');
  const assistant = asText(root, 'assistant_model');
  const cases = asCount(root, 'cases');
  const judge = readJudge(root);
  return {
    ...EMPTY_READING,
    format: 'duckhaven',
    run: { ...EMPTY_READING.run, date: utcDay(generated_at), variant, generated_at },
    dataset: cases === null ? null : { ...EMPTY_DATASET, cases },
    models: assistant === null ? new Map() : new Map([['assistant', assistant]]),
    judge,
    losses: listLosses(
      'limits, metrics_version and mode: the file states none',
      assistant === null && 'models: the file names no assistant',
      judge === null && 'judge: the file names none',
      cases === null && refusedNumber(root, 'cases', 'no count'),
      judge?.temperature === null && refusedNumber(root, TEMPERATURE, 'no temperature'),
    ),
  };
}

const TEMPERATURE = 'judge_temperature';

function readJudge(root: JsonObject): Judge | null {
  const route = asText(root, 'judge_model');
  if (route === null) return null;
  const temperature = asNumber(root, TEMPERATURE);
  return { ...EMPTY_JUDGE, route, temperature: temperature !== null && temperature < 0 ? null : temperature };
}

/** The loss of a number that cannot be what its key says; `false` where the key holds none. */
function refusedNumber(root: JsonObject, key: string, what: string): string | false {
  const value = asNumber(root, key);
  return value !== null && `${key}: the file states ${value}, which is ${what}`;
}

/** Reads `outcomes`: case, category, provenance and negative flag, and what `read` makes of the rest. */
export function readOutcomes(
  root: JsonObject,
  read: (row: Row, source: JsonObject) => Row,
): Pick<Reading, 'rows' | 'losses'> {
  const list = asList(root, 'outcomes');
  if (list === null) return { rows: null, losses: [NO_ROWS] };
  const seen = new Map<string, number>();
  const rows = list.flatMap((item, index) => {
    const source = asObject(item);
    const id = asText(source, 'case');
    if (source === null || id === null || id === '') return [];
    const turn = seen.get(id) ?? 0;
    seen.set(id, turn + 1);
    const row: Row = {
      ...bareRow(id, formatPointer(['outcomes', index]), source),
      // Samples count from 0 in these files; where one is not numbered, its place among those of its case is taken.
      sample: (asCount(source, 'sample') ?? turn) + 1,
      category: asText(source, 'category'),
      provenance: asText(source, 'provenance'),
      negative: asBoolean(source, 'negative'),
    };
    return [reasonedRow(read(row, source), member(source, 'reason'))];
  });
  const odd = list.length - rows.length;
  return {
    rows,
    losses: listLosses(odd > 0 && `rows: ${odd} of ${list.length} outcomes name no case and are not read`),
  };
}
