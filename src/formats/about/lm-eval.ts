import type { FormatText } from './text.ts';

export const lmEval: FormatText = {
  reads:
    '*Results* (`results_<time>.json`, before and since 0.4; the name and folder do not matter): one metric a task or ' +
    'group, metric and filter, under its full name: `exact_match,strict-match[task=gsm8k]`, and `acc[task=piqa]` in files ' +
    'from before 0.4, which name no filters. Where a metric stands under two filters, both are metrics and none is ' +
    'picked. `_stderr` is the standard error of its metric and never a metric; "N/A" is none. `n-samples` gives how many ' +
    'items were asked and how many there are: a group’s are the sum over its tasks. A run with `--limit` asked the first ' +
    'items only: its coverage says so, and its dataset is another (`5-shot; first 100 of 1319`), so that it is not ' +
    'compared with a full run, nor 5-shot with 0-shot. `repeats` are the samples of each item, so that runs of 1 and of 5 are not compared. `higher_is_better` is the direction; where the file has ' +
    'none, `acc`, `acc_norm` and `exact_match` are better higher. `versions` is the version of the metrics. The model is the back end and the name in its arguments, with `model_sha` or the revision behind an @. ' +
    '*Samples* (`samples_<task>_<time>.jsonl`): a row for each item and filter, the filter being the row’s arm, and each ' +
    'score’s mean over the items of one filter. An empty response or the harness’s placeholder for none is ' +
    '`target_error`, and unmeasured. Lines of one item that name no filter cannot be told apart, nor can two lines of ' +
    'one item and filter: nothing is recomputed. Where the lines have the harness’s digests of item and target, they are ' +
    'the dataset’s fingerprint: a `doc_id` is only a place, and another edition is not compared.',
  cannotKnow:
    'In results: the rows, so that every number is a claim; scales (0 to 100 may stand beside 0 to 1, and nothing is ' +
    'converted); in old files also n, direction and date. In samples: model, limits and version, and whether the run was ' +
    'limited; the task and the date are taken from the file’s name. The perplexities’ rows hold log-likelihoods, of which ' +
    'the headline is no mean: they have no metric there.',
  file: 'results_2026-10-02T10-11-12.345678.json',
  policy: [
    'harness:',
    '  files: "**/results_*.json"',
    '  format: lm-eval',
    '  thresholds:',
    '    "exact_match,strict-match[task=gsm8k]": { min: 0.6, enforce: true }',
    '    "acc,none[task=mmlu]": { min: 0.5 }',
    'harness-samples:',
    '  files: "**/samples_*.jsonl"',
    '  format: lm-eval',
    '  thresholds:',
    '    "exact_match,strict-match[task=gsm8k]": { min: 0.6 }',
  ].join('\n'),
};
