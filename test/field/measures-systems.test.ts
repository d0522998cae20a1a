import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flipRate, type PairOutcome, tally, winRate } from '../../src/measures/judgments.ts';
import { mean, passHatK } from '../../src/measures/means.ts';
import { ndcgAtK, precisionAtK, recallAtK } from '../../src/measures/retrieval.ts';
import { toolCallMatch } from '../../src/measures/tool-calls.ts';
import { describeField } from '../support/field.ts';

interface Retrieval {
  readonly queries: readonly {
    readonly id: string;
    readonly retrieved: readonly string[];
    readonly recall: Readonly<Record<string, number>>;
    readonly precision: Readonly<Record<string, number>>;
    readonly 'ndcg@10': number;
  }[];
}

interface Accuracy {
  readonly prompt_results: readonly {
    readonly prompt: string;
    readonly expected_tool_calls: readonly { tool_name: string; parameters: unknown; optional: boolean }[];
    readonly model_responses: readonly {
      readonly tool_calling_accuracy: number;
      readonly llm_tool_calls: readonly { readonly tool_name: string; readonly parameters: unknown }[];
    }[];
  }[];
}

interface Compare {
  readonly wins_a: number;
  readonly wins_b: number;
  readonly ties: number;
  readonly win_rate_a: number | null;
  readonly flip_rate: number;
  readonly outcomes: readonly { readonly winner: 'A' | 'B' | 'tie'; readonly flipped: boolean }[];
}

interface Absolute {
  readonly faithfulness: number;
  readonly relevancy: number;
  readonly pass_k: number;
  readonly k: number;
  readonly outcomes: readonly {
    readonly case: string;
    readonly faithfulness: number | null;
    readonly relevancy: number;
    readonly passed: boolean;
  }[];
}

describeField('numbers that the modelled systems wrote, recomputed from their rows', (data) => {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(data, name), 'utf8'));

  describe('research engine: retrieval', () => {
    // The grades are not in the file: these are the ones that its recorded numbers follow from.
    const grades = new Map([
      ['q01-solar-semantic', { 'photovoltaics.md': 2, 'photovoltaics-mirror.md': 2, 'wind-turbines.md': 1 }],
      ['q03-lexical-exact-code', { 'ingest-error-codes.md': 2 }],
      ['q10-embedding-width-error', { 'ingest-error-codes.md': 2 }],
    ]);

    test('nDCG@10 with gain 2^g - 1, recall from grade 2, precision from grade 1', () => {
      const { queries } = read<Retrieval>('research-engine/retrieval-2026-09-09-corpus-local.excerpt.json');
      expect(queries).toHaveLength(3);
      for (const { id, retrieved, recall, precision, 'ndcg@10': ndcg } of queries) {
        const query = { retrieved, relevant: new Map<string, number>(Object.entries(grades.get(id)!)) };
        expect(ndcgAtK(query, 10, 'exponential').value).toBeCloseTo(ndcg, 14);
        for (const k of [1, 3, 5]) expect(recallAtK(query, k, 2).value).toBe(recall[`@${k}`]);
        for (const k of [1, 5]) expect(precisionAtK(query, k).value).toBe(precision[`@${k}`]);
      }
    });
  });

  test.each([
    ['generated-release-v1.2.3.json', 7],
    ['local-1784707818.excerpt.json', 2],
  ])('Couchbase: the accuracy of each response in %s', (name, least) => {
    const scores = read<Accuracy>(`couchbase/${name}`).prompt_results.flatMap((result) => {
      const expected = result.expected_tool_calls.map(({ tool_name, parameters, optional }) => ({
        name: tool_name,
        arguments: unprinted(parameters),
        optional,
      }));
      return result.model_responses.map((response) => {
        const calls = response.llm_tool_calls.map((call) => ({
          name: call.tool_name,
          arguments: call.parameters,
        }));
        return [toolCallMatch(expected, calls).value, response.tool_calling_accuracy];
      });
    });
    expect(scores.length).toBeGreaterThanOrEqual(least);
    expect(scores.map(([mine]) => mine)).toEqual(scores.map(([, theirs]) => theirs));
  });

  test.each(['compare-with-docs-vs-baseline-20260918T101112+0000', 'compare-all-ties-WINRATE-NULL'])(
    'DuckHaven: win and flip rate of %s',
    (name) => {
      const report = read<Compare>(`duckhaven/${name}.json`);
      const outcomes = report.outcomes.map(({ winner, flipped }): PairOutcome => {
        if (flipped) return { kind: 'flip' };
        return winner === 'tie' ? { kind: 'tie' } : { kind: 'win', arm: winner };
      });
      expect(winRate(outcomes, 'A').value).toBe(report.win_rate_a);
      expect(flipRate(outcomes).value).toBe(report.flip_rate);
      const { wins, ties, flips } = tally(outcomes);
      // The report has one number for ties and flips.
      expect([wins.get('A') ?? 0, wins.get('B') ?? 0, ties + flips]).toEqual([
        report.wins_a,
        report.wins_b,
        report.ties,
      ]);
    },
  );

  test('DuckHaven: pass^2 and the mean relevancy of the report with documents', () => {
    const report = read<Absolute>('duckhaven/absolute-with-docs-20260918T101112+0000.json');
    const passed = report.outcomes.map((row) => ({ case: row.case, value: row.passed ? 1 : 0 }));
    const relevancy = report.outcomes.map((row) => ({ case: row.case, value: row.relevancy }));
    expect(passHatK(passed, report.k).value).toBeCloseTo(report.pass_k, 3);
    expect(mean(relevancy).value).toBeCloseTo(report.relevancy, 3);
  });
});

/** The tool prints its matchers by class name; what a composite one is made of is lost. */
function unprinted(value: unknown): unknown {
  if (value === '<StringMatcher>') return { $match: 'string' };
  if (value === '<AnyValueMatcher>' || value === '<CompositeMatcher>') return { $match: 'any_value' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unprinted(each)]));
}
