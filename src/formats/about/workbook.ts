import type { FormatText } from './text.ts';

export const workbook: FormatText = {
  reads:
    'A line a turn, with the headings batch, ticket, turn, input, expected, actual, score, metric scores, reasoning, ' +
    'skip status and notes; a heading such as `tone score` is a metric of its own, and `metric scores` holds several ' +
    '(`tone: 4; accuracy: 5`, or JSON). A line without a turn scores the conversation (`conversation_score`). A ' +
    'skipped line is not applicable, never 0; a blank cell is unmeasured; a number off the scale is none. A ticket is ' +
    'a case, and each batch of a file a reading. A sheet of two columns says what is known of the run: model, judge, ' +
    'date, dataset, scale (`1-5`; without it 1 to 10), rubric version. Headings of your ' +
    'own are named by `columns` in the series: all that are named must be there.',
  cannotKnow:
    'Headlines: the file states none, they are the means of its rows. Models, judge, date and scale, unless a sheet ' +
    'says them; a CSV file has no such sheet. Limits and mode. A formula has the value that was last computed.',
  file: 'batch-nightly-3.xlsx',
  policy: [
    'tickets:',
    '  files: "batch-*.xlsx"',
    '  format: workbook',
    '  thresholds:',
    '    score: { min: 4 }',
    '    conversation_score: { min: 4 }',
    'reviews:',
    '  files: "review-*.csv"',
    '  format: workbook',
    '  columns: { ticket: Case No., turn: Step, score: Grade, metrics: { tone: How polite } }',
    '  thresholds:',
    '    tone: { min: 4 }',
  ].join('\n'),
};
