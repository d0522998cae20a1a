import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gridOf } from '../../../src/measures/evidence/grid.ts';
import { aReading } from '../../support/evidence.ts';

const cell = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  arm: fc.constantFrom(null, 'x', 'y'),
  sample: fc.integer({ min: 1, max: 4 }),
});

it('counts every open sample of the grid, and names the first five of them', () => {
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 1, max: 4 }),
      (list, samples) => {
        const results = list.map((row) => ({ ...row, scores: { s: true } }));
        const reading = aReading(results, { method: { limits: {}, samples } });
        const [holes] = gridOf(reading).filter(({ problem }) => problem === 'holes');
        // Cases of pairs alone need no rows of arms, so the plain count is only made where no row is a pair.
        if (list.some(({ arm }) => arm === null)) {
          expect(holes?.names.length ?? 0).toBe(Math.min(5, holes?.count ?? 0));
          return;
        }
        const arms = [...new Set(list.map(({ arm }) => arm))];
        const open = [...new Set(list.map(({ id }) => id))].flatMap((id) =>
          arms.map((arm) => {
            const taken = new Set(
              list.filter((each) => each.id === id && each.arm === arm).map((each) => each.sample),
            );
            return Math.max(0, samples - taken.size);
          }),
        );
        const count = open.reduce((sum, each) => sum + each, 0);
        expect(holes?.count ?? 0).toBe(samples <= 1 && count === 0 ? 0 : count);
        expect(holes?.names.length ?? 0).toBe(Math.min(5, count));
      },
    ),
  );
});

it('counts the holes of thirty thousand arms without listing them (B2)', () => {
  const results = Array.from({ length: 30_000 }, (_, index) => ({
    id: `c${index}`,
    arm: `a${index}`,
    scores: { s: true },
  }));
  const [holes] = gridOf(aReading(results));
  expect(holes?.count).toBe(30_000 * 29_999);
  expect(holes?.names).toHaveLength(5);
});
