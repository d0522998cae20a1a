import type { FormatText } from './text.ts';

export const couchbase: FormatText = {
  reads:
    'A reading for each model that was asked: its answers are rows, repeats of a prompt are samples. ' +
    '`tool_calling_accuracy` is the mean of the recorded 0, 0.75 and 1; rows carry the expected and the actual calls, ' +
    'so that it is recomputed from them (`tool_call_match`). `result_score` and `result_passed` are the judge’s ' +
    'verdicts. The model that answered is kept beside the one that was asked. The accuracy inside an evaluation’s ' +
    '`model_response` is the judge’s score written over, and is not read.',
  cannotKnow:
    'What a matcher matches that was written as a class name: those without operands are put back ' +
    '(`<StringMatcher>`), the others (`<CompositeMatcher>`) are a loss, and the accuracy is then a claim only. ' +
    'Headlines: the file states none. The judge’s provider (the agent’s is taken) and which model judged. Limits.',
  file: 'local-1790000000.json',
  policy: [
    'accuracy:',
    '  files: "*.json"',
    '  format: couchbase',
    '  thresholds:',
    '    tool_calling_accuracy: { min: 0.9 }',
  ].join('\n'),
};
