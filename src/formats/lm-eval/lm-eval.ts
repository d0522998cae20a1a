import { asList, asObject } from '../field.ts';
import type { Format } from '../format.ts';
import { isResults, readResults } from './results.ts';
import { isSamples, readSamples } from './samples.ts';

/** The files of EleutherAI's lm-evaluation-harness: aggregated results, old and new, and the log of one task's samples. */
export const lmEval: Format = {
  id: 'lm-eval',
  title: 'lm-evaluation-harness (results JSON, samples JSON Lines)',
  detect: ({ document }) => isResults(asObject(document?.value)) || isSamples(asList(document?.value)),
  read(file) {
    const value = file.document?.value;
    const [root, lines] = [asObject(value), asList(value)];
    if (isResults(root)) return [readResults(root, file.document)];
    return isSamples(lines) ? [readSamples(file.path, lines, file.document)] : [];
  },
};
