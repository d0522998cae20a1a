import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import type { Reading } from '../../src/core/reading.ts';
import { decodeJson } from '../../src/document/json.ts';
import { detectFormat } from '../../src/formats/registry.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { seriesOf } from '../../src/policy/series.ts';
import { judgeThresholds } from '../../src/policy/thresholds.ts';
import { aReading } from '../support/evidence.ts';
import { fencedBlocks } from '../support/fenced.ts';
import { describeField } from '../support/field.ts';

const SYSTEMS = ['research engine', 'quack', 'couchbase', 'duckhaven', 'duckie'] as const;
type System = (typeof SYSTEMS)[number];

const policies = new Map<System, Policy>();

beforeAll(async () => {
  const blocks = fencedBlocks('gates.md', 'yaml');
  expect(blocks).toHaveLength(SYSTEMS.length);
  for (const [index, block] of blocks.entries())
    policies.set(SYSTEMS[index]!, await readPolicy(new TextEncoder().encode(block), 'docs/gates.md'));
});

/** The verdicts that a system's gate draws, `metric: verdict`. */
function verdicts(system: System, name: string, reading: Reading): readonly string[] {
  const policy = policies.get(system)!;
  const path = `${policy.ledger[0]}/${name}`;
  const series = seriesOf(path, policy);
  if (series === null) throw new Error(`no series claims ${path}`);
  return judgeThresholds(path, series, reading, judgedMetrics(reading), policy.min_coverage).map(
    ({ metric, verdict, reason }) =>
      `${metric}: ${verdict}${reason === null ? '' : ` (${reason.split(':')[0]})`}`,
  );
}

const claims = (aggregate: object, unmeasured: object = {}) => aReading(undefined, { aggregate, unmeasured });

describe('the gates of docs/gates.md', () => {
  it.each<[string, System, string, Reading, readonly string[]]>([
    [
      'bars on a run without a judge',
      'research engine',
      'eval-2026-07-23.json',
      claims(
        { completion_rate: 0.9, citation_support_rate: null },
        { citation_support_rate: 'judge_missing' },
      ),
      ['completion_rate: met', 'citation_support_rate: unmeasured (judge_missing)'],
    ],
    [
      'exactly zero',
      'research engine',
      'retrieval-2026-09-09-selection-local.json',
      claims({ leakage: 0.001 }),
      ['leakage: missed'],
    ],
    [
      'an upper bar, on it',
      'research engine',
      'contradictions_2026-08-13.json',
      claims({ recall: 0.8, false_positive_rate: 0.1 }),
      ['recall: met', 'false_positive_rate: met'],
    ],
    [
      'one test that fails',
      'quack',
      '2026_quack-test-results.csv',
      claims({ pass_rate: 0.99 }),
      ['pass_rate: missed'],
    ],
    [
      'one response below 0.75, and a mean far above',
      'couchbase',
      'release.json',
      aReading(
        [1, 1, 1, 1, 1, 1, 0].map((tool_calling_accuracy, index) => ({
          ...{ id: `p${index}`, category: 'tool_calls', scores: { tool_calling_accuracy } },
        })),
      ),
      [
        'tool_calling_accuracy: met',
        'rows where category is tool_calls and tool_calling_accuracy is below 0.75: missed',
      ],
    ],
    [
      'an answer that was made up where it had to be declined',
      'duckhaven',
      'absolute-with-docs.json',
      aReading(
        [
          { id: 'a', negative: false, scores: { faithfulness: 5 } },
          { id: 'b', negative: true, scores: { faithfulness: 1 } },
        ],
        {
          aggregate: { faithfulness: 4.2, relevancy: 4, 'pass^2': 0.9, forbidden_tool_calls: 0 },
          metrics: {},
        },
      ),
      [
        'faithfulness: met',
        'relevancy: met',
        'pass^2: met',
        'forbidden_tool_calls: met',
        'rows where negative is true and faithfulness is below 2: missed',
      ],
    ],
    [
      'a judge that contradicts itself',
      'duckhaven',
      'compare-with-docs-vs-baseline.json',
      claims({ win_rate_a: 0.9, flip_rate: 0.3 }),
      ['win_rate_a: unmeasured (inconclusive)'],
    ],
    [
      'skipped metrics, which leave the count',
      'duckie',
      'batch-7.json',
      aReading([
        { id: 'a', scores: { accuracy: 5, tone: 3 } },
        {
          id: 'b',
          scores: { accuracy: 4, tone: null },
          unmeasured: { tone: 'not_applicable: internal note' },
        },
      ]),
      ['accuracy: met', 'tone: missed', 'rows where accuracy is below 2: met'],
    ],
    [
      'a metric that the judge did not reach',
      'duckie',
      'batch-8.json',
      aReading([
        { id: 'a', scores: { accuracy: 5, tone: 4 } },
        { id: 'b', scores: { accuracy: null, tone: 4 }, unmeasured: { accuracy: 'judge_timeout' } },
      ]),
      [
        'accuracy: unmeasured (only 1 of 2 cases were measured, and the others could decide)',
        'tone: met',
        'rows where accuracy is below 2: unmeasured (evidence_missing)',
      ],
    ],
  ])('%s: %s', (_, system, name, reading, expected) => {
    expect(verdicts(system, name, reading)).toEqual(expected);
  });
});

describeField('the gates of docs/gates.md on real files', (data) => {
  const read = (folder: string, name: string): Reading => {
    const bytes = readFileSync(join(data, folder, name));
    const decoded = decodeJson(bytes);
    const file = { path: `results/${name}`, bytes, document: decoded.ok ? decoded.document : null };
    return detectFormat(file)!.read(file)[0]!;
  };

  it.each<[System, string, string, readonly string[]]>([
    [
      'research engine',
      'research-engine',
      'eval-2026-08-13-ollama-run7.json',
      ['completion_rate: met', 'citation_support_rate: missed'],
    ],
    [
      'research engine',
      'research-engine',
      'contradictions_2026-08-13_183819.json',
      ['recall: met', 'false_positive_rate: met'],
    ],
    ['research engine', 'research-engine', 'memory_eval.json', ['pass_rate: met']],
    [
      'couchbase',
      'couchbase',
      'local-1784707818.excerpt.json',
      [
        'tool_calling_accuracy: met',
        'rows where category is tool_calls and tool_calling_accuracy is below 0.75: met',
      ],
    ],
    ['duckhaven', 'duckhaven', 'compare-all-ties-WINRATE-NULL.json', ['win_rate_a: unmeasured (no_cases)']],
  ])('%s: %s/%s', (system, folder, name, expected) => {
    expect(readdirSync(join(data, folder))).toContain(name);
    expect(verdicts(system, name, read(folder, name))).toEqual(expected);
  });
});
