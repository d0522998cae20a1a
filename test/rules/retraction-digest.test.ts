import { describe, expect, it } from 'vitest';
import { retractionDigest } from '../../src/rules/retraction-digest.ts';
import { findingsOf } from '../support/record.ts';
import { aRetraction, DIGEST } from '../support/retraction.ts';

const [other, third] = ['e'.repeat(64), 'f'.repeat(64)];

describe('retraction/digest', () => {
  it.each([
    ['is the record’s', [DIGEST], 0],
    ['is of one of the contents that history lost', [other, DIGEST], 0],
    ['is of other bytes', [other], 1],
    ['is of none of the lost contents', [other, third], 1],
    ['has nothing to be held against', [], 0],
  ])('a digest that %s', (_, digests, count) => {
    expect(findingsOf(retractionDigest, aRetraction({ digests }))).toHaveLength(count);
  });

  it('names both digests, so that the right one can be copied', () => {
    const [finding] = findingsOf(retractionDigest, aRetraction({ digests: [other] }));
    expect(finding).toMatchObject({ severity: 'error', pointer: '/of/sha256' });
    expect(finding?.message).toContain(DIGEST);
    expect(finding?.remedy).toContain(other);
  });
});
