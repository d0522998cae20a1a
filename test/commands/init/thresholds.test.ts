import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedBound, sideOf, suggestedThresholds } from '../../../src/commands/init/thresholds.ts';
import { trials } from '../../support/trial.ts';

describe('the side of a bound', () => {
  it.each([
    [
      'min',
      'accuracy completion_rate pass_rate f1 recall@5 mrr ndcg@10 exact_match passRate faithfulness judge_score win_rate overall_score pass@1 success_rate acc,none avg_recall mean_score rougeL citation_support_rate decision_replay_pass_rate correct_rate robust_accuracy',
    ],
    [
      'max',
      'latency_ms avg_latency_s p95_latency_ms cost_usd total_cost duration duration_s mean_duration_seconds time_seconds tokens total_tokens accuracy_std recall_stddev error_rate false_positive_rate hallucination_rate failure_rate wer perplexity acc_stderr elapsed inconclusive_rate refusal_rate timeout_rate flip_rate unanswered_share attack_success_rate inconclusiveRate latency_p95',
    ],
    [
      'none',
      'total passed failed cases n seed schema_version k min_recall max_score threshold temperature foo queries top_k num_correct duration_score bias_accuracy citation_rate tool_use_rate retry_ratio rate error_recovery_rate hallucination_detection cost_savings time_horizon tokens_per_second delta.pass_rate accuracyDelta',
    ],
  ])('is %s for its words', (side, names) => {
    expect(names.split(' ').map((name) => [name, sideOf(name) ?? 'none'])).toEqual(
      names.split(' ').map((name) => [name, side]),
    );
  });
});

describe('a rounded bound', () => {
  it.each([
    [0.7137375622237064, 'min', 0.71],
    [0.7137375622237064, 'max', 0.72],
    [0.7, 'min', 0.7],
    [1, 'min', 1],
    [0.995, 'min', 0.99],
    [812.4, 'max', 820],
    [64.58, 'min', 64],
    [0.0123, 'max', 0.013],
    [0, 'max', 0],
    [-0.123, 'min', -0.13],
    [12345, 'max', 13000],
  ] as const)('%f as %s is %f', (value, bound, expected) =>
    expect(roundedBound(value, bound)).toBe(expected),
  );

  it('is met by the value, and no further away than a tenth', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), (value) => {
        expect(roundedBound(value, 'min')).toBeLessThanOrEqual(value);
        expect(roundedBound(value, 'max')).toBeGreaterThanOrEqual(value);
        expect(Math.abs(roundedBound(value, 'min') - value)).toBeLessThanOrEqual(Math.abs(value) / 9);
      }),
      { numRuns: trials(400) },
    );
  });
});

describe('the thresholds that are offered', () => {
  it('are met by every arm, where several state one metric', () => {
    const of = (accuracy: number, cost: number) => [
      { name: 'accuracy', value: accuracy },
      { name: 'cost_usd', value: cost },
    ];
    expect(suggestedThresholds([...of(0.9, 2), ...of(0.6, 1), ...of(0.7, 3)], 3)).toEqual([
      { metric: 'accuracy', bound: 'min', value: 0.6 },
      { metric: 'cost_usd', bound: 'max', value: 3 },
    ]);
  });

  it('are shares of quality first, on the side that is better, and none of unknown side', () => {
    const metrics = [
      { name: 'queries', value: 10 },
      { name: 'avg_latency_s', value: 2.51 },
      { name: 'completion_rate', value: 0.9 },
      { name: 'oddity', value: 0.3, direction: 'lower' as const },
    ];
    expect(suggestedThresholds(metrics, 3)).toEqual([
      { metric: 'completion_rate', bound: 'min', value: 0.9 },
      { metric: 'avg_latency_s', bound: 'max', value: 2.6 },
      { metric: 'oddity', bound: 'max', value: 0.3 },
    ]);
  });

  it('are none of an unmeasured metric, and no least of nothing', () => {
    expect(
      suggestedThresholds(
        [
          { name: 'accuracy', value: null },
          { name: 'recall', value: 0 },
        ],
        3,
      ),
    ).toEqual([]);
  });
});
