import { describe, expect, it } from 'vitest';
import { statesAny } from '../../../src/commands/init/cited.ts';

describe('a text that states a value', () => {
  it.each([
    ['as it is', 'Support is 0.7416 today.', true],
    ['rounded', 'Support is 0.742.', true],
    ['in percent', '| support | 74.2 % |', true],
    ['with too few digits to be told from chance', 'About 0.74.', false],
    ['another number', 'Support is 0.743.', false],
    ['a version', 'Since 1.0.7416', false],
  ])('%s', (_, text, expected) => {
    expect(statesAny(text, [0.7416, 12])).toBe(expected);
  });
});
