import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/document/document.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { workbook, workbookFormat } from '../../src/formats/workbook/workbook.ts';
import { fixture } from '../support/fixture.ts';
import { claimOf, fileOf, readingsOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const HEAD = ['batch', 'ticket', 'turn', 'input', 'expected', 'actual', 'score', 'skip status'];
type Rows = readonly (readonly JsonValue[])[];

const csv = (...lines: readonly (readonly string[])[]) =>
  fileOf('runs/batch.csv', [HEAD, ...lines].map((line) => line.join(',')).join('\n'));

/** A workbook as the adapter decodes it. */
function xlsx(sheets: readonly { readonly name: string; readonly rows: Rows }[]): ResultFile {
  const document = { value: { sheets }, faults: [], locate: () => null };
  return { path: 'runs/batch.xlsx', bytes: Uint8Array.of(0x50, 0x4b, 3, 4), document };
}

describe('a batch run as CSV, with the documented headings', () => {
  const reading = readOne(fixture('workbook/batch.csv'));

  it('has a mean over tickets for each score, and one for conversations', () => {
    expect(valuesOf(reading)).toEqual({
      score: 4.5,
      tone: 5,
      accuracy: 4,
      length: 3,
      conversation_score: 4.5,
      conversation_tone: null,
    });
    expect(claimOf(reading, 'score')).toMatchObject({ measured: 1, expected: 2 });
    expect(reading.definitions.get('conversation_score')).toEqual({
      aggregate: 'mean',
      score: 'score',
      where: { category: 'conversation' },
      judged: true,
      direction: 'higher',
    });
  });

  it('has a row a line: the ticket is the case, a skipped turn is not applicable, a blank score unmeasured', () => {
    expect(
      reading.rows!.map(({ id, turn, category, scores }) => [id, turn, category, scores.get('score')]),
    ).toEqual([
      ['T-1', 1, 'turn', 4],
      ['T-1', 2, 'turn', 5],
      ['T-1', null, 'conversation', 4.5],
      ['T-2', 1, 'turn', null],
      ['T-2', 2, 'turn', null],
    ]);
    expect(reading.rows![3]!.unmeasured.get('score')).toBe('judge_missing: the cell is blank');
    expect(reading.rows![4]!.unmeasured.get('score')).toBe('not_applicable: skipped');
    expect(reading.losses).toContain(
      'skips: 1 line is skipped and has a score all the same, which is not read',
    );
  });

  it('keeps the text of a turn as evidence, with its line break', () => {
    expect(reading.rows![0]!.source).toMatchObject({
      Actual: 'Here is\nthe link',
      Reasoning: 'Right, but long',
    });
  });

  it('is named by its batch, and says what it does not say', () => {
    expect(reading.run.variant).toBe('nightly-3');
    expect(reading.losses).toContain('models, judge, date, metrics_version, scale: the file states none');
  });
});

describe('scores', () => {
  const score = (text: string, skip = '') =>
    readOne(csv(['b', 't', '1', 'i', 'e', 'a', text, skip])).rows![0]!;
  it.each([
    ['4', '', 4, undefined],
    ['4.5', 'no', 4.5, undefined],
    ['10', '', 10, undefined],
    ['', '', null, 'judge_missing: the cell is blank'],
    ['0', '', null, 'judge_off_scale: 0 is not on the scale of 1 to 10'],
    ['-1', '', null, 'judge_off_scale: -1 is not on the scale of 1 to 10'],
    ['11', '', null, 'judge_off_scale: 11 is not on the scale of 1 to 10'],
    ['4/5', '', null, 'judge_unparseable: the cell holds no number'],
    ['nan', '', null, 'judge_unparseable: the cell holds no number'],
    ['N/A', '', null, 'not_applicable'],
    ['0', 'skipped', null, 'not_applicable: skipped'],
    ['5', 'Skipped: internal', null, 'not_applicable: skipped'],
    ['5', 'perhaps', 5, undefined],
    ['', 'perhaps', null, 'not_applicable: skipped'],
  ])('K099: "%s" with the skip status "%s" is %s', (text, skip, value, reason) => {
    const row = score(text, skip);
    expect(row.scores.get('score')).toBe(value);
    expect(row.unmeasured.get('score')).toBe(reason);
  });

  it('of one cell are read as JSON or as pairs', () => {
    const head = ['ticket', 'turn', 'input', 'expected', 'actual', 'score', 'metric scores'];
    const lines = [
      ['T', '1', '', '', '', '4', '"{""tone"": 5, ""depth"": null}"'],
      ['T', '2', '', '', '', '4', 'tone=3; depth: 2'],
    ];
    const text = [head, ...lines].map((line) => line.join(',')).join('\n');
    const reading = readOne(fileOf('b.csv', text));
    expect(reading.rows!.map(scoresOf)).toEqual([
      { score: 4, tone: 5, depth: null },
      { score: 4, tone: 3, depth: 2 },
    ]);
  });
});

describe('a workbook', () => {
  const run = {
    name: 'Run',
    rows: [
      ['Model', 'openai:gpt-9'],
      ['Judge model', 'anthropic:judge-2'],
      ['Date', '2026-10-09'],
      ['Scale', '1-5'],
      ['Rubric version', 3],
      ['Dataset', 'tickets'],
    ],
  };
  const turns = {
    name: 'Turns',
    rows: [HEAD, ['b1', 'T-1', 1, 'i', 'e', 'a', 5, null], ['b1', 'T-1', 2, 'i', 'e', 'a', 6, false]],
  };

  it('says what is known of the run on a sheet of two columns', () => {
    const reading = readOne(xlsx([run, turns]));
    expect(reading.models).toEqual(new Map([['agent', 'openai:gpt-9']]));
    expect(reading.judge?.route).toBe('anthropic:judge-2');
    expect(reading).toMatchObject({ metrics_version: '3', run: { date: '2026-10-09', variant: 'b1' } });
    expect(reading.dataset).toMatchObject({ name: 'tickets', cases: 1 });
    expect(reading.rows!.map(({ scores }) => scores.get('score'))).toEqual([5, null]);
    expect(reading.rows![1]!.unmeasured.get('score')).toBe(
      'judge_off_scale: 6 is not on the scale of 1 to 5',
    );
    expect(reading.rows![0]!.pointer).toBe('/sheets/1/rows/1');
  });

  it('with several batches is several runs', () => {
    const rows: Rows = [HEAD, ['b1', 'T', 1, '', '', '', 4, null], ['b2', 'T', 1, '', '', '', 2, null]];
    const readings = readingsOf(xlsx([{ name: 'x', rows }]));
    expect(readings.map(({ arm, claims }) => [arm, claims[0]!.value])).toEqual([
      ['b1', 4],
      ['b2', 2],
    ]);
  });

  it('that repeats a turn has samples of it', () => {
    const line = ['b', 'T', 1, '', '', '', 4, null];
    const reading = readOne(xlsx([{ name: 'x', rows: [HEAD, line, line] }]));
    expect(reading.rows!.map(({ sample }) => sample)).toEqual([1, 2]);
  });

  it('is none where the bytes are those of a JSON file of the same shape', () => {
    expect(workbook.detect(fileOf('results/x.json', { sheets: [turns] }))).toBe(false);
  });
});

describe('a declared mapping', () => {
  const columns = { ticket: 'Case No.', score: 'Grade', metrics: { tone: 'How nice' } };
  const format = workbookFormat(columns);
  const file = fileOf('b.csv', 'case no.,grade,How Nice,other\nA,4,2,x\n');

  it('reads a team’s own headings, without case', () => {
    expect(format.detect(file)).toBe(true);
    expect(workbook.detect(file)).toBe(false);
    const [reading] = format.read(file);
    expect(valuesOf(reading!)).toEqual({ score: 4, tone: 2 });
    expect(reading!.rows![0]).toMatchObject({ id: 'A', turn: null, category: 'turn' });
  });

  it('does not take a sheet that lacks a declared column', () => {
    expect(workbookFormat({ ...columns, notes: 'Remarks' }).detect(file)).toBe(false);
    expect(workbookFormat({ ...columns, metrics: { tone: 'How kind' } }).detect(file)).toBe(false);
  });
});

describe('detection', () => {
  it.each([
    'ticket,score\nA,4',
    'ticket,turn,input,expected,actual,score,score\nA,1,,,,4,5',
    'test_name,planned_runs',
    '',
    '{"ticket": 1}',
  ])('does not take %j', (text) => {
    expect(workbook.detect(fileOf('results/x.csv', text))).toBe(false);
  });
});
