import type { FormatText } from './text.ts';

export const native: FormatText = {
  reads:
    'evalguard’s own result, whole: identity, code, dataset, models, judge, definitions, claims, rows, thresholds. A ' +
    'file with a `candidate` is two runs, `baseline` and `candidate`. Numbers that the file does not state follow ' +
    'from its rows.',
  cannotKnow:
    'What the file leaves out stays unknown, and a result recorded from another tool’s file keeps that reader’s ' +
    'losses under `source.losses`. That a model was called at all is in no file.',
  file: 'eval-2026-10-02-cloud-run4.json',
  policy: [
    'eval:',
    '  files: "eval-*.json"',
    '  name: "{suite}-{date}-{routing}[-{variant}]-run{run}.json"',
    '  thresholds:',
    '    completion_rate: { min: 0.9, enforce: true }',
  ].join('\n'),
};
