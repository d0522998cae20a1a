import { REASONS, type Reason } from '../../core/verdict.ts';
import { type Unmeasured, unmeasured } from '../observation.ts';

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
  return (REASONS as readonly string[]).includes(text);
}
