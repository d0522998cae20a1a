import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/core/digest.ts';

describe('sha256', () => {
  it('is that of FIPS 180-4', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('takes a text as its UTF-8 bytes', () => {
    expect(sha256('é')).toBe(sha256(Uint8Array.of(0xc3, 0xa9)));
  });

  it('is Node’s own, for any text and around every block', () => {
    const node = (text: string) => createHash('sha256').update(text).digest('hex');
    for (let length = 0; length < 200; length += 1)
      expect(sha256('é'.repeat(length))).toBe(node('é'.repeat(length)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => sha256(text) === node(text)),
    );
  });
});
