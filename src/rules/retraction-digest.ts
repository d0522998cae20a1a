import { defineRule } from '../core/rule.ts';
import type { RetractionSubject } from './subject.ts';

export const retractionDigest = defineRule({
  id: 'retraction/digest',
  severity: 'error',
  title: 'A retraction is of other bytes than the record has.',
  why: 'The digest ties a retraction to one content. With another one it cannot be told what was meant, and a record of the same name that was lost and replaced would be retracted with it.',
  advice:
    'Let `evalguard retract` write it. By hand: the SHA-256 of the bytes that git holds, as `git show <rev>:<path> | sha256sum` prints it; a work tree may hold other line endings.',
  *check({ retraction, digests }: RetractionSubject) {
    const { path, of } = retraction;
    if (digests.length === 0 || digests.includes(of.sha256)) return;
    yield { path, pointer: '/of/sha256', data: { target: of.path, stated: of.sha256, found: digests } };
  },
  message: ({ target, stated, found }) =>
    found.length === 1
      ? `This retracts ${target} with the SHA-256 ${stated}, and the record's is ${found[0]}, so that it retracts nothing.`
      : `This retracts ${target} with the SHA-256 ${stated}, which is that of none of the ${found.length} contents that history lost there, so that it acknowledges nothing.`,
  remedy: ({ found }) =>
    found.length === 1
      ? `Write ${found[0]} under \`of.sha256\`, if that record is meant.`
      : 'Take the digest of the content that is meant: `evalguard retract REV:PATH` does.',
});
