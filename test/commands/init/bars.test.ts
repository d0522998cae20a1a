import { describe, expect, it } from 'vitest';
import { offeredBars } from '../../../src/commands/init/bars.ts';

describe('the bars that are offered', () => {
  it('are shares of quality before counts, on the side that is better', () => {
    const metrics = [
      { name: 'queries', value: 10 },
      { name: 'avg_latency_s', value: 2.5 },
      { name: 'completion_rate', value: 0.9 },
      { name: 'false_positive_rate', value: 0.1 },
    ];
    expect(offeredBars(metrics, 3)).toEqual([
      { metric: 'completion_rate', bound: 'min', value: 0.9 },
      { metric: 'false_positive_rate', bound: 'max', value: 0.1 },
      { metric: 'queries', bound: 'min', value: 10 },
    ]);
  });

  it('are none of an unmeasured metric, a bound or a standard error', () => {
    const names = ['min_recall', 'acc_stderr', 'schema_version'];
    const metrics = [...names.map((name) => ({ name, value: 1 })), { name: 'accuracy', value: null }];
    expect(offeredBars(metrics, 3)).toEqual([]);
  });
});
