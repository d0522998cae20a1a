import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recompute } from '../../../src/measures/evidence/recompute.ts';
import { aReading } from '../../support/evidence.ts';

const METRICS = {
  rate: { aggregate: 'rate', score: 's' },
  mean: { aggregate: 'mean', score: 's' },
  hat: { aggregate: 'pass_hat_k', score: 's', k: 2 },
  at: { aggregate: 'pass_at_k', score: 's', k: 2 },
  long: { aggregate: 'rate', score: 's', where: { category: 'long' } },
  both: { aggregate: 'rate', pass_if: { s: { min: 1 }, t: { max: 0.5 } } },
  ratio: { aggregate: 'ratio', numerator: 's', denominator: 't' },
  total: { aggregate: 'sum', score: 't' },
};

const rows = fc.array(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      category: fc.constantFrom('long', 'short'),
      cached: fc.boolean(),
      scores: fc.record({ s: fc.constantFrom(true, false, null), t: fc.constantFrom(0, 0.5, 1, -0, null) }),
    },
    { requiredKeys: ['id', 'category', 'scores'] },
  ),
  { minLength: 1, maxLength: 12 },
);

it('a metric comes to the same alone as beside others that look at the same rows', () => {
  fc.assert(
    fc.property(rows, (list) => {
      const results = list.map((row, index) => ({
        ...row,
        sample: index + 1,
        unmeasured: { s: 'judge_timeout', t: 'judge_timeout' },
      }));
      const together = recompute(aReading(results, { metrics: METRICS }));
      for (const [name, definition] of Object.entries(METRICS)) {
        const alone = recompute(aReading(results, { metrics: { [name]: definition } }));
        expect(together.find((each) => each.name === name)).toEqual(alone[0]);
      }
    }),
  );
});
