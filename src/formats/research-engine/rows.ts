import type { Row } from '../../core/reading.ts';
import { shorten } from '../../core/text.ts';
import { formatPointer } from '../../document/document.ts';
import { failureOf } from '../failure.ts';
import { asList, asObject, asText, type JsonObject, member, nameAt } from '../field.ts';
import { bareRow, withDoubts } from '../row.ts';

/** The rows of a list, and how many of its items are no row (no object, or no text for an id). */
export interface RowsRead {
  readonly rows: readonly Row[] | null;
  readonly losses: readonly string[];
}

/** Reads the rows under a key of a block; `null` where it holds no such list. */
export function readRows(
  block: JsonObject,
  key: string,
  path: readonly string[],
  read: (row: Row, source: JsonObject) => Row,
): RowsRead {
  const list = asList(member(block, key));
  if (list === null) return { rows: null, losses: ['rows: the file holds none'] };
  const rows = list.flatMap((item, index) => {
    const source = asObject(item);
    const id = nameAt(source, 'id');
    if (source === null || id === null) return [];
    const row = bareRow(id, formatPointer([...path, key, index]), source);
    return [opposed(read({ ...row, error: readError(source) }, source))];
  });
  const odd = list.length - rows.length;
  return { rows, losses: odd === 0 ? [] : [`rows: ${odd} of ${list.length} have no id and are not read`] };
}

/** A row that ended in an error and says of something that it was reached all the same. */
function opposed(row: Row): Row {
  const { error } = row;
  if (error === null) return row;
  const reached = [...row.scores].filter(([, value]) => value === true);
  const because = `the row ended in an error: ${shorten(error.message ?? error.kind, 80)}`;
  return { ...row, ...withDoubts(reached.map(([score]) => ({ score, by: 'field', because }))) };
}

function readError(source: JsonObject): Row['error'] {
  const message = asText(member(source, 'error'));
  return message === null || message === '' ? null : { kind: failureOf(message), message };
}

/** That a block holds fewer or more rows than it says it ran. */
export function rowsMissing(rows: readonly Row[] | null, queries: number | null): readonly string[] {
  if (rows === null || queries === null || rows.length === queries) return [];
  return [`rows: the file holds ${rows.length} of the ${queries} that it says it ran`];
}
