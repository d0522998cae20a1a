import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonsAgainst } from '../../src/core/comparability.ts';
import { decodeJson } from '../../src/document/json.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readOne, valuesOf } from '../support/reading.ts';

describeField('lm-evaluation-harness', (data) => {
  const file = (name: string) => fileAt(join(data, 'lm-eval', name));

  test('a run of 0.4.9.2: a measured zero stays one, with its standard error and n', () => {
    const reading = readOne(file('results_2026-01-21T03-44-18.458309.json'));
    expect(valuesOf(reading)).toEqual({
      'exact_match,none[task=math_perturbed_full]': 0,
      'exact_match,none[task=math_rephrased_full]': 0.0004,
    });
    expect(claimOf(reading, 'exact_match,none[task=math_rephrased_full]')).toMatchObject({
      standard_error: 0.0002828144211304471,
      measured: 5000,
      expected: 5000,
      direction: 'higher',
    });
    expect(reading.models.get('model')).toMatch(
      /^hf:RylanSchaeffer\/mem_Qwen3-93M_.*@82047f5e5d5245c1b3a4cd75ad98aa441d6487cd$/,
    );
    expect(reading.run.date).toBe('2026-01-21');
  });

  test('its samples are rows of one filter', () => {
    const reading = readOne(file('samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl'));
    expect(reading.rows).toHaveLength(10);
    expect(judgedMetrics(reading)).toMatchObject([
      { name: 'exact_match,none[task=math_perturbed_full]', value: 0, recomputed: 0, measured: 10 },
    ]);
  });

  test('K189: 87 tasks of the old format have 172 metrics, none of them a standard error', () => {
    const reading = readOne(file('pythia-1b-deduped_step512.json'));
    expect(reading.claims).toHaveLength(172);
    expect(reading.claims.filter(({ name }) => name.includes('stderr'))).toEqual([]);
    expect(claimOf(reading, 'acc[task=hendrycksTest-professional_psychology]')).toMatchObject({
      value: 0.2565359477124183,
      standard_error: 0.01766784161237899,
      measured: null,
    });
    expect(claimOf(reading, 'likelihood_difference[task=crows_pairs_english]').direction).toBeNull();
    expect(reading.models.get('model')).toBe('hf-causal:EleutherAI/pythia-v1.1-1b-deduped@step512');
  });

  test('scales stand beside each other as they are', () => {
    expect(valuesOf(readOne(file('stability-abeja.fixed-2f1583c.json')))).toMatchObject({
      'exact_match[task=jsquad-1.1-0.2]': 13.665015758667266,
      'acc[task=xwinograd_ja]': 0.6037539103232534,
    });
  });

  test('a committed file with a trailing comma is refused at its place', () => {
    const decoded = decodeJson(file('stability-abeja.UNPARSABLE-5921154.json').bytes);
    expect(decoded).toMatchObject({ ok: false, fault: { code: 'syntax' } });
  });

  test('the same path overwritten: both read, and nothing forbids to compare them', () => {
    const [before, after] = ['before', 'after'].map((when) =>
      readOne(file(`stability-jp-1b_1.3.2.${when}-449af26.json`)),
    );
    const name = 'acc[task=jcommonsenseqa-1.1-0.3]';
    expect([claimOf(before!, name).value, claimOf(after!, name).value]).toEqual([
      0.5915996425379804, 0.579982126899017,
    ]);
    expect(reasonsAgainst(before!, after!)).toEqual([]);
  });
});
