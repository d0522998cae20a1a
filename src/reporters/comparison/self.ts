import type { SelfComparison } from '../../core/comparison.ts';
import { formatNumber } from '../../core/quantity.ts';
import { count } from '../../core/wording.ts';

/** A comparison of a run with itself, in a sentence. */
export function selfTerminal({ splits, alarms, cases, seed }: SelfComparison): string {
  const share = formatNumber(alarms / splits);
  return [
    `  ${count(cases, 'case')} with repeated samples, split in two ${splits} times (seed ${seed}).`,
    '',
    `evalguard: ${alarms} of ${splits} splits found a difference that is not there (${share}); at most 0.05 is expected.`,
    '',
  ].join('\n');
}
