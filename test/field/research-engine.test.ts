import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { observations } from '../../src/formats/row.ts';
import { mean, rate } from '../../src/measures/means.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne, scoresOf, statedOf, valuesOf } from '../support/reading.ts';

describeField('research engine', (data) => {
  const read = (name: string) => readOne(fileAt(join(data, 'research-engine', `${name}.json`)));
  const COMPLETION = 'completion_rate';
  const SUPPORT = 'citation_support_rate';

  describe('report runs', () => {
    test.each([
      ['eval-2026-07-23', null, 1, null, 'met', 'unmeasured'],
      ['eval-2026-07-31', null, 1, 0.3207, 'met', 'missed'],
      ['eval-2026-08-12', 2, 0.2, 0.7416, 'missed', 'missed'],
      ['eval-2026-08-12.v2-71d75a2', 2, 1, 0.9342, 'met', 'missed'],
      ['eval-2026-08-13-gemini', 4, 0, null, 'missed', 'unmeasured'],
      ['eval-2026-08-13-ollama-run7', 3, 1, 0.9, 'met', 'missed'],
      ['eval-2026-09-28-custom-custom.excerpt', 4, 1, 0.9638, 'met', 'met'],
    ])('%s', (name, version, completion, support, completed, supported) => {
      const reading = read(name);
      expect(reading.metrics_version).toBe(version);
      expect(valuesOf(reading)).toMatchObject({ [COMPLETION]: completion, [SUPPORT]: support });
      expect(claimOf(reading, COMPLETION).expected).toBe(10);
      expect(statedOf(reading)).toEqual([
        [COMPLETION, 0.9, null, completed],
        [SUPPORT, 0.95, null, supported],
      ]);
      expect(reading.claims.every(({ places }) => places === 4)).toBe(true);
    });

    test.each([
      'eval-2026-07-23',
      'eval-2026-07-31',
      'eval-2026-08-12',
      'eval-2026-08-12.v2-71d75a2',
      'eval-2026-08-13-ollama-run7',
      'eval-2026-08-13-gemini',
    ])('the headlines of %s follow from its rows, to four places', (name) => {
      const reading = read(name);
      expect(reading.rows).toHaveLength(10);
      for (const { name, value } of reading.claims) {
        const definition = reading.definitions.get(name)!;
        const over = definition['where'] === undefined ? reading.rows! : reading.rows!.filter(isCompleted);
        const seen = observations(over, String(definition['score']));
        const mine = definition.aggregate === 'rate' ? rate(seen) : mean(seen);
        if (value === null) expect([name, mine.value]).toEqual([name, null]);
        else expect(Math.abs(mine.value! - value)).toBeLessThanOrEqual(0.00005 + 1e-12);
      }
    });

    test('a fake run is scripted, and the models that it names were never called', () => {
      const reading = read('eval-2026-07-23');
      expect(reading.mode).toBe('scripted');
      expect(reading.models.size).toBe(0);
      expect(reading.judge).toBeNull();
      expect(reading.losses).toContainEqual(
        expect.stringMatching(/^models: the file names google:gemini-2.5-flash/),
      );
      expect(claimOf(reading, SUPPORT).reason).toMatch(/^judge_missing/);
      expect(reading.run).toMatchObject({ date: '2026-07-23', generated_at: '2026-07-24T04:20:07+00:00' });
    });

    test('two of ten rows carry the key; the others stay without it, and their resolution is unmeasured', () => {
      const { rows } = read('eval-2026-08-12');
      expect(rows!.map((row) => row.scores.has(SUPPORT))).toEqual([true, true, ...Array(8).fill(false)]);
      expect(rows!.map((row) => row.scores.get('resolution_rate'))).toEqual([1, 1, ...Array(8).fill(null)]);
      expect(claimOf(read('eval-2026-08-12'), SUPPORT)).toMatchObject({ measured: 2, expected: 10 });
      expect(rows![2]).toMatchObject({ error: { kind: 'target_error' }, category: 'energy' });
      expect(scoresOf(rows![2])).toMatchObject({ completed: false, latency_s: 71.51 });
    });

    test('K105: an exhausted quota is unmeasured: every average is null, and says so', () => {
      const reading = read('eval-2026-08-13-gemini');
      expect(reading.rows!.map((row) => row.error?.kind)).toEqual(Array(10).fill('target_quota'));
      const { [COMPLETION]: completion, ...others } = valuesOf(reading);
      expect(completion).toBe(0);
      expect(Object.values(others)).toEqual(Array(6).fill(null));
      for (const { name, reason } of reading.claims) {
        if (name !== COMPLETION) expect(reason).toMatch(/^target_quota/);
      }
    });

    test('run 7: the judge’s ruling on each claim; the run is the mean of its reports, not 32 of 36', () => {
      const { rows } = read('eval-2026-08-13-ollama-run7');
      const rulings = rows!.flatMap((row) => row.judgments.map(({ value }) => value));
      expect([rulings.filter((value) => value === true).length, rulings.length]).toEqual([32, 36]);
    });

    test('the old judge, named in words, is the role that it judged', () => {
      const { judge, models } = read('eval-2026-08-12.v2-71d75a2');
      expect(judge?.route).toBe('google:gemini-2.5-flash');
      expect(models.get('critic')).toBe(judge?.route);
    });

    test('2026-09-28: 0 under limits is no limit, and each claim says who judged it', () => {
      const reading = read('eval-2026-09-28-custom-custom.excerpt');
      expect(reading.limits).toEqual({
        max_parallel_tasks: 1,
        max_critic_loops: 2,
        max_cost_per_session_usd: null,
        max_wallclock_seconds: null,
        max_input_tokens: null,
      });
      expect(reading.rows![0]!.judgments).toMatchObject([
        { value: false, judged_by: 'claude-sonnet-4.5' },
        { value: true, judged_by: 'claude-sonnet-4.5' },
      ]);
      expect(reading.losses).toContain('rows: the file holds 1 of the 10 that it says it ran');
    });

    test('2026-09-28: the candidate misses both bars, and the judge block is its own', () => {
      const reading = read('eval-2026-09-28-custom-custom.judge-candidate.excerpt');
      expect(reading.arm).toBe('candidate');
      expect(valuesOf(reading)).toMatchObject({ [COMPLETION]: 0.8, [SUPPORT]: 0.9389 });
      expect(statedOf(reading).map(([, , , verdict]) => verdict)).toEqual(['missed', 'missed']);
      expect(reading.judge).toMatchObject({
        route: 'custom:kiro/claude-sonnet-4.5',
        ruled: 173,
        unreached: 0,
        served: ['claude-sonnet-4.5'],
        answered: true,
        checked_against: ['custom:antigravity/gemini-2.5-flash'],
      });
    });
  });

  test.each([
    ['memory_eval', 14, 0.9786],
    ['memory_eval.v1-7163c8c', 10, 1.167],
    ['eval-2026-08-12.v1-7163c8c', 10, 1.075],
    ['eval-2026-08-12.v3-6ea7f21', 18, 1.1022],
  ])('memory run %s', (name, queries, latency) => {
    const reading = read(name);
    expect(valuesOf(reading)).toEqual({ pass_rate: 1, avg_latency_s: latency });
    expect(claimOf(reading, 'pass_rate')).toMatchObject({ measured: queries, expected: queries });
    expect(statedOf(reading)).toEqual([['pass_rate', 0.9, null, 'met']]);
    expect(reading.rows).toHaveLength(queries);
    expect(mean(observations(reading.rows!, 'latency_s')).value).toBeCloseTo(latency, 4);
    expect(reading.rows!.map(({ negative }) => negative)).toEqual(
      reading.rows!.map(({ category }) => category === 'unsupported'),
    );
  });

  test('contradictions: recall 6 of 6, one of twelve controls flagged, an upper bound', () => {
    const reading = read('contradictions_2026-08-13_183819');
    expect(valuesOf(reading)).toEqual({ recall: 1, false_positive_rate: 0.0833 });
    expect(claimOf(reading, 'recall').expected).toBe(6);
    expect(claimOf(reading, 'false_positive_rate')).toMatchObject({ expected: 12, direction: 'lower' });
    expect(statedOf(reading)).toEqual([
      ['recall', 0.8, null, 'met'],
      ['false_positive_rate', null, 0.1, 'met'],
    ]);
    const controls = reading.rows!.filter(({ category }) => category === 'consistent');
    expect(rate(observations(controls, 'detected'))).toMatchObject({
      ratio: { numerator: 1, denominator: 12 },
    });
    expect(reading.rows).toHaveLength(18);
    expect(reading.run.date).toBe('2026-08-13');
  });

  test('retrieval: overall and by kind; the dedup rate of lexical queries is unmeasured, not 0', () => {
    const reading = read('retrieval-2026-09-09-corpus-local.excerpt');
    expect(valuesOf(reading)).toMatchObject({
      'recall@1': 0.7916666666666666,
      'recall@5': 1,
      'precision@5': 0.2833333333333334,
      'ndcg@10': 0.9435495291698613,
      dedup_rate: 0,
      'dedup_rate[kind=lexical]': null,
      'recall@1[kind=distractor]': 0,
    });
    expect(claimOf(reading, 'recall@1').expected).toBe(12);
    expect(claimOf(reading, 'dedup_rate[kind=lexical]').reason).toMatch(/^not_applicable/);
    expect(reading.claims.every(({ places }) => places === undefined)).toBe(true);
    expect(reading).toMatchObject({ status: 'measured', metrics_version: 1 });
    expect(reading.dataset).toMatchObject({
      version: '2',
      fingerprint: '2c54797be7f83872f573db4eb9d2e4f56414c26670ce12471ab7a27cc31bb985',
      cases: 12,
    });
    expect(reading.models).toEqual(new Map([['embedding', 'ollama:nomic-embed-text']]));
    expect(reading.definitions.get('ndcg@10')).toMatchObject({ gain: 'exponential', k: 10 });
    expect(reading.rows!.map((row) => row.scores.get('recall@1'))).toEqual([0.5, 1, 0]);
    expect(reading.rows!.map((row) => row.scores.get('dedup_rate'))).toEqual([0, null, null]);
  });

  test.each(['benchmark_v1-gpt_researcher_llm-memory_trace', 'benchmark_v1-our_pipeline_llm-memory_trace'])(
    'a two-byte trace measured nothing: %s',
    (name) => {
      const reading = read(name);
      expect(reading.status).toBe('unmeasured');
      expect(reading.reason).toMatch(/^evidence_missing: /);
      expect(reading.claims).toEqual([]);
    },
  );
});

function isCompleted({ scores }: { readonly scores: ReadonlyMap<string, unknown> }): boolean {
  return scores.get('completed') === true;
}
