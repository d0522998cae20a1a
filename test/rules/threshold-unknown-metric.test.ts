import { expect, it } from 'vitest';
import { thresholdUnknownMetric } from '../../src/rules/threshold-unknown-metric.ts';
import { found, threshold } from '../support/range.ts';

it('finds thresholds on metrics that a result lacks, and names the nearest (K064)', () => {
  const unknown = threshold({ metric: 'faithfullness', verdict: 'unmeasured', value: null });
  const thresholds = [threshold(), { ...unknown, unknown: { nearest: 'faithfulness' } }];
  expect(found(thresholdUnknownMetric, { thresholds })).toEqual([
    expect.stringMatching(
      /^warning .*faithfullness, which this result does not state; it states faithfulness/,
    ),
  ]);
});
