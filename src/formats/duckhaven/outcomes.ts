import type { Row } from '../../core/reading.ts';
import { formatPointer } from '../../document/document.ts';
import { asBoolean, asList, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { bareRow, reasonedRow } from '../row.ts';

/** The outcomes of a report as rows, and what of the list is none. */
export interface Outcomes {
  readonly rows: readonly Row[] | null;
  readonly losses: readonly string[];
}

/** Reads `outcomes`: case, category, provenance and negative flag, and what `read` makes of the rest. */
export function readOutcomes(root: JsonObject, read: (row: Row, source: JsonObject) => Row): Outcomes {
  const list = asList(member(root, 'outcomes'));
  if (list === null) return { rows: null, losses: ['rows: the file holds none'] };
  const seen = new Map<string, number>();
  const rows = list.flatMap((item, index) => {
    const source = asObject(item);
    const id = asText(member(source, 'case'));
    if (source === null || id === null) return [];
    const turn = seen.get(id) ?? 0;
    seen.set(id, turn + 1);
    const row: Row = {
      ...bareRow(id, formatPointer(['outcomes', index]), source),
      // Samples count from 0 in these files; where one is not numbered, its place among those of its case is taken.
      sample: (asNumber(member(source, 'sample')) ?? turn) + 1,
      category: asText(member(source, 'category')),
      provenance: asText(member(source, 'provenance')),
      negative: asBoolean(member(source, 'negative')),
    };
    return [reasonedRow(read(row, source), member(source, 'reason'))];
  });
  const odd = list.length - rows.length;
  return {
    rows,
    losses: odd === 0 ? [] : [`rows: ${odd} of ${list.length} outcomes name no case and are not read`],
  };
}
