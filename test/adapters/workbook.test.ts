import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { archiveEntries, decodeWorkbook } from '../../src/adapters/workbook.ts';
import { faultMessage } from '../../src/document/fault.ts';
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

  it('a long number that names a ticket keeps its digits (A9)', async () => {
    const cell = (at: number, column: number, type: string, content: string) =>
      `<c r="${'ABCDEF'[column]}${at}" t="${type}">${content}</c>`;
    const line = (at: number, ticket: string) =>
      `<row r="${at}">${[ticket, ...'11111'].map((value, column) => cell(at, column, 'n', `<v>${value}</v>`)).join('')}</row>`;
    const head = TURNS[0]!
      .slice(0, 6)
      .map((text, column) => cell(1, column, 'inlineStr', `<is><t>${text}</t></is>`));
    const bytes = zipOf({
      'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${head.join('')}</row>${line(2, '9196877626998785')}${line(3, '9196877626998784')}</sheetData></worksheet>`,
    });
    const decoded = await decodeWorkbook(bytes);
    if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
    const [reading] =
      detectFormat({ path: 'b.xlsx', bytes, document: decoded.document })?.read({
        path: 'b.xlsx',
        bytes,
        document: decoded.document,
      }) ?? [];
    expect(reading?.rows?.map(({ id }) => id)).toEqual(['9196877626998785', '9196877626998784']);
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
    ['a zip archive that is no workbook', zipOf({ 'readme.txt': 'hello' })],
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
    expect(archiveEntries(bytes)!.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(2 ** 32);
    expect(await decodeWorkbook(bytes)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });
});

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A zip archive of stored files, their checksums left at 0: nothing here looks at them. */
function zipOf(contents: Readonly<Record<string, string>>): Uint8Array {
  const texts = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(contents)) {
    const [file, data] = [texts.encode(name), texts.encode(text)];
    const header = (signature: number, size: number, sizes: number, nameAt: number) => {
      const view = new DataView(new ArrayBuffer(size));
      view.setUint32(0, signature, true);
      view.setUint32(sizes, data.length, true);
      view.setUint32(sizes + 4, data.length, true);
      view.setUint16(nameAt, file.length, true);
      return view;
    };
    const entry = header(0x02014b50, 46, 20, 28);
    entry.setUint32(42, offset, true);
    directory.push(new Uint8Array(entry.buffer), file);
    parts.push(new Uint8Array(header(0x04034b50, 30, 18, 26).buffer), file, data);
    offset += 30 + file.length + data.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  const count = Object.keys(contents).length;
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, Buffer.concat(directory).length, true);
  end.setUint32(16, offset, true);
  return Uint8Array.from(Buffer.concat([...parts, ...directory, new Uint8Array(end.buffer)]));
}

describe('a workbook that names a far cell (B2)', () => {
  const SHEET = 'xl/worksheets/sheet1.xml';
  const cell = (place: string, row = place.replace(/[A-Z]/g, '')) =>
    `<row r="${row}"><c r="${place}"><v>1</v></c></row>`;

  async function spentOn(rows: string): Promise<{ readonly spent: number; readonly decoded: unknown }> {
    const bytes = zipOf({ [SHEET]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
    let spent = 0;
    const decoded = await decodeWorkbook(bytes, (cells) => {
      spent += cells;
      if (spent > 1_000_000) throw new RangeError('over');
    }).catch((error: unknown) => error);
    return { spent, decoded };
  }

  it.each([
    ['the last of a sheet', cell('XFD1048576')],
    ['a far row', cell('A9999999')],
    ['a far column beside a far row', `${cell('A1000001')}${cell('ZZZ1000002')}`],
    ['in single quotes', cell('XFD1048576').replaceAll('"', "'")],
    ['with blanks around the sign', cell('XFD1048576').replaceAll('r="', 'r = "')],
    ['only a row', '<row r="9999999"></row>'],
    ['rows without a number', '<row/>'.repeat(2_100_000)],
  ])('is counted before anything is made of it: %s', async (_, rows) => {
    const { spent, decoded } = await spentOn(rows);
    expect(spent).toBeGreaterThan(1_000_000);
    expect(decoded).toBeInstanceOf(RangeError);
  });

  it.each([
    ['spelled with entities', cell('XFD1048576').replaceAll('X', '&#88;')],
    ['as a power', cell('A1', '1e9')],
    ['of eight digits', cell('A1', '99999999')],
    ['of four letters', cell('AAAA1', '1')],
    ['in hexadecimal', cell('A1', '0xFFFFFF')],
  ])('is refused where the place is none: %s', async (_, rows) => {
    const { decoded } = await spentOn(rows);
    expect(decoded).toMatchObject({ ok: false, fault: { code: 'syntax', data: { problem: 'workbook' } } });
  });

  it('costs its cells where they stand close together', async () => {
    const { spent } = await spentOn(`${cell('A1')}${cell('C2')}`);
    expect(spent).toBeGreaterThanOrEqual(6);
    expect(spent).toBeLessThan(12);
  });
});
