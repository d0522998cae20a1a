import { describe, expect, it } from 'vitest';
import { fileEncoding } from '../../src/rules/file-encoding.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const series = aSeries();
const mark = Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]);
const utf16 = Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]);
const latin1 = Uint8Array.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);

describe('file/encoding', () => {
  it.each([
    ['K074: refuses UTF-16 and names it', utf16, { series }, 'error', /UTF-16/],
    ['refuses bytes that are not UTF-8 and names the first', latin1, { series }, 'error', /0xe9/],
    [
      'K074: warns of a byte order mark, for the file is read all the same',
      mark,
      { series },
      'warning',
      /order mark/,
    ],
    ['notes a byte order mark in JSON that nobody reads', mark, {}, 'note', /order mark/],
    ['notes another encoding in JSON that nobody reads', utf16, {}, 'note', /UTF-16/],
  ])('%s', (_, bytes, parts, severity, words) => {
    expect(findingsOf(fileEncoding, aRecord(bytes, parts))).toEqual([
      expect.objectContaining({
        severity,
        message: expect.stringMatching(words),
        remedy: expect.stringMatching(/^Save the file/),
      }),
    ]);
  });

  it.each([
    ['plain UTF-8', '{"é": "日本"}', { series }],
    ['what is no JSON by name', utf16, { path: 'results/notes.txt' }],
  ])('passes %s', (_, content, parts) => {
    expect(findingsOf(fileEncoding, aRecord(content, parts))).toEqual([]);
  });

  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const zip = (...names: string[]) => latin(`PK\x03\x04\x14\x00${names.join('\x00\xff')}`);
  it.each([
    ['an archive of inspect_ai', zip('_journal/start.json'), /\(\.eval\) of inspect_ai.*inspect log convert/],
    ['one that was finished', zip('header.json', 'samples/1.json'), /\(\.eval\) of inspect_ai/],
    ['a workbook', zip('[Content_Types].xml', 'xl/workbook.xml'), /Excel workbook.*ending \.xlsx/],
    ['any other zip archive', zip('a.json'), /a zip archive.*unpack it/],
    ['an empty zip archive', latin(`PK\x05\x06${'\x00'.repeat(18)}`), /a zip archive/],
    ['gzip', latin('\x1f\x8b\x08\x00'), /gzip.*unpack it/],
    ['zstd', latin('\x28\xb5\x2f\xfd\x00'), /zstd/],
    ['Parquet', latin('PAR1\x15\x04\x15\x00'), /Parquet.*export/],
    ['SQLite', latin('SQLite format 3\x00\x10'), /SQLite/],
    ['DuckDB', latin('\x01\x02\x03\x04\x05\x06\x07\x08DUCK\x40\x00'), /DuckDB/],
    ['an old Excel file', latin('\xd0\xcf\x11\xe0\xa1\xb1'), /\.xls/],
    ['a pickle', latin('\x80\x04\x95\x00'), /pickle/],
    ['NumPy', latin('\x93NUMPY\x01\x00'), /NumPy/],
    ['tar', latin(`a.json${'\x00'.repeat(251)}ustar`), /tar/],
    ['a picture', latin('\x89PNG\r\n'), /PNG/],
  ])('C9: names what is no text at all: %s', (_, bytes, words) => {
    const [found, ...more] = findingsOf(fileEncoding, aRecord(bytes, { series }));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', message: expect.stringMatching(words) });
    expect(found?.message).not.toContain('UTF-8');
    expect(found?.remedy).not.toContain('UTF-8');
  });

  it('C9: a text is no archive for the letters that it begins with', () => {
    expect(findingsOf(fileEncoding, aRecord('PAR1 was the first', { series }))).toEqual([]);
  });
});
