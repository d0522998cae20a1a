import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { evidencePromptDigest } from '../../src/rules/evidence-prompt-digest.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const found = (planner: object) => {
  const candidate = { prompts: { planner }, results: [{ id: 'refund', scores: { passed: true } }] };
  return findingsOf(evidencePromptDigest, aRecord(aResult({ candidate })));
};

describe('evidence/prompt-digest', () => {
  it('lets a digest of the text’s UTF-8 bytes pass, and one without a text', () => {
    expect(found({ text: 'Planifiez d’abord.\n', sha256: digest('Planifiez d’abord.\n') })).toEqual([]);
    expect(found({ sha256: digest('anything') })).toEqual([]);
  });

  it('finds a text that is another by one line break', () => {
    const [finding, ...others] = found({ text: 'Plan first.', sha256: digest('Plan first.\n') });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'error',
      pointer: '/candidate/prompts/planner/sha256',
      data: { role: 'planner', arm: 'candidate', computed: digest('Plan first.') },
    });
  });
});
