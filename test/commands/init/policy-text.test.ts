import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/adapters/policy.ts';
import { policyText } from '../../../src/commands/init/policy-text.ts';
import { propose } from '../../../src/commands/init/proposal.ts';
import type { Survey } from '../../../src/commands/init/survey.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { seriesOf } from '../../../src/policy/series.ts';
import { seenOf } from '../../support/init.ts';
import { aThreshold } from '../../support/policies.ts';
import { trials } from '../../support/trial.ts';

async function policyOf(survey: Survey, readme: string | null = null): Promise<Policy> {
  return readPolicy(new TextEncoder().encode(policyText(propose(survey, readme))), 'evalguard.yaml');
}

const run = { aggregate: { completion_rate: 0.9321 }, thresholds: { completion_rate: { min: 0.9 } } };

describe('the proposed policy', () => {
  it('is valid and claims what was found, the narrower name first', async () => {
    const files = { 'results/eval-2026-01-01.json': run, 'results/eval-memory-2026-01-01.json': run };
    const policy = await policyOf(await seenOf(files));
    expect(policy.ledger).toEqual(['results']);
    expect(Object.keys(files).map((path) => seriesOf(path, policy)?.id)).toEqual(['eval', 'eval-memory']);
    expect(policy.series[0]?.format).toMatchObject({ mapping: { metrics: '/aggregate' } });
  });

  it('puts a name before a pattern that matches it too', async () => {
    const named = 'results/a.json';
    const files = { 'results/2026-01-01.json': run, [named]: run, 'eval-2026-01-01.json': run };
    const policy = await policyOf(await seenOf(files));
    expect(policy.ledger).toEqual(['eval-*.json', 'results']);
    expect(policy.series.map((series) => series.files)).toEqual(['a.json', 'eval-*.json', '*.json']);
    expect(seriesOf(named, policy)?.id).toBe('a');
  });

  it('takes over the thresholds that results state, and enforces none', async () => {
    const [series] = (await policyOf(await seenOf({ 'results/eval-2026-01-01.json': run }))).series;
    expect(series?.thresholds).toEqual([aThreshold({ metric: 'completion_rate', min: 0.9 })]);
  });

  it('guards the citations of a README that states a value', async () => {
    const survey = await seenOf({ 'results/eval-2026-01-01.json': run });
    expect((await policyOf(survey, 'We reach 93.2 %.')).citations).toEqual(['README.md']);
    expect((await policyOf(survey, 'We reach 94.2 %.')).citations).toEqual([]);
  });

  it('exempts a copy of the newest result at its full path, and makes no series of it', async () => {
    const files = { 'results/latest.json': run, 'results/eval-2026-01-01.json': run };
    const policy = await policyOf(await seenOf(files, { 'results/latest.json': [JSON.stringify(run)] }));
    expect(policy.exempt).toEqual(['results/latest.json']);
    expect(policy.series.map(({ id }) => id)).toEqual(['eval', 'recorded']);
  });

  it('asks in a comment about a pointer that held something else once', async () => {
    const files = { 'results/latest.json': run, 'results/eval-2026-01-01.json': run };
    const text = policyText(
      propose(await seenOf(files, { 'results/latest.json': ['{"aggregate":{"a":1}}'] }), null),
    );
    expect(text).toMatch(/^# exempt:\n# {2}- "results\/latest.json" # called as a pointer is/m);
    expect((await readPolicy(new TextEncoder().encode(text), 'evalguard.yaml')).exempt).toEqual([]);
    const uncommented = text.replace(/^# (?=exempt:)/m, '').replace(/^# {2}(?=- "results)/m, '  ');
    expect((await readPolicy(new TextEncoder().encode(uncommented), 'evalguard.yaml')).exempt).toEqual([
      'results/latest.json',
    ]);
  });

  it('is one for results/ with a series to fill in where nothing was found', async () => {
    const policy = await policyOf(await seenOf({ 'src/main.ts': {} }));
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
        const survey = await seenOf(
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
