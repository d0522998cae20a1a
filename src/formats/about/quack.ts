import type { FormatText } from './text.ts';

export const quack: FormatText = {
  reads:
    'Both headers. A test is a case and each planned run a sample. Every test has two scores: ' +
    '`planned_score[test=NAME]` is the tool’s own, the sum over the *planned* runs, in which a run that early ' +
    'stopping left out counts as 0; `executed_score[test=NAME]` is the mean of the runs that were measured. Without ' +
    'a name both are means over the tests that should pass. `pass_rate` is the share of measured tests that passed. ' +
    'A test that should fail has an upper bound. What runs recorded beside their score is read too ' +
    '(`mean_duration_s[test=NAME]`). A score of 0 whose reason reads like an exception (`ValueError: …`) is an error ' +
    'and unmeasured; a blank cell and `nan` are unmeasured; where nothing of a test was measured its verdict is not ' +
    'taken either.',
  cannotKnow:
    'Models, judge, limits and definitions: none is in the file. The date is taken from the file’s name. Files with ' +
    'the old header do not say how many runs were planned, nor which tests should fail.',
  file: '20261002T101112000000Z_quack-test-results.csv',
  policy: [
    'quack:',
    '  files: "*_quack-test-results.csv"',
    '  format: quack',
    '  thresholds:',
    '    pass_rate: { min: 1, enforce: true }',
    '    "executed_score[test=test/test_agent.py::test_answer]": { min: 0.8 }',
  ].join('\n'),
};
