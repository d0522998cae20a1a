import { createHash } from 'node:crypto';
import type { Citation, CitationProblem } from '../../src/core/citation/citation.ts';
import type { Judgement } from '../../src/core/citation/judgement.ts';
import type { JudgedCitation } from '../../src/rules/subject.ts';

/** A number bound to a record, as it stands in Markdown. */
export function bound(text: string, binding: string): string {
  return `<!-- evalguard: ${binding} -->${text}<!-- /evalguard -->`;
}

/** A citation that is right; `parts` says what is different. */
export function judgedCitation(
  judgement: Judgement = { kind: 'current' },
  parts: Partial<Omit<JudgedCitation, 'judgement' | 'citation'>> & {
    readonly citation?: Partial<Citation>;
  } = {},
): JudgedCitation {
  const { citation, ...rest } = parts;
  return {
    page: 'README.md',
    judgement,
    retraction: null,
    changed: false,
    ...rest,
    citation: {
      form: 'comment',
      start: 10,
      end: 14,
      text: '97 %',
      line: 3,
      column: 7,
      target: {
        record: 'results/run.json',
        selector: { metric: 'accuracy' },
        arm: null,
        format: null,
        places: null,
      },
      ...citation,
    },
  };
}

export function brokenBy(problem: CitationProblem): JudgedCitation {
  return judgedCitation({ kind: 'broken', problem });
}

/** A retraction of a record, as `evalguard retract` writes it. */
export function retractionOf(
  path: string,
  content: string,
  reason: string,
  superseded: string | null = null,
): string {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return `${JSON.stringify(
    {
      schema: 'evalguard.retraction/v1',
      of: { path, sha256 },
      reason,
      date: '2026-10-01',
      superseded_by: superseded,
    },
    null,
    2,
  )}\n`;
}
