import { sha256 } from '../core/digest.ts';
import { defineRule } from '../core/rule.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const evidencePromptDigest = defineRule({
  id: 'evidence/prompt-digest',
  severity: 'error',
  title: 'The digest of a prompt is not that of its text.',
  why: 'A candidate is told apart from its baseline by its prompt. Where text and digest differ, one of them is of another prompt, and nobody knows which was run.',
  advice: 'Compute the SHA-256 of the prompt’s UTF-8 bytes as they were sent, and keep that text.',
  *check(record: RecordSubject) {
    for (const { prompts, arm } of record.readings) {
      for (const { role, text, sha256: stated, pointer } of prompts) {
        if (text === null) continue;
        const computed = sha256(text);
        if (computed !== stated.toLowerCase())
          yield { ...placeIn(record, `${pointer}/sha256`), data: { role, arm, stated, computed } };
      }
    }
  },
  message: ({ role, stated, computed }) =>
    `The prompt of ${role} states the SHA-256 ${stated}; its text has ${computed}. One of the two is of another prompt.`,
  remedy: () => 'Put the text that was run beside its own digest. The digest is of the text’s UTF-8 bytes.',
});
