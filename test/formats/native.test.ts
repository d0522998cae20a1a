import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Claim, Reading, Row } from '../../src/core/reading.ts';
import { native } from '../../src/formats/native/native.ts';
import { aFile, aResult } from '../support/record.ts';
import { validateNow } from '../support/validate.ts';

const fixture = (name: string) =>
  aFile(readFileSync(new URL(`../fixtures/native/${name}.json`, import.meta.url)));

function readOne(parts: { readonly [key: string]: unknown }): Reading {
  const readings = native.read(aFile(aResult(parts)));
  expect(readings).toHaveLength(1);
  return readings[0]!;
}

const claimsOf = (parts: { readonly [key: string]: unknown }) =>
  Object.fromEntries(readOne(parts).claims.map((claim) => [claim.name, claim]));

const sha256 = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';

const row = (parts: Partial<Row> & Pick<Row, 'id' | 'pointer' | 'source'>): Row => ({
  arm: null,
  sample: 1,
  turn: null,
  category: null,
  provenance: null,
  negative: null,
  error: null,
  scores: new Map(),
  unmeasured: new Map(),
  judgments: [],
  served: new Map(),
  ...parts,
});

describe('the fixtures', () => {
  it.each(['minimal', 'full'])('%s is valid by the published schema', (name) => {
    expect(validateNow('result', fixture(name).document?.value ?? null)).toEqual([]);
  });

  it('reads the least that is valid: identity left to the name, a boolean score as a rate', () => {
    const source = { id: 'cancel-order', scores: { resolved: true } };
    expect(native.read(fixture('minimal'))).toEqual([
      {
        format: 'native',
        arm: null,
        arms: new Map(),
        run: { suite: null, date: null, routing: null, variant: null, run: null, generated_at: null },
        status: 'measured',
        reason: null,
        mode: 'real',
        metrics_version: 1,
        dataset: null,
        samples: null,
        code: null,
        limits: {},
        models: new Map([['agent', 'openai:gpt-5.5']]),
        judge: null,
        claims: [
          {
            name: 'resolved',
            value: 1,
            reason: null,
            pointer: null,
            measured: 1,
            expected: 1,
            ratio: { numerator: 1, denominator: 1 },
            direction: null,
            unit: null,
          },
        ],
        definitions: new Map([['resolved', { aggregate: 'rate', score: 'resolved', derived: true }]]),
        rows: [
          row({ id: 'cancel-order', pointer: '/results/0', scores: new Map([['resolved', true]]), source }),
        ],
        stated: [],
        splits: [],
        cases: new Map(),
        prompts: [],
        rubric: null,
        losses: [],
      },
    ]);
  });

  it('reads everything, the baseline and the candidate as two readings', () => {
    const document = JSON.parse(
      readFileSync(new URL('../fixtures/native/full.json', import.meta.url), 'utf8'),
    );
    const bare = { direction: null, unit: null };
    // Two samples of each of four cases are planned; beside the rows of an arm a row of none is a pair, with no plan of its own.
    const derived: Claim = {
      ...{ name: 'resolved_rate', value: 0.5, reason: null, pointer: null, measured: 2, expected: 7 },
      ...{ ratio: { numerator: 1, denominator: 2 }, ...bare },
    };
    const shared: Omit<
      Reading,
      'arm' | 'judge' | 'claims' | 'rows' | 'stated' | 'splits' | 'cases' | 'prompts'
    > = {
      format: 'native',
      run: {
        suite: 'support',
        date: '2026-10-02',
        routing: 'cloud',
        variant: null,
        run: 4,
        generated_at: '2026-10-02T21:40:05Z',
      },
      status: 'measured',
      reason: null,
      mode: 'real',
      metrics_version: 5,
      dataset: { name: 'tickets', version: '7', fingerprint: `sha256:${sha256}`, cases: 4 },
      samples: 2,
      code: {
        commit: '3f786850e387550fdab836ed7e6dc881de23001b',
        tree: '89e6c98d92887913cadf06b2adb97f26cde4849b',
        dirty: true,
      },
      limits: { max_turns: 8, max_cost_usd: null },
      models: new Map([
        ['router', 'mistral:small-3'],
        ['writer', 'mistral:large-3'],
      ]),
      arms: new Map([
        ['with-faq', { faq: true }],
        ['plain', {}],
      ]),
      definitions: new Map([
        ['support_rate', { aggregate: 'mean', score: 'support', judged: true }],
        ['resolved_rate', { aggregate: 'rate', score: 'resolved' }],
        [
          'a/b~c',
          { aggregate: 'mean', score: 'wait', where: { resolved: true }, direction: 'lower', unit: 's' },
        ],
        ['pass^2', { aggregate: 'pass_hat_k', k: 2, pass_if: { tone: { min: 4 } } }],
      ]),
      rubric: { scale: [1, 5], weights: new Map([['tone', 2]]) },
      losses: ['judge: not stated'],
    };
    const judge = {
      route: 'anthropic:claude-sonnet-4.5',
      answered: true,
      checked_against: ['mistral:small-3', 'mistral:large-3'],
      temperature: 0,
      prompt_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    };
    const prompt = '213c22ed7234eb11116e1e88f314c73cb3a019b5c87fe224b6ce5665bd9ec50e';
    const served = ['anthropic:claude-sonnet-4.5-20250929'];
    expect(native.read(fixture('full'))).toEqual([
      {
        ...shared,
        arm: 'baseline',
        judge: { ...judge, ruled: 2, unreached: 0, undisclosed: 1, served },
        claims: [
          { name: 'support_rate', value: 0.75, reason: null, pointer: '/aggregate/support_rate', ...bare },
          {
            ...{ name: 'a/b~c', value: 3.5, reason: null, pointer: '/aggregate/a~1b~0c' },
            ...{ direction: 'lower', unit: 's' },
          },
          {
            ...{ name: 'pass^2', value: null, reason: 'too_few_samples: one sample was run' },
            ...{ pointer: '/aggregate/pass^2', ...bare },
          },
          { name: 'cost_usd', value: 0.5, reason: 'inconclusive', pointer: '/aggregate/cost_usd', ...bare },
          { name: 'tone', value: null, reason: 'judge_quota', pointer: '/unmeasured/tone', ...bare },
          derived,
        ],
        rows: [
          {
            id: 'cancel-order',
            arm: 'with-faq',
            sample: 2,
            turn: 1,
            pointer: '/results/0',
            category: 'orders',
            provenance: 'hand-written',
            negative: true,
            error: null,
            scores: new Map<string, number | boolean | string>([
              ['resolved', true],
              ['support', 0.75],
              ['wait', 3.5],
              ['winner', 'with-faq'],
            ]),
            unmeasured: new Map(),
            judgments: [
              { score: 'support', item: 'claim 1', value: 0.75, judged_by: served[0], order: null },
              {
                score: 'winner',
                item: null,
                value: 'with-faq',
                judged_by: null,
                order: ['with-faq', 'plain'],
              },
            ],
            served: new Map([
              ['writer', 'mistral:large-3'],
              ['router', null],
            ]),
            source: document.results[0],
          },
          row({
            id: 'late-parcel',
            pointer: '/results/1',
            error: { kind: 'target_quota', message: '429' },
            scores: new Map([
              ['resolved', false],
              ['support', null],
            ]),
            unmeasured: new Map([['support', 'target_quota']]),
            source: document.results[1],
          }),
        ],
        stated: [
          {
            ...{ metric: 'support_rate', min: 0.9, max: null, verdict: 'missed' },
            pointer: '/thresholds/support_rate',
          },
          { metric: 'a/b~c', min: null, max: 5, verdict: null, pointer: '/thresholds/a~1b~0c' },
        ],
        splits: [
          {
            ...{ by: 'provenance', group: 'hand-written', metric: 'support_rate', value: 0.75 },
            pointer: '/aggregate_by/provenance/hand-written/support_rate',
          },
        ],
        cases: new Map(),
        prompts: [],
      },
      {
        ...shared,
        arm: 'candidate',
        judge: { ...judge, ruled: 30, unreached: 0, undisclosed: 0, served: [] },
        claims: [
          {
            ...{ name: 'support_rate', value: null, reason: 'judge_timeout: no answer in 60 s' },
            ...{ pointer: '/candidate/aggregate/support_rate', ...bare },
          },
          { ...derived, expected: 8 },
          expect.objectContaining({ name: 'a/b~c', value: null, measured: 0, expected: 2 }),
          expect.objectContaining({ name: 'pass^2', value: null, measured: 0, expected: 8 }),
        ],
        rows: [
          row({
            id: 'cancel-order',
            pointer: '/candidate/results/0',
            scores: new Map([['resolved', true]]),
            source: document.candidate.results[0],
          }),
          row({
            id: 'late-parcel',
            pointer: '/candidate/results/1',
            scores: new Map([['resolved', false]]),
            source: document.candidate.results[1],
          }),
        ],
        stated: [
          {
            ...{ metric: 'support_rate', min: 0.9, max: null, verdict: 'unmeasured' },
            pointer: '/candidate/thresholds/support_rate',
          },
        ],
        splits: [],
        cases: new Map(),
        prompts: [
          { role: 'writer', text: 'Be brief.', sha256: prompt, pointer: '/candidate/prompts/writer' },
        ],
      },
    ]);
  });
});

describe('detect', () => {
  it.each([
    ['an object of that schema', { schema: 'evalguard.result/v1' }, true],
    ['a later version', { schema: 'evalguard.result/v2' }, false],
    ['a retraction', { schema: 'evalguard.retraction/v1' }, false],
    ['a list', [{ schema: 'evalguard.result/v1' }], false],
    ['null', null, false],
    ['no schema', { results: [] }, false],
  ])('%s', (_, content, known) => {
    expect(native.detect(aFile(content))).toBe(known);
  });

  it('knows no file whose syntax is not known', () => {
    expect(native.detect({ path: 'results/x.png', bytes: new Uint8Array(), document: null })).toBe(false);
  });
});

describe('claims', () => {
  it('keeps apart a number that has a reason too and a null that has none', () => {
    const claims = claimsOf({ aggregate: { a: 0.5, b: null }, unmeasured: { a: 'cancelled' } });
    expect(claims['a']).toMatchObject({ value: 0.5, reason: 'cancelled' });
    expect(claims['b']).toMatchObject({ value: null, reason: null });
  });

  it('K076 K170: text and booleans are no numbers, and null is never 0', () => {
    const claims = claimsOf({ aggregate: { text: '0.75', padded: '00.75', yes: true, none: null } });
    expect(Object.keys(claims)).toEqual(['none']);
    expect(claims['none']?.value).toBeNull();
  });

  it('K087: a direction is what the definition says, and none is guessed from a name', () => {
    const claims = claimsOf({
      metrics: {
        mean_rmsd: { aggregate: 'mean', score: 'rmsd' },
        error_rate: { aggregate: 'rate', score: 'error', direction: 'lower' },
      },
      aggregate: { mean_rmsd: 2.3, error_rate: 0.1, latency_ms: 3 },
    });
    expect(claims['mean_rmsd']?.direction).toBeNull();
    expect(claims['error_rate']?.direction).toBe('lower');
    expect(claims['latency_ms']?.direction).toBeNull();
  });

  it('has every metric unmeasured in an unmeasured run, and says which numbers it left out', () => {
    const reading = readOne({
      status: 'unmeasured',
      reason: 'target_quota: out of credit',
      metrics: { support: { aggregate: 'mean' } },
      aggregate: { completed: 0 },
      unmeasured: { tone: 'cancelled' },
    });
    expect(reading).toMatchObject({ status: 'unmeasured', reason: 'target_quota: out of credit' });
    expect(reading.claims).toEqual([
      {
        ...{ name: 'completed', value: null, reason: 'target_quota: out of credit' },
        ...{ pointer: '/aggregate/completed', direction: null, unit: null },
      },
      {
        ...{ name: 'tone', value: null, reason: 'target_quota: out of credit' },
        ...{ pointer: null, direction: null, unit: null },
      },
      {
        ...{ name: 'support', value: null, reason: 'target_quota: out of credit' },
        ...{ pointer: null, direction: null, unit: null },
      },
    ]);
    expect(reading.losses).toEqual(['completed has a number though the run is unmeasured']);
  });

  it('K064: has no claim for a metric that the file does not hold', () => {
    const thresholds = { faithfulness: { min: 0.9 } };
    expect(claimsOf({ aggregate: { a: 1 }, thresholds })['faithfulness']).toBeUndefined();
  });

  it('K166: names that every object inherits are names like any other', () => {
    const claims = claimsOf({ aggregate: { constructor: 0.5, toString: null } });
    expect(Object.keys(claims)).toEqual(['constructor', 'toString']);
    expect(claims['toString']).toMatchObject({ value: null, reason: null });
  });
});

describe('what a broken file says', () => {
  it.each([
    ['metrics', { metrics: [1], aggregate: {} }],
    ['aggregate', { aggregate: 'x' }],
    ['results', { results: { id: 'x' } }],
    ['rows', { results: [null, 1, 'x', { scores: {} }, { id: 3 }] }],
    [
      'parts of rows',
      { results: [{ id: 'x', scores: 1, error: 'x', judgments: {}, served: [], unmeasured: 0 }] },
    ],
    ['models', { models: ['openai:x'] }],
    ['judge', { judge: 'openai:x' }],
    ['method', { method: { limits: 3, samples: '2' } }],
    ['thresholds', { thresholds: { a: { min: '0.9' }, b: 3, c: {} } }],
    ['candidate', { candidate: [] }],
    ['code', { code: 'x', dataset: 3, source: { losses: 3 } }],
  ])('is not said, and not guessed: %s', (_, parts) => {
    const reading = readOne(parts);
    expect(reading).toMatchObject({ arm: null, claims: expect.any(Array), losses: [], stated: [] });
  });

  it('takes a mode that it does not know for unknown, never for real', () => {
    expect(readOne({ mode: 'dry-run' }).mode).toBeNull();
    expect(readOne({ mode: 'scripted' }).mode).toBe('scripted');
  });

  it('tells limits that are missing from limits that are none', () => {
    expect(readOne({ method: {} }).limits).toBeNull();
    expect(readOne({ method: undefined }).limits).toBeNull();
    expect(readOne({ method: { limits: {} } }).limits).toEqual({});
  });
});
