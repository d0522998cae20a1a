/** Why a value is missing: the one list of the result format (docs/result.md). */
export const REASONS = [
  'target_error',
  'target_quota',
  'target_timeout',
  'judge_error',
  'judge_unparseable',
  'judge_quota',
  'judge_timeout',
  'judge_refused',
  'judge_off_scale',
  'judge_missing',
  'evidence_missing',
  'budget_stop',
  'stopped_early',
  'cancelled',
  'infrastructure',
  'no_cases',
  'too_few_samples',
  'inconclusive',
  'not_applicable',
] as const;

export type Reason = (typeof REASONS)[number];

/** Whether a text is one of the reasons, alone or with free text after a colon. */
export function isReason(text: string): boolean {
  return (REASONS as readonly string[]).includes(text.split(':', 1)[0] ?? '');
}

/** The text as a reason: as it stands where it is one, else after `evidence_missing`, since no cause was named. */
export function asReason(text: string | null): string {
  if (text === null || text.trim() === '') return 'evidence_missing: no reason is stated';
  return isReason(text) ? text : `evidence_missing: ${text}`;
}
