const STRIDE = 1024;

/**
 * From an index into a text, which JavaScript counts in UTF-16 units, to the offset of the byte in its UTF-8 form.
 * `start` is the offset of the text's first byte.
 */
export function byteFinder(text: string, start: number): (index: number) => number {
  let table: number[] | null = null;
  return (index) => {
    table ??= makeTable(text, start);
    const target = Math.min(Math.max(index, 0), text.length);
    const entry = Math.floor(target / STRIDE);
    return table[entry]! + widthOf(text, entry * STRIDE, target);
  };
}

function makeTable(text: string, start: number): number[] {
  const table = [start];
  for (let to = STRIDE; to <= text.length; to += STRIDE)
    table.push(table.at(-1)! + widthOf(text, to - STRIDE, to));
  return table;
}

/** Surrogates come in pairs of four bytes, so each unit of a pair counts two. */
function widthOf(text: string, from: number, to: number): number {
  let width = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) width += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) width += 2;
    else width += 3;
  }
  return width;
}
