import { describe, expect, it } from 'vitest';
import { memoizedTexts } from '../../src/core/maps.ts';

describe('a function of texts that remembers', () => {
  it('is carried out once for a text, and forgets where the texts have no end', () => {
    let made = 0;
    const find = memoizedTexts((text) => {
      made += 1;
      return text === '' ? null : text.length;
    });
    expect([find('abc'), find('abc'), find(''), find('')]).toEqual([3, 3, null, null]);
    expect(made).toBe(2);
    for (let at = 0; at < 10_000; at += 1) find(`text ${at}`);
    expect(find('abc')).toBe(3);
    expect(made).toBe(10_003);
  });
});
