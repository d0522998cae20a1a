import type { FormatText } from './text.ts';

export const researchEngine: FormatText = {
  reads:
    'Four shapes. *Report runs*: completion, averages over completed reports, citation support with the judge’s ' +
    'ruling on every claim, the bars under `release_criteria`, and the `judge` and `candidate` blocks of newer files ' +
    '(two readings, `baseline` and `candidate`). *Memory runs*: `pass_rate`, with unsupported questions as negative ' +
    'cases. *Contradictions*: `recall`, and `false_positive_rate` with an upper bound. *Retrieval*, over a corpus or ' +
    'a selection of it: each metric overall and by kind, as `recall@1[kind=lexical]`. Headlines are rounded to four ' +
    'places, save those of retrieval. In fake mode no model was called: the run is scripted, and the models that it ' +
    'names are not taken. A 0 under `method.limits` is "no limit". Rows that ended in an error are unmeasured, by ' +
    'what the text says (429 is `target_quota`); where a headline counts them as failures, or as clean controls, it ' +
    'is kept as `<metric>_as_stated` beside the metric over the other rows. An empty `*_trace.json` measured nothing.',
  cannotKnow:
    'Who judged, in files without a `judge` block that do not say it in words: a real run then has no judge. The ' +
    'commit. Whether a cost of 0 is free or not priced. The relevance grades behind retrieval: recall counts grade 2, ' +
    'precision grade 1 and above, the gain of nDCG is 2^grade - 1.',
  file: 'eval-2026-10-02-mistral.json',
  policy: [
    'report:',
    '  files: "eval-*.json"',
    '  format: research-engine',
    '  metrics_version: 4',
    '  thresholds:',
    '    completion_rate: { min: 0.9, enforce: true }',
    '    citation_support_rate: { min: 0.95 }',
    'contradictions:',
    '  files: "contradictions_*.json"',
    '  format: research-engine',
    '  thresholds:',
    '    recall: { min: 0.8 }',
    '    false_positive_rate: { max: 0.1 }',
    'selection:',
    '  files: "retrieval-*-selection-*.json"',
    '  format: research-engine',
    '  thresholds:',
    '    leakage: { max: 0, enforce: true }',
  ].join('\n'),
};
