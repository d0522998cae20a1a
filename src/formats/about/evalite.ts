import type { FormatText } from './text.ts';

export const evalite: FormatText = {
  reads:
    'The JSON that evalite exports (`outputPath`, `--outputPath`): evals with results, and the later suites with evals. A ' +
    'reading for each variant; an eval is the category of its rows. `average_score` is the mean of the results’ scores, ' +
    'over all evals and for each (`average_score[eval=Capitals]`), and every scorer is a metric of its name. A result that ' +
    'failed is an error, by what its output says, and one without scores is unmeasured; evalite writes an average of 0 for ' +
    'both. The averages that the file states are kept as `average_score_as_stated[eval=Capitals]`. A partial run is ' +
    'unmeasured as a whole, since it evaluated what had changed, and so is one with an eval that was still running. Evals ' +
    'of one name are told apart by the names of their files (`Capitals (one.eval.ts)`), else by their order.',
  cannotKnow:
    'Models and judge: none is in the file, nor which scorers ask a model. Whether a score of 0 was null, which evalite ' +
    'writes as 0: such scores are counted as a loss. Trials: equal inputs of an eval are taken as samples of one case. ' +
    'The version of evalite, the commit, limits. No version of the metrics: `evalguard record` gives it one ' +
    '(`--metrics-version`), without which two runs are not compared.',
  file: 'evalite.json',
  policy: [
    'evalite:',
    '  files: "evalite-*.json"',
    '  format: evalite',
    '  thresholds:',
    '    average_score: { min: 0.8, enforce: true }',
    '    "average_score[eval=Capitals]": { min: 0.9 }',
  ].join('\n'),
};
