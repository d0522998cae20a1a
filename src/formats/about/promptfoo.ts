import type { FormatText } from './text.ts';

export const promptfoo: FormatText = {
  reads:
    'What `promptfoo eval -o out.json` writes (`results.version` 3, and 2 with its `table`), and `-o out.jsonl`, which is ' +
    'rows only. A reading for each column, a provider with a prompt. A case is known by what its test asks and asserts, ' +
    'not by its index, so that the repeats of a test are its samples; a cached answer is marked as a repeat, and a test ' +
    'that stands there twice under one index, as after a retry, is told as a loss. ' +
    '`pass_rate` and `score` are what the rows come to: an error, a grader’s error (`metadata.graderError`), an assertion ' +
    'that left no result and a test without assertions are unmeasured, where promptfoo counts fails and passes. What its ' +
    'own counts come to is kept as `pass_rate_as_stated`, with errors counted as not passed, and as ' +
    '`pass_rate_as_stated_without_errors`. `prompts[].metrics.score` is a running total and not read. Named scores are ' +
    'metrics of that name, as are derived metrics (claims only); `judge_pass_rate` is over the rulings of model-graded ' +
    'assertions. A `threshold` of 0 is a threshold. The judge is the assertion’s provider, else the test’s, else the ' +
    'default test’s, else `unknown default`. Another `results.version` is refused.',
  cannotKnow:
    'Whether a judge ruled at all: a reply without `pass` is written as a pass with score 1. Such a pass is unmeasured ' +
    'where its reason says that nothing was evaluated; where it gives no reason it is listed as a loss. Which model ' +
    'answered. What a cost of 0 means. JSON Lines state no date, no version, no configuration and no summary. ' +
    'No version of the metrics: `evalguard record` gives it one (`--metrics-version`), without which two runs are not ' +
    'compared.',
  file: 'out.json',
  policy: [
    'promptfoo:',
    '  files: "promptfoo-*.json"',
    '  format: promptfoo',
    '  thresholds:',
    '    pass_rate: { min: 0.9, enforce: true }',
    '  # Rows only; the same reader, told by the shape.',
    'promptfoo-rows:',
    '  files: "promptfoo-*.jsonl"',
    '  format: promptfoo',
    '  thresholds:',
    '    pass_rate: { min: 0.9 }',
  ].join('\n'),
};
