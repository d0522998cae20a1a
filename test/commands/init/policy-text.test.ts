import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/adapters/policy.ts';
import { policyText, suggestedThresholds } from '../../../src/commands/init/policy-text.ts';
import { propose } from '../../../src/commands/init/proposal.ts';
import { readAs, sampleOf } from '../../../src/commands/init/sample.ts';
import { candidateFamilies, type Survey } from '../../../src/commands/init/survey.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { seriesOf } from '../../../src/policy/series.ts';
import { aThreshold } from '../../support/policies.ts';
import { trials } from '../../support/trial.ts';

/** What init sees of these files. */
function seen(
  files: Readonly<Record<string, unknown>>,
  rewritten: Readonly<Record<string, number>> = {},
): Survey {
  const families = candidateFamilies(Object.keys(files)).flatMap((family) => {
    const samples = family.paths.flatMap(
      (path) => sampleOf(path, new TextEncoder().encode(JSON.stringify(files[path]))) ?? [],
    );
    const format = readAs(samples, true);
    return format === null ? [] : [{ ...family, samples, format }];
  });
  return {
    files: Object.keys(files).sort(),
    families,
    rewritten: new Map(Object.entries(rewritten)),
    branch: 'main',
  };
}

async function policyOf(survey: Survey, readme: string | null = null): Promise<Policy> {
  return readPolicy(new TextEncoder().encode(policyText(propose(survey, readme))), 'evalguard.yaml');
}

const run = { aggregate: { completion_rate: 0.9321 }, thresholds: { completion_rate: { min: 0.9 } } };

describe('the proposed policy', () => {
  it('is valid and claims what was found, the narrower name first', async () => {
    const files = { 'results/eval-2026-01-01.json': run, 'results/eval-memory-2026-01-01.json': run };
    const policy = await policyOf(seen(files));
    expect(policy.ledger).toEqual(['results']);
    expect(Object.keys(files).map((path) => seriesOf(path, policy)?.id)).toEqual(['eval', 'eval-memory']);
    expect(policy.series[0]?.format).toMatchObject({ mapping: { metrics: '/aggregate' } });
  });

  it('puts a name before a pattern that matches it too, and leaves out what stands outside the ledger', async () => {
    const named = 'results/a.json';
    const files = { 'results/2026-01-01.json': run, [named]: run, 'eval-2026-01-01.json': run };
    const policy = await policyOf(seen(files));
    expect(policy.series.map((series) => series.files)).toEqual(['a.json', '*.json']);
    expect(seriesOf(named, policy)?.id).toBe('a');
  });

  it('takes over the thresholds that results state, and enforces none', async () => {
    const [series] = (await policyOf(seen({ 'results/eval-2026-01-01.json': run }))).series;
    expect(series?.thresholds).toEqual([aThreshold({ metric: 'completion_rate', min: 0.9 })]);
  });

  it('guards the citations of a README that states a value', async () => {
    const survey = seen({ 'results/eval-2026-01-01.json': run });
    expect((await policyOf(survey, 'We reach 93.2 %.')).citations).toEqual(['README.md']);
    expect((await policyOf(survey, 'We reach 94.2 %.')).citations).toEqual([]);
  });

  it('exempts a pointer that history rewrote, and makes no series of it', async () => {
    const files = { 'results/latest.json': run, 'results/eval-2026-01-01.json': run };
    const policy = await policyOf(seen(files, { 'results/latest.json': 8 }));
    expect(policy.exempt).toEqual(['**/latest.json']);
    expect(policy.series.map(({ id }) => id)).toEqual(['eval']);
  });

  it('is one for results/ with a series to fill in where nothing was found', async () => {
    const policy = await policyOf(seen({ 'src/main.ts': {} }));
    expect([policy.ledger, policy.series.map(({ id }) => id)]).toEqual([['results'], ['eval']]);
  });

  it('is valid whatever files are called and whatever their keys are, and claims each', async () => {
    const part = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
      .map((text) => text.replaceAll(/[/\\]/g, '_'));
    const name = fc.oneof(
      part,
      fc.constantFrom('a [1]', '!x', '{b}', '*', '#c', '"q"', ': d', '- e', 'yes', "o'k", '(f)|g', 'é'),
    );
    const files = fc.dictionary(
      fc.tuple(name, name).map(([stem, more]) => `results/${stem}-2026-01-01-${more}.json`),
      fc.dictionary(name, fc.double({ noNaN: true, noDefaultInfinity: true }), {
        minKeys: 1,
        noNullPrototype: true,
      }),
      { minKeys: 1, maxKeys: 4, noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        const survey = seen(
          Object.fromEntries(Object.entries(content).map(([path, metrics]) => [path, { metrics }])),
        );
        const policy = await policyOf(survey);
        for (const path of survey.families.flatMap(({ paths }) => paths)) {
          expect([path, seriesOf(path, policy)]).toEqual([path, expect.anything()]);
        }
      }),
      { numRuns: trials(60) },
    );
  });
});

describe('the bars that are offered', () => {
  it('are shares of quality before counts, on the side that is better', () => {
    const metrics = [
      { name: 'queries', value: 10 },
      { name: 'avg_latency_s', value: 2.5 },
      { name: 'completion_rate', value: 0.9 },
      { name: 'false_positive_rate', value: 0.1 },
    ];
    expect(suggestedThresholds(metrics, 3)).toEqual([
      { metric: 'completion_rate', bound: 'min', value: 0.9 },
      { metric: 'false_positive_rate', bound: 'max', value: 0.1 },
      { metric: 'queries', bound: 'min', value: 10 },
    ]);
  });

  it('are none of an unmeasured metric, a bound or a standard error', () => {
    const names = ['min_recall', 'acc_stderr', 'schema_version'];
    const metrics = [...names.map((name) => ({ name, value: 1 })), { name: 'accuracy', value: null }];
    expect(suggestedThresholds(metrics, 3)).toEqual([]);
  });
});
