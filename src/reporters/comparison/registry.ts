import type { Comparison, SelfComparison } from '../../core/comparison.ts';
import { json } from '../json.ts';
import { comparisonMarkdown } from './markdown.ts';
import { selfTerminal } from './self.ts';
import { comparisonTerminal } from './terminal.ts';

/** The reporters of a comparison by the name that `--format` takes. */
export const COMPARISON_REPORTERS: ReadonlyMap<string, (comparison: Comparison) => string> = new Map([
  ['terminal', comparisonTerminal],
  ['json', json],
  ['markdown', comparisonMarkdown],
]);

/** The same for a comparison of a run with itself, which is two sentences in any of them. */
export const SELF_REPORTERS: ReadonlyMap<string, (comparison: SelfComparison) => string> = new Map([
  ['terminal', selfTerminal],
  ['json', json],
  ['markdown', (comparison) => selfTerminal(comparison).replace(/^ +/gm, '')],
]);
