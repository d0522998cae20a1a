import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairedBootstrap } from '../../src/measures/bootstrap.ts';

const differences = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 9 });
/** Drawn so that a mean of exactly 0 is common. */
const balanced = differences.map((some) => [...some, 0 - some.reduce((sum, each) => sum + each, 0)]);

it('swapping the two arms mirrors the bootstrap interval, also where the mean is 0', () => {
  fc.assert(
    fc.property(fc.oneof(differences, balanced), (some) => {
      const there = pairedBootstrap(some, { resamples: 199 })!;
      const back = pairedBootstrap(
        some.map((each) => 0 - each),
        { resamples: 199 },
      )!;
      expect([back.low + 0, back.high + 0]).toEqual([0 - there.high, 0 - there.low]);
    }),
  );
});
