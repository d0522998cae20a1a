/** The reasons for which a system under evaluation gave nothing to score. */
export type Failure = 'target_error' | 'target_quota' | 'target_timeout';

const QUOTA = /\b429\b|resource_?exhausted|rate.?limit|\bquota\b|too ?many ?requests|spending cap/i;
const TIMEOUT = /time[ds]?.?out|deadline.?exceeded/i;

/**
 * What an error text speaks of: quota and time say nothing about the quality of what was evaluated, so they are told
 * apart from an error of its own.
 */
export function failureOf(text: string): Failure {
  if (QUOTA.test(text)) return 'target_quota';
  return TIMEOUT.test(text) ? 'target_timeout' : 'target_error';
}
