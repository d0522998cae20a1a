import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { decodeWorkbook } from '../../src/adapters/workbook.ts';
import { faultMessage } from '../../src/document/fault.ts';
import { detectFormat } from '../../src/formats/registry.ts';

const HEADINGS = ['Ticket', 'Turn', 'Input', 'Expected', 'Actual', 'Score', 'Skip status'];

/** One turn of a batch run, as a person's sheet has it. */
interface Turn {
  readonly ticket: string;
  readonly turn: number;
  readonly text: string;
  readonly score: number | null;
}

const turns = fc
  .uniqueArray(
    fc.record({
      ticket: fc.nat(400).map((number) => `T-${number}`),
      turn: fc.integer({ min: 1, max: 9 }),
      text: fc.constantFrom('plain', 'two\nlines', 'a, comma', '"quoted"', '=1+1', 'naïve — ✓', ' padded '),
      score: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { selector: ({ ticket, turn }) => `${ticket} ${turn}`, minLength: 1, maxLength: 200 },
  )
  // With no score at all there is no run to read.
  .map((list): readonly Turn[] => [{ ...list[0]!, score: 3 }, ...list.slice(1)]);

/** What a person does who opens the workbook in LibreOffice and saves it: by way of its own format, and back. */
function saved(folder: string, workbook: Buffer): Uint8Array {
  const run = (from: string, to: string) =>
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
        '--headless',
        '--convert-to',
        to,
      ].concat('--outdir', join(folder, to), join(folder, from)),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  writeFileSync(join(folder, 'run.xlsx'), workbook);
  run('run.xlsx', 'ods');
  run('ods/run.ods', 'xlsx');
  return readFileSync(join(folder, 'xlsx/run.xlsx'));
}

describe('a workbook that LibreOffice saved', () => {
  it('is read to the turns and scores that were written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evalguard-libreoffice-'));
    try {
      await fc.assert(
        fc.asyncProperty(turns, async (written) => {
          const cell = (value: string | number | null) =>
            value === null ? null : typeof value === 'number' ? { value, type: Number } : { value };
          const lines = written.map(({ ticket, turn, text, score }) => [
            ticket,
            turn,
            text,
            null,
            text,
            score,
            null,
          ]);
          const made = await writeWorkbook([
            { sheet: 'Run', data: [HEADINGS, ...lines].map((line) => line.map(cell)) },
          ]).toBuffer();
          const bytes = saved(folder, made);
          const decoded = await decodeWorkbook(bytes);
          if (!decoded.ok) throw new Error(faultMessage(decoded.fault));
          const file = { path: 'run.xlsx', bytes, document: decoded.document };
          const [reading] = detectFormat(file)?.read(file) ?? [];
          expect(reading?.rows?.map(({ id, turn, scores }) => [id, turn, scores.get('score')])).toEqual(
            written.map(({ ticket, turn, score }) => [ticket, turn, score]),
          );
        }),
        { numRuns: 25 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
