import { describe, expect, it } from 'vitest';
import { researchEngine } from '../../src/formats/research-engine/research-engine.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { changed, fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readingsOf, readOne, scoresOf, statedOf, valuesOf } from '../support/reading.ts';

const REPORT = 'research-engine/report.json';
const MEMORY = 'research-engine/memory.json';
const CONTRADICTIONS = 'research-engine/contradictions.json';
const RETRIEVAL = 'research-engine/retrieval.json';

const rowsOf = (name: string, key: string) => tree(name)[key] as { [key: string]: unknown }[];

describe('a report run', () => {
  const [baseline, candidate] = readingsOf(fixture(REPORT));

  it('with a candidate block is two runs, each with its own numbers, bars and tally of the judge', () => {
    expect([baseline!.arm, candidate!.arm]).toEqual(['baseline', 'candidate']);
    expect(valuesOf(baseline!)).toEqual({
      completion_rate: 0.6667,
      avg_source_count: 5.5,
      avg_uncited_claims: 1.5,
      avg_resolution_rate: 0.875,
      avg_cost_usd: 0.03,
      avg_latency_s: 42.5,
      citation_support_rate: 0.6667,
    });
    expect(valuesOf(candidate!)).toEqual({
      completion_rate: 1,
      avg_latency_s: 9.5,
      citation_support_rate: 0.875,
    });
    expect(statedOf(candidate!).map(([, , , verdict]) => verdict)).toEqual(['met', 'missed']);
    expect(candidate!.stated[0]!.pointer).toBe('/candidate/release_criteria/thresholds/min_completion_rate');
    expect([baseline!.judge?.ruled, baseline!.judge?.unreached]).toEqual([3, 2]);
    expect([candidate!.judge?.ruled, candidate!.judge?.unreached]).toEqual([7, 1]);
    expect(baseline!.judge?.checked_against).toEqual(['mistral:large-3', 'mistral:small-3']);
    expect(baseline!.losses).toContain('judge: 1 ruling does not say how they were routed');
  });

  it('a support that was judged for a few reports alone is a share: what is missing bounds it, and the interval stays within 0 and 1', () => {
    const results = rowsOf(REPORT, 'results').map(({ claim_verdicts: _, ...row }, index) => ({
      ...row,
      citation_support_rate: [0.2, 0.9][index] ?? null,
    }));
    const [reading] = readingsOf(changed(REPORT, { results }));
    const support = judgedMetrics(reading!).find(({ name }) => name === 'citation_support_rate');
    expect(support).toMatchObject({ value: 0.55, measured: 2, expected: 3 });
    expect(support?.low).toBeCloseTo(1.1 / 3, 12);
    expect(support?.high).toBeCloseTo(2.1 / 3, 12);
    const { low = -1, high = 2 } = support?.sampling.interval ?? {};
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(0.01);
    expect(high).toBeGreaterThan(0.99);
    expect(high).toBeLessThanOrEqual(1);
  });

  it('keeps every ruling; an unreached claim is null, not unsupported', () => {
    expect(baseline!.rows![0]!.judgments.map(({ value, judged_by }) => [value, judged_by])).toEqual([
      [true, 'claude-x-1'],
      [false, 'claude-x-1'],
      [true, 'claude-x-1'],
      [null, null],
    ]);
  });

  it('says why a report has no support: unjudged, nothing cited, or never written', () => {
    const [, moss, ferns] = baseline!.rows!;
    expect(moss!.unmeasured.get('citation_support_rate')).toBe(
      'judge_missing: the judge ruled on none of 1 claims',
    );
    expect(ferns!.scores.has('citation_support_rate')).toBe(false);
    expect(ferns!.error).toEqual({ kind: 'target_quota', message: 'executor: 429 Too Many Requests' });
    const bare = rowsOf(REPORT, 'results').map((row) => ({ ...row, claim_verdicts: [] }));
    const [read] = readingsOf(changed(REPORT, { results: bare }));
    expect(read!.rows![1]!.unmeasured.get('citation_support_rate')).toMatch(/^not_applicable/);
  });

  it('K059: a completion of 0 over no queries is unmeasured', () => {
    const aggregate = { queries: 0, completion_rate: 0, avg_latency_s: null, citation_support_rate: null };
    const reading = readOne(changed(REPORT, { aggregate, results: [], candidate: null, judge: null }));
    expect(valuesOf(reading)).toEqual({
      completion_rate: null,
      avg_latency_s: null,
      citation_support_rate: null,
    });
    expect(reading.claims.map(({ reason }) => reason)).toEqual(['no_cases', 'no_cases', 'no_cases']);
  });

  it('K076: a number in quotes is not converted', () => {
    const results = rowsOf(REPORT, 'results').map((row) => ({ ...row, citation_support_rate: '0.75' }));
    const [reading] = readingsOf(
      changed(REPORT, { results, aggregate: { queries: 3, completion_rate: '0.9' } }),
    );
    expect(reading!.rows![0]!.scores.get('citation_support_rate')).toBeNull();
    expect(claimOf(reading!, 'completion_rate')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/no number/),
    });
  });

  it('in fake mode is scripted, names no models and no judge', () => {
    const reading = readOne(changed(REPORT, { llm_mode: 'fake', candidate: null }));
    expect([reading.mode, reading.models.size, reading.judge]).toEqual(['scripted', 0, null]);
    const note = readOne(
      changed(REPORT, { llm_mode: 'fake', candidate: null, models: { _note: 'none called' } }),
    );
    expect(note.losses).toContain('models: in fake mode no model was called');
  });

  it('without a judge block has no judge, and says that citations were judged all the same', () => {
    const reading = readOne(changed(REPORT, { judge: null, candidate: null }));
    expect(reading.judge).toBeNull();
    expect(reading.losses).toContain('judge: citations were judged, and the file does not say by whom');
  });

  it('keeps a metric and a score that this reader does not know', () => {
    const aggregate = { queries: 3, completion_rate: 1, avg_joy: 0.5 };
    const results = rowsOf(REPORT, 'results').map((row) => ({ ...row, joy: 0.5 }));
    const reading = readOne(changed(REPORT, { aggregate, results, candidate: null }));
    expect(valuesOf(reading)).toEqual({ completion_rate: 1, avg_joy: 0.5 });
    expect(reading.definitions.has('avg_joy')).toBe(false);
    expect(scoresOf(reading.rows![0])).toMatchObject({ joy: 0.5 });
  });
});

describe('a memory run', () => {
  it('has unsupported questions as negative cases', () => {
    const reading = readOne(fixture(MEMORY));
    expect(valuesOf(reading)).toEqual({ pass_rate: 0.75, avg_latency_s: 1.75 });
    expect(reading.rows!.map(({ negative }) => negative)).toEqual([false, true, true, false]);
    expect(statedOf(reading)).toEqual([['pass_rate', 0.9, null, 'missed']]);
  });

  it('K107: an error that the harness counted as a failure is unmeasured, and its number stands beside', () => {
    const results = rowsOf(MEMORY, 'results').map((row, index) =>
      index === 2
        ? { ...row, completed: false, error: 'HTTP 429', has_citations: false, pass_test: false }
        : row,
    );
    const reading = readOne(changed(MEMORY, { results }));
    expect(claimOf(reading, 'pass_rate')).toMatchObject({
      value: 1,
      measured: 3,
      expected: 4,
      pointer: null,
    });
    expect(claimOf(reading, 'pass_rate_as_stated')).toMatchObject({
      value: 0.75,
      pointer: '/aggregate/pass_rate',
    });
    expect(scoresOf(reading.rows![2])).toMatchObject({ completed: false, pass_test: null, latency_s: 1.5 });
    expect(reading.rows![2]!.unmeasured.get('pass_test')).toBe('target_quota');
    expect(statedOf(reading)).toEqual([['pass_rate_as_stated', 0.9, null, 'missed']]);
  });
});

describe('contradictions', () => {
  it('reads two rates, each over its own cases, the second bounded from above', () => {
    const reading = readOne(fixture(CONTRADICTIONS));
    expect(valuesOf(reading)).toEqual({ recall: 0.5, false_positive_rate: 0.3333 });
    expect(reading.definitions.get('recall')).toMatchObject({ where: { category: 'contradiction' } });
    expect(statedOf(reading)).toEqual([
      ['recall', 0.8, null, 'missed'],
      ['false_positive_rate', null, 0.1, 'missed'],
    ]);
  });

  it('K106: a control that broke was not clean: written as "nothing found", it is unmeasured', () => {
    const cases = rowsOf(CONTRADICTIONS, 'cases').map((row) =>
      row['id'] === 'n2' ? { ...row, error: 'boom' } : row,
    );
    const reading = readOne(changed(CONTRADICTIONS, { cases }));
    expect(claimOf(reading, 'false_positive_rate')).toMatchObject({ value: 0.5, measured: 2, expected: 3 });
    expect(claimOf(reading, 'false_positive_rate_as_stated').value).toBe(0.3333);
    expect(claimOf(reading, 'recall').value).toBe(0.5);
    expect(scoresOf(reading.rows![3])).toMatchObject({ detected: null, pairs: null, latency_s: 9 });
  });
});

describe('retrieval', () => {
  it('reads metrics overall and by kind; null is not applicable, never 0', () => {
    const reading = readOne(fixture(RETRIEVAL));
    expect(valuesOf(reading)).toMatchObject({
      'recall@1': 0.75,
      'recall@1[kind=exact]': 0.5,
      'dedup_rate[kind=exact]': null,
    });
    expect(reading.definitions.get('recall@1[kind=exact]')).toEqual({
      aggregate: 'mean',
      score: 'recall@1',
      where: { category: 'exact' },
      k: 1,
      min_grade: 2,
      direction: 'higher',
    });
    expect(reading.definitions.get('precision@1')).toMatchObject({ min_grade: 1 });
    expect(reading.rows![0]!.source['retrieved']).toEqual(['a.md', 'b.md']);
  });

  it.each(['x', '', '0', '1e400', '5.5', '-1'])(
    'a depth that is none, as in precision@%s, has no k',
    (depth) => {
      const aggregate = { queries: 2, [`precision@${depth}`]: 0.5 };
      const reading = readOne(changed(RETRIEVAL, { aggregate }));
      expect(reading.definitions.get(`precision@${depth}`)).toEqual({
        aggregate: 'mean',
        score: `precision@${depth}`,
        min_grade: 1,
        direction: 'higher',
      });
    },
  );

  it('a digest that records could not hold is a loss, and a count below 0 is none', () => {
    const aggregate = { queries: -2, 'recall@1': 0.5 };
    const reading = readOne(changed(RETRIEVAL, { aggregate, dataset_fingerprint: 'two words' }));
    expect(reading.dataset).toMatchObject({ fingerprint: null, cases: reading.rows!.length });
    expect(claimOf(reading, 'recall@1').expected).toBeNull();
    expect(reading.losses).toContain('dataset_fingerprint: what the file states is no digest');
  });

  it('that was refused is unmeasured, with its words', () => {
    const root = { status: 'unmeasured', reason: 'no embedding endpoint', retrieval_metrics_version: 1 };
    const reading = readOne(fileOf('results/r.json', root));
    expect(reading).toMatchObject({
      status: 'unmeasured',
      reason: 'infrastructure: no embedding endpoint',
      claims: [],
    });
  });

  it('over a selection: a leakage of 0 counts only where a leak was possible', () => {
    const reading = readOne(fixture('research-engine/selection.json'));
    expect(valuesOf(reading)).toEqual({ leakage: 0.25, passage_recall: 0.75 });
    expect(claimOf(reading, 'leakage')).toMatchObject({ direction: 'lower', measured: 2, expected: 3 });
    expect(reading.rows!.map(({ scores }) => scores.get('leakage'))).toEqual([0.5, 0, null]);
    expect(reading.rows!.every(({ scores }) => !scores.has('leak_possible'))).toBe(true);
    expect(statedOf(reading)).toEqual([['leakage', null, 0, 'missed']]);
  });
});

describe('detection', () => {
  it.each([
    ['an empty list', 'results/run.json', []],
    ['a trace with content', 'results/x_trace.json', [{ step: 1 }]],
    ['an aggregate alone', 'results/run.json', { aggregate: { completion_rate: 1 } }],
    ['a result of another tool', REPORT, { ...tree(REPORT), schema: 'evalguard.result/v1' }],
    ['a run without rows', REPORT, { ...tree(REPORT), results: 3, candidate: null }],
  ])('does not take %s', (_, path, value) => {
    expect(researchEngine.detect(fileOf(path, value))).toBe(false);
  });

  it('takes an empty trace by its name and its emptiness together', () => {
    expect(readOne(fileOf('b/our_trace.json', []))).toMatchObject({
      status: 'unmeasured',
      claims: [],
      rows: null,
    });
  });
});
