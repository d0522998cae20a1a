import { type Reason, type Unmeasured, unmeasured } from '../measured.ts';

const REASONS: Readonly<Record<Reason, true>> = {
  target_error: true,
  target_quota: true,
  target_timeout: true,
  judge_error: true,
  judge_unparseable: true,
  judge_quota: true,
  judge_timeout: true,
  judge_refused: true,
  judge_off_scale: true,
  judge_missing: true,
  evidence_missing: true,
  budget_stop: true,
  stopped_early: true,
  cancelled: true,
  infrastructure: true,
  no_cases: true,
  too_few_samples: true,
  inconclusive: true,
  not_applicable: true,
};

/** A reason as a file writes it, `code` or `code: words`; one that is none of the list is kept as words. */
export function because(stated: string): Unmeasured {
  const colon = stated.indexOf(':');
  const code = colon < 0 ? stated : stated.slice(0, colon);
  return isReason(code)
    ? unmeasured(code, colon < 0 ? undefined : stated.slice(colon + 1).trim())
    : unmeasured('evidence_missing', stated);
}

/** A reason in the words of the result format: `code`, or `code: details`. */
export function reasonText({ reason, detail }: Unmeasured): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}
