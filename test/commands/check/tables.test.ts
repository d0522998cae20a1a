import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readRecord } from '../../../src/commands/check/read/record.ts';
import type { Series } from '../../../src/policy/policy.ts';
import { aPolicy, aSeries } from '../../support/policies.ts';
import { valuesOf } from '../../support/reading.ts';
import { bytesOf } from '../../support/record.ts';

const read = (path: string, content: unknown, series: Partial<Series> | null) =>
  readRecord(
    path,
    { oid: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391', kind: 'file' },
    { bytes: bytesOf(content) },
    aPolicy(series === null ? {} : { series: [aSeries(series)] }),
    null,
    null,
  );
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

describe('tables in the ledger', () => {
  it('CSV that a series claims is read by its reader', async () => {
    const record = await read('results/x.csv', fixture('quack/new.csv'), { files: '*.csv' });
    expect([record.format, record.unread]).toEqual(['quack', null]);
    expect(valuesOf(record.readings[0]!)).toMatchObject({ pass_rate: 1 });
  });

  it('CSV that no series claims is a record like any other file', async () => {
    const record = await read('results/x.csv', fixture('quack/new.csv'), null);
    expect([record.content.kind, record.format]).toEqual(['other', null]);
  });

  it('K079: CSV that is cut short is a fault with its line', async () => {
    const record = await read('results/x.csv', 'test_name,planned_runs\n"cut', { files: '*.csv' });
    expect(record.content).toMatchObject({ kind: 'fault', fault: { code: 'syntax', place: { line: 2 } } });
  });

  it('a table of another shape than its series says is unread', async () => {
    const record = await read('results/x.csv', 'a,b\n1,2\n', { files: '*.csv', format: { reader: 'quack' } });
    expect(record).toMatchObject({ format: null, unread: 'it does not have the shape of quack-test CSV' });
  });

  it('a batch run is read by headings of a team’s own', async () => {
    const columns = { ticket: 'Case No.', score: 'Grade' };
    const series = { files: '*.csv', format: { reader: 'workbook' }, columns };
    const record = await read('results/x.csv', 'CASE NO.,grade\nA,4\nB,\n', series);
    expect(valuesOf(record.readings[0]!)).toEqual({ score: 4 });
    const lacking = await read('results/x.csv', 'case,grade\nA,4\n', series);
    expect(lacking.unread).toMatch(/^it does not have the shape of/);
  });

  it('an Excel workbook is read to the end', async () => {
    const head = ['Ticket', 'Turn', 'Input', 'Expected', 'Actual', 'Score'];
    const data = [head, ['T-1', 1, 'a', 'b', 'c', 3]].map((row) =>
      row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value })),
    );
    const bytes = await writeWorkbook([{ sheet: 'Turns', data }]).toBuffer();
    const record = await read('results/b.xlsx', new Uint8Array(bytes), { files: '*.xlsx' });
    expect(record.format).toBe('workbook');
    expect(valuesOf(record.readings[0]!)).toEqual({ score: 3 });
    const broken = await read('results/b.xlsx', new Uint8Array(bytes).subarray(0, 900), { files: '*.xlsx' });
    expect(broken.content).toMatchObject({ kind: 'fault', fault: { code: 'syntax' } });
  });
});
