import type { FormatText } from './text.ts';

export const inspect: FormatText = {
  reads:
    'A log of version 2, and one without a version where the shape is exact. One metric a scorer and metric, ' +
    '`accuracy[scorer=match]`, `mean[scorer=grade/tone]` for one key of an object of values, with the reducer where ' +
    'it is not the mean (`[reducer=pass_at_2]`); `stderr` is the standard error of the mean beside it. Samples are ' +
    'rows, epochs their samples; C, I, P and N are 1, 0, 0.5 and 0 as in inspect_ai, a NaN and a null are unmeasured, ' +
    'and a sample that ended in an error is unmeasured whatever score stands beside it. Where all samples are there, ' +
    'accuracy and mean are recomputed from them, also where epochs are reduced by `pass_at_k`, `pass_k`, `at_least_k`, ' +
    '`max`, `median` or `mode`. A metric counts samples, and one of four epochs is one. A headline that counts samples with an error is kept as ' +
    '`<metric>_as_stated`. A run whose status is not `success` has rows and no headline: it is unmeasured. The part ' +
    'that `limit` or `sample_id` left, the task and its arguments are part of the dataset, so that other ones are not ' +
    'compared. A sample of a shuffled dataset whose id is a number is known by what it asks, since the number may be its ' +
    'place. The judge is the role `grader`, else the model among a scorer’s options; a `model_graded_…` scorer ' +
    'without either had the evaluated model grade itself, which is then the judge. `mockllm` is a scripted run.',
  cannotKnow:
    'From which score on a graded sample is correct for `pass_at_k`, `pass_k` and `at_least_k`: such values are claims. Which model answered or judged, beyond the name that was asked. The archive (`.eval`) and other versions are told for ' +
    'what they are: `inspect log convert FILE --to json --output-dir DIR` writes the JSON. Custom metrics, metrics with ' +
    'options, other reducers and scores in words are claims. Edits after the run (`log_updates`, `history`, ' +
    '`invalidated`), retries, and counts that the samples contradict are listed as losses.',
  file: '2026-10-02T10-11-12+00-00_shelves_abc.json',
  policy: [
    'shelves:',
    '  files: "**/*_shelves_*.json"',
    '  format: inspect',
    '  thresholds:',
    '    "accuracy[scorer=match]": { min: 0.8, enforce: true }',
  ].join('\n'),
};
