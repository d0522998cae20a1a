/** The reasons for which a system under evaluation gave nothing to score. */
export type Failure = 'target_error' | 'target_quota' | 'target_timeout';

/** The reasons for which a judge gave no ruling. */
export type JudgeFailure = 'judge_error' | 'judge_quota' | 'judge_timeout' | 'judge_unparseable';

const QUOTA =
  /\b429\b|resource_?exhausted|rate.?limit|\bquota\b|too ?many ?requests|spending cap|insufficient.(?:credit|fund|balance)|credit balance/i;
const TIMEOUT = /time[ds]?.?out|deadline.?exceeded/i;
const UNPARSEABLE = /\bJSON\b|\bpars(?:e|ed|ing|able)\b|malformed|invalid (?:response|output|score)/i;

/**
 * What an error text speaks of: quota and time say nothing about the quality of what was evaluated, so they are told
 * apart from an error of its own.
 */
export function failureOf(text: string): Failure {
  if (QUOTA.test(text)) return 'target_quota';
  return TIMEOUT.test(text) ? 'target_timeout' : 'target_error';
}

/** What the error text of a judge speaks of: quota, time, an answer that could not be read, or an error of its own. */
export function judgeFailureOf(text: string): JudgeFailure {
  if (QUOTA.test(text)) return 'judge_quota';
  if (TIMEOUT.test(text)) return 'judge_timeout';
  return UNPARSEABLE.test(text) ? 'judge_unparseable' : 'judge_error';
}
