import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { archiveSize } from '../../src/adapters/workbook/archive.ts';
import { decodeWorkbook } from '../../src/adapters/workbook.ts';
import { faultMessage } from '../../src/core/document/message.ts';
import { detectFormat } from '../../src/formats/registry.ts';
import { valuesOf } from '../support/reading.ts';

type Cell = string | number | boolean | Date | null;

async function bytesOf(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Promise<Uint8Array> {
  const written = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map(cellOf)),
  }));
  return writeWorkbook(written).toBuffer();
}

function cellOf(value: Cell) {
  if (value === null) return null;
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd' };
  return typeof value === 'number'
    ? { value, type: Number }
    : typeof value === 'boolean'
      ? { value, type: Boolean }
      : { value };
}

const TURNS: readonly (readonly Cell[])[] = [
  ['Ticket', 'Turn', 'Input', 'Expected', 'Actual', 'Score', 'Skip status'],
  ['T-1', 1, 'Where?\nNow!', 'a link', 'the link', 4, null],
  ['T-1', 2, 'Thanks', null, 'Bye', 0, 'skipped'],
  ['T-2', 1, 'Refund', 'a form', null, null, null],
];

describe('an Excel workbook', () => {
  it('is decoded to its sheets, with text, numbers, booleans, dates and blanks as they stand', async () => {
    const day = new Date('2026-10-09T00:00:00Z');
    const decoded = await decodeWorkbook(
      await bytesOf({ One: [[' a ', 1.5, true, day, null, '00.75']], Two: [['b']] }),
    );
    expect(decoded.ok && decoded.document.value).toEqual({
      sheets: [
        { name: 'One', rows: [[' a ', 1.5, true, '2026-10-09T00:00:00.000Z', null, '00.75']] },
        { name: 'Two', rows: [['b']] },
      ],
    });
  });

  it('is read from its real bytes to the end', async () => {
    const bytes = await bytesOf({
      Run: [
        ['Model', 'openai:gpt-9'],
        ['Judge', 'anthropic:judge-2'],
      ],
      Turns: TURNS,
    });
    const decoded = await decodeWorkbook(bytes);
    if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
    const file = { path: 'runs/b.xlsx', bytes, document: decoded.document };
    const [reading] = detectFormat(file)!.read(file);
    expect(valuesOf(reading!)).toEqual({ score: 4 });
    expect(reading!.rows!.map(({ scores }) => scores.get('score'))).toEqual([4, null, null]);
    expect(reading!.models.get('agent')).toBe('openai:gpt-9');
  });

  it.each([
    ['text', new TextEncoder().encode('ticket,score')],
    ['nothing', new Uint8Array()],
    ['a zip archive that is no workbook', zipOf('readme.txt', 'hello')],
  ])('is refused with a reason: %s', async (_, bytes) => {
    const decoded = await decodeWorkbook(bytes);
    expect(decoded).toMatchObject({ ok: false, fault: { code: 'syntax', fatal: true } });
    expect(decoded.ok ? '' : faultMessage(decoded.fault)).toMatch(
      /\w+: it cannot be read as an Excel workbook/,
    );
  });

  it('K079: that is cut short is refused', async () => {
    const bytes = await bytesOf({ Turns: TURNS });
    expect(await decodeWorkbook(bytes.subarray(0, bytes.length - 100))).toMatchObject({ ok: false });
  });

  it('that would unpack to gigabytes is refused before it is unpacked', async () => {
    const bytes = Uint8Array.from(await bytesOf({ Turns: TURNS }));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 46; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true);
    }
    expect(archiveSize(bytes)!.bytes).toBeGreaterThan(2 ** 32);
    expect(await decodeWorkbook(bytes)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });
});

/** A zip archive of one stored file, its checksum left at 0: nothing here unpacks it. */
function zipOf(name: string, text: string): Uint8Array {
  const [file, data] = [new TextEncoder().encode(name), new TextEncoder().encode(text)];
  const bytes = new Uint8Array(30 + file.length + data.length + 46 + file.length + 22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint32(18, data.length, true);
  view.setUint32(22, data.length, true);
  view.setUint16(26, file.length, true);
  bytes.set(file, 30);
  bytes.set(data, 30 + file.length);
  const directory = 30 + file.length + data.length;
  view.setUint32(directory, 0x02014b50, true);
  view.setUint32(directory + 20, data.length, true);
  view.setUint32(directory + 24, data.length, true);
  view.setUint16(directory + 28, file.length, true);
  bytes.set(file, directory + 46);
  const end = directory + 46 + file.length;
  view.setUint32(end, 0x06054b50, true);
  view.setUint16(end + 8, 1, true);
  view.setUint16(end + 10, 1, true);
  view.setUint32(end + 12, 46 + file.length, true);
  view.setUint32(end + 16, directory, true);
  return bytes;
}
