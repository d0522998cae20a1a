import type { FormatText } from './text.ts';

export const duckhaven: FormatText = {
  reads:
    '*Absolute reports*: means on a scale of 1 to 5, `pass^k` by its k, faithfulness split by category and ' +
    'provenance, and the outcomes as rows with sample, category, provenance and negative flag. Over no cases the ' +
    'report writes 0.0; that is unmeasured. `confabulated_on_negative_cases` counts the cases that the report lists, ' +
    '`confabulated_samples` those samples of negative cases whose faithfulness is 1, from the rows: a bound of 0 on ' +
    'either fails a run outright. *Compare reports*: `win_rate_a` over the decided pairs and `flip_rate`. Above a ' +
    'flip rate of 0.25 the win rate is unmeasured (`inconclusive`), whatever the file states.',
  cannotKnow:
    'The bars behind `passed`. Which cases name documentation, so that faithfulness counts: it is deduced where the ' +
    'counts and verdicts leave one possibility, else faithfulness is a claim only. The two rulings of a pair. The ' +
    'judge’s provider, the commit, limits.',
  file: 'absolute-with-docs-20261002T101112+0000.json',
  policy: [
    'judged:',
    '  files: "absolute-*.json"',
    '  format: duckhaven',
    '  thresholds:',
    '    faithfulness: { min: 4.2 }',
    '    relevancy: { min: 4 }',
    '    pass^2: { min: 0.9 }',
    '    confabulated_samples: { max: 0, enforce: true }',
    '    forbidden_tool_calls: { max: 0, enforce: true }',
    'compared:',
    '  files: "compare-*.json"',
    '  format: duckhaven',
    '  thresholds:',
    '    flip_rate: { max: 0.25 }',
  ].join('\n'),
};
