import { asList, asText } from './field.ts';
import type { ResultFile } from './format.ts';

/** The lines of a table, each a list of its cells as text. */
export type Table = readonly (readonly string[])[];

/**
 * The table of a CSV file, or `null` where the file is none. A JSON file that holds lists of texts looks the same once
 * it is decoded; what it begins with tells them apart.
 */
export function tableOf({ bytes, document }: ResultFile): Table | null {
  const lines = asList(document?.value);
  if (lines === null || lines.length === 0 || beginsList(bytes)) return null;
  const table = lines.map((line) => asList(line)?.flatMap((cell) => asText(cell) ?? []) ?? null);
  return table.every((line) => line !== null) ? table : null;
}

/** The first line of a table, without looking at the others. */
export function headerOf({ bytes, document }: ResultFile): readonly string[] | null {
  const first = asList(asList(document?.value)?.[0]);
  if (first === null || beginsList(bytes)) return null;
  const cells = first.flatMap((cell) => asText(cell) ?? []);
  return cells.length === first.length ? cells : null;
}

const OPEN_BRACKET = 0x5b;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function beginsList(bytes: Uint8Array): boolean {
  let at = 0;
  while (SPACES.has(bytes[at])) at += 1;
  return bytes[at] === OPEN_BRACKET;
}
